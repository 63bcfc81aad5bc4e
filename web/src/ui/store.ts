import { useSyncExternalStore } from 'react'

/** A value that lives outside React, and that any component can follow. */
export function makeStore<Value>(first: Value) {
  let held = first
  const listeners = new Set<() => void>()
  const read = () => held
  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  return {
    read,
    write(next: Value) {
      held = next
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, read),
  }
}
