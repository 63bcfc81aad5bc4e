import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { t } from '#i18n/t.ts'
import { Diamond } from '#ui/cover.tsx'
import classes from './processing.module.css'

/** Lies over what it holds while something is worked on; the focus comes back when it is done. */
export function Processing({ busy, children }: { busy: boolean; children: ReactNode }) {
  const overlay = useRef<HTMLDivElement>(null)
  const held = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (busy) {
      held.current = document.activeElement
      overlay.current?.focus()
    } else if (held.current instanceof HTMLElement && held.current.isConnected) {
      held.current.focus()
      held.current = null
    }
  }, [busy])
  return (
    <div className={classes.place} aria-busy={busy}>
      <div inert={busy}>{children}</div>
      {busy ? (
        <div ref={overlay} role="status" tabIndex={-1} className={classes.overlay}>
          <Diamond />
          <span>{t('Processing...')}</span>
        </div>
      ) : null}
    </div>
  )
}
