import {
  type Beneficiary,
  dueDates,
  farthestFirst,
  isRealDate,
  messages,
  paidCard,
  paidWallet,
  payeeOf,
  rhythms,
  type Schedule,
  type StandingEntry,
  standingForm,
  standingPayee,
} from '@passbook/contract'
import { dayOf } from '#i18n/dates.ts'
import { msg, t, told } from '#i18n/t.ts'
import { issuesIn } from '#ui/form.ts'
import { toSent } from '#ui/money-input.ts'
import { maskedCard } from '#widgets/card-number.ts'

/** What the form holds: texts, under the names of the wire where they go there. */
export const blank = {
  source_account: '',
  /** A saved `recipient`, an `own` account, a `card` or, as `crypto`, a Bitcoin wallet. */
  to: 'recipient',
  destination_account: '',
  recipient: '',
  card_name: '',
  card_number: '',
  card_expiry: '',
  wallet_address: '',
  above: 'false',
  amount: '',
  every: 'monthly',
  date: '',
  /** How it ends: `never`, `until` a day or after a number of `times`. */
  end: 'never',
  until: '',
  times: '',
  description: '',
}
export type Values = typeof blank

/** What never touches a storage. */
export const secret = ['card_number'] as const

/** What a recipient is called in the form; two may have one number. */
export const recipientKey = ({ Type = '', AccountNumber }: Beneficiary) =>
  `${Type} ${AccountNumber}`

const kinds: Record<string, string> = { 'other banks': 'bank', 'wire transfer': 'wire' }

/** How it ends; what is paid once has no end, whatever was chosen before. */
const endOf = ({ every, end }: Values) => (every === 'once' ? 'never' : end)

/** The order as the bank takes it, and its payee in the words that an approval is bound to. */
export function orderOf(values: Values, recipients: readonly Beneficiary[]) {
  const { source_account, every, date, description } = values
  const shared = {
    source_account,
    amount: toSent(values.amount),
    every,
    date,
    until: endOf(values) === 'until' ? values.until : '',
    times: endOf(values) === 'times' ? values.times : '',
    description,
  }
  if (values.to === 'own') {
    const { destination_account } = values
    const order = { ...shared, kind: 'own', above: values.above, destination_account }
    return { order, payee: payeeOf({ destination_account }) }
  }
  const { kind, ...payee } = payeeIn(values, recipients)
  return { order: { ...shared, ...payee, kind, above: 'false' }, payee: payeeOf(payee) }
}

/** Somebody else, by the kind of transfer that pays them and the fields of its own form. */
function payeeIn(values: Values, recipients: readonly Beneficiary[]) {
  if (values.to === 'card') {
    const { card_name, card_number, card_expiry } = values
    return { kind: 'card', card_name, card_number, card_expiry }
  }
  if (values.to === 'crypto') {
    return { kind: 'crypto', wallet_address: values.wallet_address.trim() }
  }
  const recipient = recipients.find((one) => recipientKey(one) === values.recipient)
  const kind = kinds[recipient?.Type ?? ''] ?? 'local'
  return {
    kind,
    acc_number: recipient?.AccountNumber ?? '',
    acc_name: recipient?.AccountName ?? '',
    ...(kind === 'bank' && { bank: recipient?.BankName ?? '' }),
    ...(kind === 'wire' && {
      bank_name: recipient?.BankName ?? '',
      swift: recipient?.Swift ?? '',
    }),
  }
}

/** The order as its idempotency key is kept with: of a card no more than its last digits. */
export function keptOrder(order: ReturnType<typeof orderOf>['order']): Record<string, unknown> {
  return 'card_number' in order ? { ...order, card_number: maskedCard(order.card_number) } : order
}

/** The rule of a form, as far as it is filled in. */
export function scheduleOf(values: Values): Schedule | null {
  const every = rhythms.find((one) => one === values.every)
  if (!every || !isRealDate(values.date)) return null
  const { until, times } = values
  const end = endOf(values)
  return {
    every,
    firstOn: values.date,
    until: end === 'until' && isRealDate(until) ? until : null,
    times: end === 'times' && /^[1-9]\d{0,3}$/.test(times) ? Number(times) : null,
  }
}

/** The dates that come first, in words. */
export function nextWords(schedule: Schedule): string {
  return dueDates(schedule, { from: schedule.firstOn, count: 3 }).map(dayOf).join(' · ')
}

