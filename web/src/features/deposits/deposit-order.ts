import {
  type Account,
  cardOrder,
  convertMinor,
  depositOrder,
  isCardExpiry,
  messages,
  parseMoney,
  toDecimal,
} from '@passbook/contract'
import { msg } from '#i18n/t.ts'
import { issuesIn } from '#ui/form.ts'
import { digitsIn } from '#widgets/card-number.ts'

export type Method = 'card' | 'bank' | 'bitcoin'

/** What a method is called on the list and in the header, and in the table that confirms it. */
export const methodNames: Record<Method, { label: string; method: string; note: string }> = {
  card: {
    label: msg('Credit/ Debit Card'),
    method: msg('Credit/ Debit Card'),
    note: msg('From a card in your name'),
  },
  bank: {
    label: msg('Direct Bank Transfer'),
    method: msg('Direct Bank Transfer'),
    note: msg('From another bank of yours'),
  },
  bitcoin: {
    label: msg('Crypto Currency'),
    method: msg('Bitcoin Transfer'),
    note: msg('Bitcoin to our wallet'),
  },
}

export const blankDeposit = {
  account: '',
  amount: '',
  card_name: '',
  card_number: '',
  card_expiry: '',
  card_cv2: '',
}
export type DepositValues = typeof blankDeposit

const cardFields = ['card_name', 'card_number', 'card_expiry', 'card_cv2'] as const

/** Bitcoin is offered to those who may use it, at a bank that takes it. */
export function methodsFor({ crypto }: { crypto: boolean }): Method[] {
  return crypto ? ['card', 'bank', 'bitcoin'] : ['card', 'bank']
}

/** The checks of a deposit form on a day: account, amount, and for a card its four fields. */
export function depositCheck(method: Method, today: string) {
  return {
    safeParse(values: unknown) {
      const typed = values as DepositValues
      const issues = [
        ...issuesIn(depositOrder, typed),
        ...(method === 'card' ? cardIssues(typed, today) : []),
      ]
      if (issues.length === 0) return { success: true as const, data: typed }
      return { success: false as const, error: { issues } }
    },
  }
}

function cardIssues(typed: DepositValues, today: string) {
  const card = { ...typed, card_number: digitsIn(typed.card_number) }
  const noon = new Date(`${today}T12:00:00Z`)
  const wrong = cardFields.filter((name) =>
    name === 'card_expiry'
      ? !isCardExpiry(card.card_expiry, noon)
      : !cardOrder.shape[name].safeParse(card[name]).success,
  )
  return wrong.map((name) => ({ message: messages.cardInvalid, path: [name] }))
}

/** Puts the stroke between month and year; taking it away takes the digit before it as well. */
export function typedExpiry(text: string, before: string): string {
  const digits = digitsIn(text).slice(0, 4)
  if (digits.length === 2 && before === `${digits}/`) return digits.slice(0, 1)
  return digits.length < 2 ? digits : `${digits.slice(0, 2)}/${digits.slice(2)}`
}

/** What an amount in an account's currency is worth in US dollars, as decimal text. */
export function usdOf(amount: string, { Currency }: Account): string {
  const minor = parseMoney(amount) ?? 0n
  return toDecimal(convertMinor(minor, [String(Currency.Value ?? '1'), '1'], 'nearest'))
}
