import { type Beneficiary, messages, requestOtp, requestOtpByForm } from '@passbook/contract'
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { send } from '#api/client.ts'
import { accountsIn, initUserQuery, knowsFeature } from '#api/init-user.ts'
import { keys } from '#api/keys.ts'
import { accountsMoved, moneyMoved } from '#api/money-moved.ts'
import { signedOrder } from '#api/signed-order.ts'
import { RequestError, textOf } from '#api/texts.ts'
import { readToken, whenForgotten } from '#api/token.ts'
import { told } from '#i18n/t.ts'
import { alert } from '#ui/alert.tsx'
import { nextResendMs } from '#ui/resend.tsx'
import { useOwner } from '#widgets/kept-form.ts'
import { offerUndo } from '#widgets/undo.tsx'
import { afterRefusal } from './after-refusal.ts'
import { deliver, lateAfterMs, type Outcome } from './deliver.ts'
import { makeDrafts } from './drafts.ts'
import {
  type Event,
  isUnsent,
  type Kind,
  next,
  type Order,
  type Secrets,
  type Step,
  type Values,
} from './flow.ts'
import { blanks, boundTo, madeOf, sendOrder } from './orders.ts'
import { kindOfRecipient, payeeValues } from './payee.ts'
import { dropPending, keepPending, readPending } from './pending.ts'
import { placesOf, stepAt } from './places.ts'

export type Desk = ReturnType<typeof makeDesk>
type Answer = Awaited<ReturnType<typeof sendOrder>>

/**
 * Where a customer's transfer stands. It outlives the page, the dialog and the session, so that
 * nothing typed is lost by any of them and an order on its way is never forgotten.
 */
function makeDesk(user: string) {
  const pending = readPending(user)
  const store = makeStore(startOf(pending))
  const { read } = store
  const drafts = makeDrafts(user, pending)
  let lastClient: QueryClient | null = null

  /** Whoever leaves what can still be called back takes the way to do it along. */
  function go(event: Event) {
    const before = read()
    store.go(event)
    drafts.follow(event, read())
    const left = before.at === 'done' && read().at === 'choose'
    if (left && lastClient) offerUndo(lastClient, before.transaction)
  }

  function transmit(client: QueryClient, order: Order, secrets: Secrets) {
    lastClient = client
    keepPending(user, order)
    const token = readToken()
    const timer = setTimeout(() => go({ type: 'late' }), lateAfterMs)
    const settle = (outcome: Outcome<Answer>) => {
      clearTimeout(timer)
      const step = read()
      const waiting = step.at === 'sending' || step.at === 'unknown'
      if (!waiting || step.order.key !== order.key) {
        // Too late for its panel; the statement and the balance tell it all the same.
        const late = outcome.kind === 'made' && made(client, order, outcome.answer)
        if (late && readToken() === token) offerUndo(client, late.transaction)
        return
      }
      if (outcome.kind === 'made') drafts.only({})
      settleOrder({ ...store, go }, client, { user, token, order, secrets, outcome })
    }
    void deliver(() => sendOrder(order, secrets), settle, order)
  }

  const fill = (kind: Kind, values: Values) => begin({ ...store, go }, drafts, { kind, values })

  function approve(client: QueryClient, order: Order, secrets: Secrets) {
    go({ type: 'approved', secrets })
    transmit(client, order, secrets)
  }

  return {
    ...store,
    go,
    draft: drafts.of,
    saveDraft: drafts.put,
    restore: (names: readonly string[]) => restore({ ...store, go }, drafts, names),
    /** The PIN has been typed: a code follows for those who use codes, the bank for all others. */
    async enterPin(client: QueryClient, pin: string, useOtp: boolean) {
      const step = read()
      if (step.at !== 'pin' || store.isBusy()) return
      // What may have been made already is asked for first: the answer to a known key needs no code.
      if (useOtp && !step.interrupted) await askForCode(store, client, { order: step.order, pin })
      else approve(client, step.order, { pin, otp: '' })
    },
    /** A passkey signs the order itself, in place of PIN and code. */
    async signWithPasskey(client: QueryClient) {
      const step = read()
      if (step.at !== 'pin' || store.isBusy()) return
      const approval = await askForSignature(store, step.order)
      if (approval !== null && read() === step)
        approve(client, step.order, { pin: '', otp: '', approval })
    },
    enterCode(client: QueryClient, otp: string) {
      const step = read()
      if (step.at === 'code') approve(client, step.order, { pin: step.pin, otp })
    },
    async resendCode(client: QueryClient): Promise<boolean> {
      const step = read()
      return step.at === 'code' && askForCode(store, client, step)
    },
    tryAgain(client: QueryClient) {
      const step = read()
      if (step.at !== 'unknown' || !step.secrets || !step.order.repeatable) return
      go({ type: 'again' })
      transmit(client, step.order, step.secrets)
    },
    /** Somebody who was paid before: the right form comes with the recipient filled in. */
    sendTo(recipient: Beneficiary) {
      const kind = kindOfRecipient(recipient)
      const draft = drafts.of(kind)
      // Of a request nothing is left for somebody else: neither its amount nor its currency.
      fill(kind, { ...(draft.request ? blanks[kind] : draft), ...payeeValues(kind, recipient) })
    },
    fill,
    /** What was called back is in its form again, to be put right. */
    sendAgain() {
      const step = read()
      if (step.at !== 'done') return
      drafts.only({ [step.order.kind]: valuesAgain(step) })
      go({ type: 'again-by-form' })
    },
    /** Everything starts afresh. */
    reset() {
      drafts.only({})
      dropPending(user)
      go({ type: 'reset' })
    },
  }
}