/** What an approval of the form is bound to. */
export function boundTo(values: Values, recipients: readonly Beneficiary[]) {
  const schedule = scheduleOf(values)
  const { order, payee } = orderOf(values, recipients)
  const above = order.above === 'true'
  return {
    source_account: order.source_account,
    amount: order.amount,
    to: schedule ? standingPayee(schedule, { above, payee }) : '',
    ...('card_number' in order && { card_number: order.card_number }),
  }
}

/** The checks of the contract, and those that hang on what else was chosen. */
export function orderCheck(recipients: readonly Beneficiary[], today: string) {
  return {
    safeParse(values: unknown) {
      const typed = values as Values
      const found = issuesIn(standingForm, orderOf(typed, recipients).order)
      const issues = [...missing(typed), ...found, ...wrongDates(typed, today)]
      if (issues.length === 0) return { success: true as const, data: values }
      return { success: false as const, error: { issues } }
    },
  }
}

const issue = (field: keyof Values, message: string) => [{ message, path: [field] }]

function missing(values: Values) {
  if (values.source_account === '') return issue('source_account', messages.transferFieldsMissing)
  if (values.to === 'recipient') {
    return values.recipient === '' ? issue('recipient', messages.orderKindMissing) : []
  }
  if (values.to === 'card') return issuesIn(paidCard, values)
  if (values.to === 'crypto') return issuesIn(paidWallet, values)
  const { destination_account: to, source_account: from } = values
  return to === '' || to === from
    ? issue('destination_account', messages.ownDestinationMissing)
    : []
}

function wrongDates(values: Values, today: string) {
  const { date, until, times } = values
  const end = endOf(values)
  if (date < today) return issue('date', messages.orderDatePast)
  if (date > farthestFirst(today)) return issue('date', messages.orderDateFar)
  if (end === 'until' && until < date) return issue('until', messages.orderEndInvalid)
  return end === 'times' && times === '' ? issue('times', messages.orderTimesInvalid) : []
}

const often: Record<string, string> = {
  once: msg('Once'),
  weekly: msg('Every week'),
  'every two weeks': msg('Every two weeks'),
  monthly: msg('Every month'),
  yearly: msg('Every year'),
}
export const rhythmOptions = () =>
  rhythms.map((value) => ({ value, label: told(often[value] ?? value) }))

/** `Every month until 31 Dec 2026`: a rule in a few words. */
export function ruleOf({ Every, Until, Times }: StandingEntry): string {
  const rule = told(often[Every] ?? Every)
  if (Until) return t('{rule} until {date}', { rule, date: dayOf(Until) })
  return Times ? t('{rule}, {n, plural, one {# time} other {# times}}', { rule, n: Times }) : rule
}

/** Whom an order pays. A wallet has no name: the bank's word for it is the same for all. */
export const payeeName = ({ Kind, Name }: StandingEntry) =>
  Kind === 'crypto' ? t('Bitcoin wallet') : Name

/** What tells one card or wallet from another in a list. */
export function shortNumber({ Kind, Number: number }: StandingEntry): string {
  if (Kind === 'card') return number
  return Kind === 'crypto' ? `${number.slice(0, 6)}…${number.slice(-6)}` : ''
}

/** Nothing is exchanged before a date has come, and no rate is promised for it. */
export const bitcoinRate = (code: string) =>
  t('Paid from your account in {code}. How much Bitcoin arrives depends on the rate of the day.', {
    code: code.toUpperCase(),
  })

type Tone = 'active' | 'pending' | 'done' | 'refused'
const states: Record<string, { label: string; tone: Tone }> = {
  active: { label: msg('Active'), tone: 'active' },
  paused: { label: msg('Paused'), tone: 'pending' },
  pending: { label: msg('Pending'), tone: 'pending' },
  waiting: { label: msg('Waiting'), tone: 'pending' },
  paid: { label: msg('Paid'), tone: 'done' },
  done: { label: msg('Done'), tone: 'done' },
  ended: { label: msg('Ended'), tone: 'pending' },
  skipped: { label: msg('Skipped'), tone: 'pending' },
  nothing: { label: msg('Nothing to move'), tone: 'pending' },
  failed: { label: msg('Failed'), tone: 'refused' },
}

/** How an order, or one of its dates, stands. */
export function stateOf(state: string) {
  const { label, tone } = states[state] ?? { label: state, tone: 'pending' as const }
  return { label: told(label), tone }
}
