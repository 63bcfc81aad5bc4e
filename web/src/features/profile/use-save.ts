import { useState } from 'react'
import { flushSync } from 'react-dom'
import { tellFailure } from '#api/tell-failure.ts'
import { problemOf } from '#api/texts.ts'
import type { Problem } from '#ui/form.ts'
import { toast } from '#ui/toasts.tsx'

/** Sends what a form holds, once at a time: a toast when it is done, the reason when it is not. */
export function useSave() {
  const [busy, setBusy] = useState(false)
  async function save(
    work: () => Promise<unknown>,
    done: string,
    onDone: () => void,
    /** Tells what is about a field of its own at that field. */
    form?: { values: Record<string, string>; fail: (problem: Problem) => void },
  ) {
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
      const problem = problemOf(error)
      if (form && problem.field && problem.field in form.values) form.fail(problem)
      else tellFailure(error)
    }
  }
  return { busy, save }
}
