import { useIdle } from '#session/idle.ts'
import { useOnDemand } from './on-demand.ts'

/** Asks whether anybody is still there, before the session ends on its own. */
export function IdleWarning() {
  const idle = useIdle()
  const Dialog = useOnDemand(idle.seconds !== null, loadDialog)
  return Dialog ? <Dialog {...idle} /> : null
}

const loadDialog = () => import('./idle-dialog.tsx').then((m) => m.IdleDialog)
