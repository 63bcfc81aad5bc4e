import { useState } from 'react'
import { flushSync } from 'react-dom'
import { tellFailure } from '#api/tell-failure.ts'
import { toast } from '#ui/toasts.tsx'

/** Sends what a form holds, once at a time: a toast when it is done, the reason when it is not. */
export function useSave() {
  const [busy, setBusy] = useState(false)
  async function save(work: () => Promise<unknown>, done: string, onDone: () => void) {
    if (busy) return
    setBusy(true)
    try {
      await work()
      toast({ message: done })
      onDone()
      setBusy(false)
    } catch (error) {
      // First the button is back with its focus, so that an alert gives it back to it.
      flushSync(() => setBusy(false))
      tellFailure(error)
    }
  }
  return { busy, save }
}
