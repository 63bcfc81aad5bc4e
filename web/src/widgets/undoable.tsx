import type { Transaction } from '@passbook/contract'
import { lazy, Suspense } from 'react'
import { t } from '#i18n/t.ts'
import { Button } from '#ui/button.tsx'
import type { UndoButton } from './undo.tsx'

// Seldom on the screen: its code comes when it is wanted. Where it cannot be had there is no button.
const Loaded = lazy(() =>
  import('./undo.tsx').then(
    (undo) => ({ default: undo.UndoButton }),
    () => ({ default: () => null }),
  ),
)

/** The button that calls a transfer back, for a line that can be, or could be a moment ago. */
export function Undoable(props: Parameters<typeof UndoButton>[0]) {
  const { transaction, wide = false, className } = props
  const { UndoUntil, State }: Transaction = transaction
  if (!UndoUntil) return null
  // Its place is kept meanwhile: what came between two lines would push the next one away.
  const coming = (
    <Button kind="tint" size={wide ? 'md' : 'sm'} wide={wide} className={className} busy>
      {t('Undo')}
    </Button>
  )
  return (
    <Suspense fallback={State === 'pending' ? coming : null}>
      <Loaded {...props} />
    </Suspense>
  )
}
