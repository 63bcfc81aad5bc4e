import { alert } from '#ui/alert.tsx'
import { toast } from '#ui/toasts.tsx'
import { RequestError, textOf } from './texts.ts'

/** Tells why something failed: in an alert, or in passing where the customer gave it up themselves. */
export function tellFailure(error: unknown): void {
  const message = textOf(error)
  if (error instanceof RequestError && error.kind === 'unproven') toast({ message, kind: 'error' })
  else void alert(message)
}
