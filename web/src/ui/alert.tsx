import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import type { AlertProps } from './alert-box.tsx'
import { makeStore } from './store.ts'

/** What waits for an OK, the first of it on the page. */
export const alerts = makeStore<readonly { message: string; done: () => void }[]>([])

/** Tells one thing and waits for OK, as the browser's alert does; needs an `AlertHost` on the page. */
export function alert(message: string): Promise<void> {
  return new Promise((done) => alerts.write([...alerts.read(), { message, done }]))
}

/** Takes away what nobody has seen to; whoever waits for an OK waits no longer. */
export function forgetAlerts(): void {
  const told = alerts.read()
  alerts.write([])
  for (const { done } of told) done()
}

// Its code comes after the first page; where it cannot be had, the browser's own says the same.
const AlertBox = lazy<ComponentType<AlertProps>>(() =>
  import('./alert-box.tsx').then(
    ({ AlertBox: box }) => ({ default: box }),
    () => ({ default: BrowserAlert }),
  ),
)

function BrowserAlert({ message, onClose }: AlertProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told once
  useEffect(() => {
    window.alert(message)
    onClose()
  }, [message])
  return null
}

/** Draws what `alert` was given, one after the other, above everything else. */
export function AlertHost() {
  const [first] = alerts.use()
  if (!first) return null
  const close = () => {
    alerts.write(alerts.read().slice(1))
    first.done()
  }
  return (
    <Suspense fallback={null}>
      <AlertBox key={first.message} message={first.message} onClose={close} />
    </Suspense>
  )
}
