import type { Transaction } from '@passbook/contract'
import { lazy, Suspense } from 'react'
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
  const { UndoUntil }: Transaction = props.transaction
  if (!UndoUntil) return null
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}
