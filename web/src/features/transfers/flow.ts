import { type Account, limits, type Transaction } from '@passbook/contract'
import type { Problem } from '#ui/form.ts'
import type { OwnSetting } from '#widgets/own-setting.tsx'

export type Kind = 'own' | 'local' | 'other-banks' | 'wire' | 'card' | 'crypto'

/** The texts of a form, by the names the bank knows them by. */
export type Values = Readonly<Record<string, string>>

/** What a customer has confirmed: its key makes it one order, however often it is sent. */
export type Order = {
  kind: Kind
  values: Values
  key: string
  /** The server answers a key once: the same order may be asked about again. Without, it is sent once. */
  repeatable: boolean
  /** It may have been sent before the page was loaded anew: its form keeps its key. */
  sentBefore?: boolean | undefined
  /** How long it is to wait where the payee is new; none where the server knows nothing of it. */
  undoSeconds?: number | undefined
  /** The rate on the Confirm panel, where two currencies meet. */
  rate?: string | undefined
}

/**
 * PIN and code of an order on its way, or a passkey's approval in their place; kept in memory and
 * nowhere else.
 */
export type Secrets = { pin: string; otp: string; approval?: string }

/** What the bank found wrong with a form, and the setting of the customer's that it comes from. */
export type FormProblem = Problem & { setting?: OwnSetting | undefined }

/** The code in the mail: how often another was typed, and from when on a new one can be had. */
type MailedCode = { tries: number; spent: boolean; resendAtMs: number }

export type Step =
  | { at: 'choose' }
  /** A key comes along where the form belongs to an order that may have been sent already. */
  | { at: 'form'; kind: Kind; problem?: FormProblem | undefined; key?: string | undefined }
  | { at: 'confirm'; order: Order; rateChanged: boolean }
  /** Interrupted: the order may have been made already, and asking again will tell. */
  | {
      at: 'pin'
      order: Order
      interrupted: boolean
      refused?: boolean
      triesLeft?: number | undefined
    }
  | { at: 'code'; order: Order; pin: string; mailed: MailedCode }
  /** With what is known about the code, which comes back where it is refused. */
  | {
      at: 'sending'
      order: Order
      secrets: Secrets
      late: boolean
      mailed?: MailedCode | undefined
    }
  /**
   * Nobody knows what became of it. The secrets are gone where the page was loaded anew; the text is
   * what was said instead of an answer.
   */
  | {
      at: 'unknown'
      order: Order
      secrets: Secrets | null
      text: string
      mailed?: MailedCode | undefined
    }
  | { at: 'done'; order: Order; account: Account; transaction: Transaction }

export type Event =
  | { type: 'chosen'; kind: Kind }
  | { type: 'filled'; order: Order }
  | { type: 'confirmed' }
  | { type: 'approved'; secrets: Secrets }
  | { type: 'code-sent'; pin: string; resendAtMs: number }
  | { type: 'late' }
  | { type: 'made'; account: Account; transaction: Transaction }
  | { type: 'no-answer'; text: string }
  | { type: 'session-ended' }
  | { type: 'again' }
  /** How many tries are left, where the server says so. */
  | { type: 'pin-refused'; triesLeft?: number | undefined }
  /** Whether no try is left; a server without codes does not say, and the tries are counted. */
  | { type: 'code-refused'; spent?: boolean | undefined }
  | { type: 'rate-changed'; rate: string }
  | { type: 'refused'; problem: FormProblem }
  | { type: 'problem-told' }
  | { type: 'called-back'; account: Account; transaction: Transaction }
  /** The same once more, from its form on. */
  | { type: 'again-by-form' }
  /** By Forward or after a reload: where the order had been before. */
  | { type: 'returned'; to: Step }
  | { type: 'back' }
  | { type: 'left' }
  | { type: 'reset' }

/** The next panel. What makes no sense where the flow stands changes nothing. */
export function next(step: Step, event: Event): Step {
  if (event.type === 'reset') return { at: 'choose' }
  if (event.type === 'returned') return isUnsent(step) ? event.to : step
  switch (step.at) {
    case 'choose':
      return event.type === 'chosen' ? { at: 'form', kind: event.kind } : step
    case 'form':
      return afterForm(step, event)
    case 'confirm':
      return afterConfirm(step, event)
    case 'pin':
      return afterPin(step, event)
    case 'code':
      return afterCode(step, event)
    case 'sending':
    case 'unknown':
      return afterSending(step, event)
    case 'done':
      return afterDone(step, event)
  }
}