/** Goes to where the history's entry says that the order was; answers how far it came. */
function restore(
  { read, go }: Store,
  drafts: ReturnType<typeof makeDrafts>,
  names: readonly string[],
): number {
  const places = names.map((name) => name.slice('transfer:'.length))
  const to = stepAt(places, { order: drafts.order(), draft: drafts.of })
  if (!to) return 0
  go({ type: 'returned', to })
  return read() === to ? placesOf(to).length : 0
}

/** Begins with a form that is filled in; false where an order on its way comes first. */
function begin(
  { read, go }: Store,
  drafts: ReturnType<typeof makeDrafts>,
  { kind, values }: { kind: Kind; values: Values },
): boolean {
  const step = read()
  if (!isUnsent(step) && step.at !== 'code' && step.at !== 'done') return false
  drafts.put(kind, values)
  go({ type: 'reset' })
  go({ type: 'chosen', kind })
  return true
}

/** A request that has been paid is over; one whose payment was called back can be paid after all. */
function valuesAgain({ order: { values }, transaction }: Extract<Step, { at: 'done' }>): Values {
  const over = values.request && transaction.State !== 'failed'
  return over ? { ...values, request: '', only_currency: '' } : values
}

type Store = ReturnType<typeof makeStore>

function makeStore(first: Step) {
  let step = first
  let busy = false
  const listeners = new Set<() => void>()
  function tell() {
    for (const listener of listeners) listener()
  }
  return {
    read: () => step,
    isBusy: () => busy,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    go(event: Event) {
      step = next(step, event)
      tell()
    },
    work(now: boolean) {
      busy = now
      tell()
    },
  }
}

/** Mails a code for the order. False where it was refused, which has been told by then. */
async function askForCode(
  store: Store,
  client: QueryClient,
  { order, pin }: { order: Order; pin: string },
): Promise<boolean> {
  if (store.isBusy()) return false
  store.work(true)
  const token = readToken()
  const problem = await mailCode(client, order, pin).then(
    () => null,
    (error: unknown) => {
      const triesLeft = error instanceof RequestError ? error.data.triesLeft : undefined
      store.go({ type: 'pin-refused', triesLeft })
      return otpProblem(error)
    },
  )
  store.work(false)
  if (problem === null) store.go({ type: 'code-sent', pin, resendAtMs: nextResendMs() })
  else if (readToken() === token) await alert(problem)
  return problem === null
}

/** What is of a card goes into a form only, which a server of the specification does not know. */
function mailCode(client: QueryClient, order: Order, pin: string): Promise<unknown> {
  const { card_number } = order.values
  const asked = { pin, ...(knowsFeature(client, 'bound-codes') && boundTo(order)) }
  if (!card_number) return send(requestOtp, asked)
  return knowsFeature(client, 'trust')
    ? send(requestOtpByForm, { ...asked, card_number })
    : send(requestOtp, { pin })
}

