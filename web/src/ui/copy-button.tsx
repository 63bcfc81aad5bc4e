import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { t } from '#i18n/t.ts'
import { alert } from './alert.tsx'
import classes from './copy-button.module.css'
import { cx } from './cx.ts'
import { Hidden } from './hidden.tsx'
import layout from './layout.module.css'

const saidForMs = 2000

/** Puts a text on the clipboard and says so. A browser that has no clipboard to give shows no button. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), saidForMs)
    return () => clearTimeout(timer)
  }, [copied])
  if (!navigator.clipboard) return null
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => alert(t('Your browser did not let us copy it.')),
    )
  const Icon = copied ? IconCheck : IconCopy
  return (
    <span className={classes.place}>
      <button
        type="button"
        className={cx(layout.tool, classes.button)}
        aria-label={t('Copy {what}', { what })}
        onClick={() => void copy()}
      >
        <Icon size={18} stroke={1.75} aria-hidden />
      </button>
      <span role="status" className={classes.said}>
        {copied ? (
          <>
            {t('Copied')}
            <Hidden> {what}</Hidden>
          </>
        ) : null}
      </span>
    </span>
  )
}