/** Whether nothing has gone out yet that somebody must first learn the outcome of. */
export function isUnsent(step: Step): boolean {
  switch (step.at) {
    case 'choose':
    case 'confirm':
      return true
    case 'form':
      return step.key === undefined
    case 'pin':
      return !step.interrupted
    default:
      return false
  }
}

type At<Name extends Step['at']> = Extract<Step, { at: Name }>
type Of<Name extends Event['type']> = Extract<Event, { type: Name }>

function afterForm(step: At<'form'>, event: Event): Step {
  switch (event.type) {
    case 'filled':
      return event.order.kind === step.kind
        ? { at: 'confirm', order: event.order, rateChanged: false }
        : step
    case 'problem-told':
      return { ...step, problem: undefined }
    case 'back':
      return { at: 'choose' }
    default:
      return step
  }
}

function afterConfirm(step: At<'confirm'>, event: Event): Step {
  const { order } = step
  if (event.type === 'confirmed') return { at: 'pin', order, interrupted: false }
  if (event.type !== 'back') return step
  return { at: 'form', kind: order.kind, ...(order.sentBefore && { key: order.key }) }
}

function afterPin(step: At<'pin'>, event: Event): Step {
  const { order } = step
  switch (event.type) {
    case 'code-sent':
      return afterMail(order, event)
    case 'pin-refused':
      return { ...step, refused: true, triesLeft: event.triesLeft }
    case 'approved':
      return { at: 'sending', order, secrets: event.secrets, late: false }
    // What may have been made already is settled first: there is nothing to go back to.
    case 'back':
    case 'left':
      return step.interrupted ? step : { at: 'confirm', order, rateChanged: false }
    default:
      return step
  }
}

const afterMail = (order: Order, { pin, resendAtMs }: Of<'code-sent'>): Step => ({
  at: 'code',
  order,
  pin,
  mailed: { tries: 0, spent: false, resendAtMs },
})

function afterCode(step: At<'code'>, event: Event): Step {
  const { order, mailed } = step
  switch (event.type) {
    case 'code-sent':
      return afterMail(order, event)
    case 'approved':
      return { at: 'sending', order, secrets: event.secrets, late: false, mailed }
    case 'back':
      return { at: 'pin', order, interrupted: false }
    case 'left':
      return { at: 'confirm', order, rateChanged: false }
    default:
      return step
  }
}

function afterSending(step: At<'sending'> | At<'unknown'>, event: Event): Step {
  const { order, secrets, mailed } = step
  switch (event.type) {
    case 'late':
      return step.at === 'sending' ? { ...step, late: true } : step
    case 'made':
      return { at: 'done', order, account: event.account, transaction: event.transaction }
    case 'no-answer':
      return { at: 'unknown', order, secrets, text: event.text, mailed }
    case 'again':
      return secrets ? { at: 'sending', order, secrets, late: false, mailed } : step
    // Who is not known is not served: what is sent once has not been made.
    case 'session-ended':
      return order.repeatable
        ? { at: 'pin', order, interrupted: true }
        : { at: 'confirm', order, rateChanged: false }
    case 'pin-refused':
      return { at: 'pin', order, interrupted: false, refused: true, triesLeft: event.triesLeft }
    // The bank has looked for the order before it looked at the code: it was not made.
    case 'code-refused':
      return secrets
        ? { at: 'code', order, pin: secrets.pin, mailed: afterWrong(mailed, event) }
        : step
    case 'rate-changed':
      return { at: 'confirm', order: { ...order, rate: event.rate }, rateChanged: true }
    case 'refused':
      return { at: 'form', kind: order.kind, problem: event.problem }
    default:
      return step
  }
}

function afterDone(step: At<'done'>, event: Event): Step {
  switch (event.type) {
    case 'called-back':
      return { ...step, account: event.account, transaction: event.transaction }
    case 'again-by-form':
      return { at: 'form', kind: step.order.kind }
    case 'left':
      return { at: 'choose' }
    default:
      return step
  }
}

/** Another code can be had at once where this one is good for nothing any more. */
function afterWrong(mailed: MailedCode | undefined, { spent }: Of<'code-refused'>): MailedCode {
  const tries = (mailed?.tries ?? 0) + 1
  const over = spent ?? tries >= limits.transferCodeTries
  return { tries, spent: over, resendAtMs: over ? 0 : (mailed?.resendAtMs ?? 0) }
}
