import { useRef, useState } from 'react'
import { tellFailure } from '#api/tell-failure.ts'
import { toast } from '#ui/toasts.tsx'

/**
 * A switch that shows what was chosen before the bank has agreed. Where the bank does not, it goes
 * back to what is true and the reason is told.
 */
export function useSwitch({
  held,
  send,
  onSaved,
  done,
}: {
  /** What the bank holds. */
  held: boolean
  send: (on: boolean) => Promise<unknown>
  onSaved: (on: boolean) => void
  done: string
}) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const under = useRef(false)
  async function change(on: boolean) {
    if (under.current) return
    under.current = true
    setChosen(on)
    try {
      await send(on)
      onSaved(on)
      toast({ message: done })
    } catch (error) {
      tellFailure(error)
    } finally {
      under.current = false
      setChosen(null)
    }
  }
  return {
    on: chosen ?? held,
    busy: chosen !== null,
    onChange: (on: boolean) => void change(on),
  }
}
