import {
  type Account,
  checkPayee,
  isAccountNumber,
  limits,
  type PayeeAnswer,
  resolveAccount,
} from '@passbook/contract'
import { send } from '#api/client.ts'
import { hoursTo } from '#api/hours-to.ts'
import { page } from '#api/page.ts'
import { serverNow } from '#api/server-time.ts'
import { RequestError, textOf } from '#api/texts.ts'
import { formatDateTime } from '#i18n/dates.ts'
import { t } from '#i18n/t.ts'

/** How well a typed name fits; the right one comes only with a close one. */
export type Checked = { state: 'checked'; verdict: PayeeAnswer; name?: string | undefined }
/** What the bank says about a number. `limited`: it says nothing for a while, and until when. */
export type Answer =
  | { state: 'found'; name: string }
  | Checked
  | { state: 'failed' }
  | { state: 'limited'; message: string }
export type Looked = { state: 'looking' } | { state: 'unanswered' } | Answer

/** Whose account it is, or how well a typed name fits it. An error where nobody answered. */
export async function askBank(number: string, payeeName = ''): Promise<Answer> {
  try {
    if (payeeName) {
      const { data } = await send(checkPayee, { acc_number: number, name: payeeName })
      return { state: 'checked', ...data }
    }
    const { data: name } = await send(resolveAccount, { accountNumber: number })
    return name.trim() ? { state: 'found', name } : { state: 'failed' }
  } catch (error) {
    if (!(error instanceof RequestError) || !isNo(error)) throw error
    return error.http === 429 ? limited(error) : { state: 'failed' }
  }
}

/** Whether the bank has said no. Silence is none, nor is the bare fault of a gateway or a server. */
const isNo = ({ http, kind, said }: RequestError) =>
  kind !== 'network' && kind !== 'aborted' && (said || (http !== 408 && http < 500))

function limited(error: RequestError): Answer {
  const { retryAfterSeconds } = error.data
  if (retryAfterSeconds === undefined) return { state: 'limited', message: textOf(error) }
  const until = new Date(serverNow() + retryAfterSeconds * 1000)
  // Where the bank's date is another, the server's own words say how long.
  if (hoursTo(until) !== null) return { state: 'limited', message: textOf(error) }
  const time = formatDateTime(until, page.bankZone)
  return { state: 'limited', message: t('Too many names looked up. Try again at {time}', { time }) }
}

type OwnNumbers = readonly Pick<Account, 'Number'>[]

/** The same, of numbers of this bank: one with a wrong check digit is nobody's, and is not asked for. */
export const askAboutLocal = (own: OwnNumbers) => async (number: string, payeeName?: string) =>
  canBeLocal(number, own) ? askBank(number, payeeName) : ({ state: 'failed' } as const)

/**
 * Whether a number can be one of this bank. A bank whose own accounts have no check digits makes
 * its numbers by another rule, which only it knows.
 */
export function canBeLocal(number: string, own: OwnNumbers): boolean {
  const checked = own.length > 0 && own.every((account) => isAccountNumber(account.Number))
  return !checked || isAccountNumber(number)
}

/**
 * Debounced: the name behind an account number is asked for a second after the last key, or at once
 * when the field is left. Each number is asked for once, and an answer about a number that is no longer
 * typed is dropped. Where the customer typed a name, that is compared instead, and belongs to the
 * question.
 */
export function makeNameLookup({
  over = limits.lookupOverInTransfer,
  ask,
  tell,
}: {
  /** Only numbers longer than this are looked up. */
  over?: number
  ask: (number: string, payeeName?: string) => Promise<Answer>
  tell: (looked: Looked, question: Question) => void
}) {
  let current: Question = { number: '', payeeName: '' }
  let timer: ReturnType<typeof setTimeout> | undefined
  const answers = new Map<string, Promise<Answer>>()
  const told = new Map<string, Looked>()

  async function look(question: Question): Promise<void> {
    clearTimeout(timer)
    const { number, payeeName } = question
    const key = keyOf(question)
    if (number.length <= over || key !== keyOf(current)) return
    const before = told.get(key)
    if (before) return tell(before, question)
    tell({ state: 'looking' }, question)
    const asked = answers.get(key) ?? (payeeName ? ask(number, payeeName) : ask(number))
    answers.set(key, asked)
    const looked = await asked.catch(() => null)
    // Nobody answered, or not yet: the same number may be asked for again.
    if (looked === null || looked.state === 'limited') answers.delete(key)
    else told.set(key, looked)
    if (key === keyOf(current)) tell(looked ?? { state: 'unanswered' }, question)
  }

  return {
    /** A key was pressed. */
    typed(text: string, payeeName = '') {
      const question = questionOf(text, payeeName)
      clearTimeout(timer)
      if (keyOf(question) === keyOf(current)) return
      current = question
      if (question.number.length > over) {
        timer = setTimeout(() => void look(question), limits.lookupDelayMs)
      }
    },
    /** The field was left, or the form is being sent. Ends when the answer has been told. */
    now: () => look(current),
    /** What is known about a number already. */
    known: (text: string, payeeName = '') => told.get(keyOf(questionOf(text, payeeName))),
    /** A number that need not be asked for; a name that the bank stands for is kept. */
    take(text: string, name?: string) {
      clearTimeout(timer)
      current = questionOf(text)
      if (name !== undefined) told.set(keyOf(current), { state: 'found', name })
    },
    stop: () => clearTimeout(timer),
  }
}

type Question = { number: string; payeeName: string }
const questionOf = (text: string, payeeName = ''): Question => ({
  number: text.replaceAll(/\s/g, ''),
  payeeName: payeeName.trim(),
})
const keyOf = ({ number, payeeName }: Question) => `${number} ${payeeName}`
