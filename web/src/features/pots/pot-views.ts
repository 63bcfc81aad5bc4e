import type { Pot } from '@passbook/contract'

const views = ['new', 'detail', 'edit', 'in', 'out', 'every'] as const
export type View = (typeof views)[number]
/** What lies over the page, and of which pot. */
export type Shown = { view: View; id: string }
/** What every view of the dialog is given. */
export type ViewProps = {
  pot: Pot
  busy: boolean
  onBusy: (busy: boolean) => void
  onDone: () => void
}

/** The name of its entry of the history. */
export const nameOf = ({ view, id }: Shown) => `pot:${view}:${id}`

/** What the name of an entry of the history says was open. */
export function shownIn(name: string): Shown | null {
  const [, said, id = ''] = name.split(':')
  const view = views.find((one) => one === said)
  return view ? { view, id } : null
}