/** Null where the customer would rather not, or it was refused, which has been told by then. */
async function askForSignature(store: Store, order: Order): Promise<string | null> {
  const { card_number = '' } = order.values
  store.work(true)
  try {
    return await signedOrder({ ...boundTo(order), card_number })
  } catch (error) {
    void alert(textOf(error))
    return null
  } finally {
    store.work(false)
  }
}

function otpProblem(error: unknown): string {
  const plain = error instanceof RequestError && error.kind === 'refused'
  return plain ? told(messages.otpRequestFailed) : textOf(error)
}

type Settled = {
  user: string
  /** Of the login that the order was sent in. */
  token: string | null
  order: Order
  secrets: Secrets
  outcome: Outcome<Answer>
}

function settleOrder(
  store: Store,
  client: QueryClient,
  { user, token, order, secrets, outcome }: Settled,
): void {
  if (outcome.kind === 'session-ended') {
    if (!order.repeatable) dropPending(user)
    store.go({ type: 'session-ended' })
    return
  }
  if (outcome.kind === 'no-answer' || (outcome.kind === 'fault' && order.repeatable)) {
    // Its line may be there by now, and the history is what tells.
    if (!order.repeatable) void accountsMoved(client, accountsOf(order))
    store.go({ type: 'no-answer', text: textOf(outcome.error) })
    return
  }
  dropPending(user)
  if (outcome.kind === 'made') {
    const answer = made(client, order, outcome.answer)
    if (answer) store.go({ type: 'made', ...answer })
    else store.go({ type: 'reset' })
    return
  }
  const { event, text } = afterRefusal(outcome.error, { order, secrets })
  if (event.type === 'code-refused' && secrets.otp === '') {
    // It was only asked for and has not been made: now it takes its code.
    store.go({ type: 'pin-refused' })
    void askForCode(store, client, { order, pin: secrets.pin })
    return
  }
  // In conflict with what the bank knows by now: its rates and accounts are asked for again.
  if (outcome.error.http === 409) void client.invalidateQueries(initUserQuery)
  store.go(event)
  // A form tells its own problem, at the field; and nobody is told what another customer was refused.
  if (event.type !== 'refused' && readToken() === token) void alert(text)
}

/** An order was made: its money has moved, and its recipient is saved where that was asked for. */
function made(client: QueryClient, order: Order, answer: Answer | null): Answer | null {
  const { destination_account: receiverId, save_recipient } = order.values
  if (answer) moneyMoved(client, { ...answer, receiverId })
  else void accountsMoved(client, accountsOf(order))
  if (save_recipient === 'true') {
    void client.invalidateQueries({ queryKey: keys.beneficiaries })
  }
  return answer ?? withoutAnswer(client, order)
}

/** The accounts of the customer that an order names. */
const accountsOf = ({ values }: Order) =>
  [values.source_account, values.destination_account].filter((id) => id !== undefined)

/** What was made, where the server says that it was and nothing more. */
function withoutAnswer(client: QueryClient, order: Order): Answer | null {
  const held = client.getQueryData(initUserQuery.queryKey)
  const accounts = held ? accountsIn(held) : []
  const source = accounts.find(({ Id }) => Id === order.values.source_account)
  return source ? madeOf(order, source) : null
}

/**
 * After a reload in the middle: the PIN again, or the card, which no storage has seen. What is sent
 * once is not asked about: nobody knows what became of it.
 */
function startOf(pending: Order | null): Step {
  if (!pending) return { at: 'choose' }
  if (!pending.repeatable) {
    return { at: 'unknown', order: pending, secrets: null, text: told(messages.connectionError) }
  }
  if (pending.kind === 'card') return { at: 'form', kind: 'card', key: pending.key }
  return { at: 'pin', order: pending, interrupted: true }
}

let held: { user: string; desk: Desk } | null = null

// Logging out leaves nothing behind, not in the page's memory either.
whenForgotten(() => {
  held = null
})

/** One desk for each customer; whoever signs in next finds an empty one. */
function deskOf(user: string): Desk {
  if (held?.user !== user) held = { user, desk: makeDesk(user) }
  return held.desk
}

export function useDesk(): { desk: Desk; step: Step; busy: boolean } {
  const desk = deskOf(useOwner())
  const step = useSyncExternalStore(desk.subscribe, desk.read)
  const busy = useSyncExternalStore(desk.subscribe, desk.isBusy)
  return { desk, step, busy }
}
