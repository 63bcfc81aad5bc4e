import { makeStore } from './store.ts'

type Toast = {
  message: string
  title?: string
  kind?: 'success' | 'error'
  /** How long it stays, where that is not the usual time. */
  ms?: number
  /** What can be done about it; its button closes the toast as well. */
  action?: { label: string; run: () => void }
}
export type Shown = Toast & { id: number }

export const shown = makeStore<readonly Shown[]>([])
let lastId = 0

/** Takes away what is shown. */
export const forgetToasts = () => shown.write([])

/**
 * Shows a toast. It stays for five seconds, for as long as it is pointed at, and for one second
 * after that; a tap closes it.
 */
export function toast(words: Toast): void {
  lastId += 1
  shown.write([...shown.read(), { ...words, id: lastId }])
}
