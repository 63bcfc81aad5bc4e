import {
  type Account,
  cardOrder,
  convertMinor,
  cryptoOrder,
  localOrder,
  messages,
  otherBankOrder,
  ownOrder,
  parseMoney,
  payeeOf,
  rateBetween,
  transferCard,
  transferCrypto,
  transferExternal,
  transferLocal,
  transferOwn,
  wireOrder,
} from '@passbook/contract'
import { send } from '#api/client.ts'
import type { Problem } from '#ui/form.ts'
import { toSent } from '#ui/money-input.ts'
import type { Kind, Order, Secrets, Values } from './flow.ts'

export const schemas = {
  own: ownOrder,
  local: localOrder,
  'other-banks': otherBankOrder,
  wire: wireOrder,
  card: cardOrder,
  crypto: cryptoOrder,
} as const

const common = { source_account: '', amount: '', description: '' }
/** `name_by` says where the name comes from; it stays in the form. */
const person = { ...common, acc_number: '', acc_name: '', name_by: '', save_recipient: 'false' }

/** How the form of each type starts. */
export const blanks: Record<Kind, Values> = {
  own: { ...common, destination_account: '' },
  local: person,
  'other-banks': { ...person, bank: '' },
  wire: { ...person, swift: '', bank_name: '' },
  card: { ...common, card_name: '', card_number: '', card_expiry: '', card_cv2: '' },
  crypto: { ...common, wallet_address: '' },
}

const callOf = {
  own: transferOwn,
  local: transferLocal,
  'other-banks': transferExternal,
  wire: transferExternal,
  card: transferCard,
  crypto: transferCrypto,
} as const

/** Everything an order says to the bank, PIN and code aside. */
export function fieldsOf({ kind, values, rate }: Order): Record<string, string> {
  const { name_by: _ours, ...fields } = values
  return {
    ...fields,
    ...(values.amount === undefined ? {} : { amount: toSent(values.amount) }),
    ...(kind === 'other-banks' ? { bank_name: values.bank ?? '' } : {}),
    ...(kind === 'own' && rate ? { rate } : {}),
  }
}

/** Sends an order under its key. */
export async function sendOrder(order: Order, { pin, otp }: Secrets) {
  const input = { ...fieldsOf(order), pin, otp }
  const call = callOf[order.kind] as typeof transferLocal
  const { data } = await send(call, input as never, { onceKey: order.key })
  return data
}

/** What a code is asked for, so that it is good for nothing else. */
export function boundTo({ values }: Order) {
  const { source_account = '', amount = '' } = values
  const to = payeeOf(values as Parameters<typeof payeeOf>[0])
  return { source_account, amount: toSent(amount), to }
}

/** What one unit of the source buys in the destination's currency; none where they share it. */
export function rateOf(source: Account | undefined, target: Account | undefined) {
  const [from, to] = [source?.Currency, target?.Currency]
  if (!from?.Value || !to?.Value || from.Code === to.Code) return undefined
  return rateBetween(String(from.Value), String(to.Value))
}

/** What arrives. To the cent where the rate is the one that the accounts hold. */
export function receivedOf(order: Order, source: Account, target: Account): bigint | null {
  const minor = parseMoney(order.values.amount ?? '')
  if (minor === null || !order.rate) return minor
  const current = rateOf(source, target) === order.rate
  return current
    ? convertMinor(minor, String(source.Currency.Value), String(target.Currency.Value))
    : convertMinor(minor, '1', order.rate)
}

const fieldAbout: Record<string, string> = {
  [messages.insufficientFunds]: 'amount',
  [messages.dailyLimit]: 'amount',
  [messages.amountInvalid]: 'amount',
  [messages.payeeUnknown]: 'acc_number',
  [messages.bankMissing]: 'bank',
  [messages.swiftAndBankMissing]: 'swift',
  [messages.cardInvalid]: 'card_number',
  [messages.walletInvalid]: 'wallet_address',
  [messages.ownDestinationMissing]: 'destination_account',
  [messages.accountClosed]: 'source_account',
  [messages.accountNotYours]: 'source_account',
}

/** A refusal, at the field it is about where it is about one. */
export function problemOf(message: string): Problem {
  return { message, field: fieldAbout[message] }
}
