import { messages } from '@passbook/contract'
import { type RequestError, textOf } from '#api/texts.ts'
import { told } from '#i18n/t.ts'
import { ownSettingOf } from '#widgets/own-setting.tsx'
import { refusedStep } from '#widgets/refused-step.ts'
import type { Event, Order, Secrets } from './flow.ts'

type Refused = Extract<Event, { type: 'pin-refused' | 'code-refused' | 'rate-changed' | 'refused' }>

/** Where a refusal leads, to the panel that can put it right, and what is said there. */
export function afterRefusal(
  error: RequestError,
  { order, secrets }: { order: Order; secrets: Secrets },
): { event: Refused; text: string } {
  // A reply of the specification that is no success has one text, whatever it says.
  const text = error.kind === 'refused' ? told(messages.transferFailed) : textOf(error)
  const { code, field, data } = error
  const problem = { message: text, field, setting: ownSettingOf(error) }
  const form = { type: 'refused', problem } as const
  if (code === undefined) return { event: withoutCode(error, secrets) ?? form, text }
  const step = refusedStep(code)
  if (step === 'pin') return { event: { type: 'pin-refused', triesLeft: data.triesLeft }, text }
  if (step === 'code') {
    return { event: { type: 'code-refused', spent: code === 'otp_spent' }, text }
  }
  if (data.rate && order.kind === 'own') {
    return { event: { type: 'rate-changed', rate: data.rate }, text: told(messages.rateChanged) }
  }
  return { event: form, text }
}

/**
 * A server without codes says in a sentence what it refuses, which only a person can read. The form
 * passed its checks, so what was typed last is the likeliest reason: the customer stays at the PIN, or
 * at the code where one was sent, can type it again and goes back from there to everything else. What
 * is in conflict with something older is not mended by the same order again; its form is.
 */
function withoutCode({ kind, http }: RequestError, { otp }: Secrets): Refused | undefined {
  if (kind === 'refused' || http === 409) return undefined
  return http === 429 || otp === '' ? { type: 'pin-refused' } : { type: 'code-refused' }
}
