import { useState } from 'react'
import { flushSync } from 'react-dom'
import { textOf } from '#api/texts.ts'
import { alert } from '#ui/alert.tsx'
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
      // First the button is back with its focus, so that the alert gives it back to it.
      flushSync(() => setBusy(false))
      void alert(textOf(error))
    }
  }
  return { busy, save }
}
