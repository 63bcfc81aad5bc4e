import {
  type Account,
  cardOrder,
  convertMinor,
  cryptoOrder,
  localOrder,
  type Output,
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
import { bankNow } from '#api/server-time.ts'
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
/** `name_by` says where the name comes from, and `payee_…` how it was checked; both stay in the form. */
const person = { ...common, acc_number: '', acc_name: '', name_by: '', save_recipient: 'false' }

/** How the form of each type starts. */
export const blanks: Record<Kind, Values> = {
  own: { ...common, destination_account: '' },
  // A request that it pays, by its token: whom and how much is not the payer's to change then. What
  // is asked for in a currency is paid from an account in that one.
  local: {
    ...{ ...person, payee_name: '', payee_verdict: '', payee_anyway: '' },
    ...{ request: '', only_currency: '' },
  },
  'other-banks': { ...person, bank: '' },
  wire: { ...person, swift: '', bank_name: '' },
  card: { ...common, card_name: '', card_number: '', card_expiry: '', card_cv2: '' },
  crypto: { ...common, wallet_address: '' },
}

const commonIn = ({ source_account = '', amount = '', description = '' }: Values) => ({
  source_account,
  amount: toSent(amount),
  ...(description && { description }),
})
const personIn = ({ acc_number = '', acc_name = '', save_recipient, ...values }: Values) => ({
  ...commonIn(values),
  acc_number,
  acc_name,
  save_recipient: save_recipient === 'true',
})

/** Everything an order of each type says to the bank, PIN and code aside. */
export const fieldsOf = {
  own: ({ values, rate }: Order) => ({
    ...commonIn(values),
    destination_account: values.destination_account ?? '',
    rate,
  }),
  local: ({ values }: Order) => ({
    ...personIn(values),
    ...(values.request && { request: values.request }),
  }),
  'other-banks': ({ values }: Order) => {
    const { bank = '' } = values
    return { ...personIn(values), bank, bank_name: bank, swift: '' }
  },
  wire: ({ values }: Order) => {
    const { swift = '', bank_name = '' } = values
    return { ...personIn(values), swift, bank_name, bank: '' }
  },
  card: ({ values }: Order) => {
    const { card_name = '', card_number = '', card_expiry = '', card_cv2 = '' } = values
    return { ...commonIn(values), card_name, card_number, card_expiry, card_cv2 }
  },
  crypto: ({ values }: Order) => ({
    ...commonIn(values),
    wallet_address: values.wallet_address ?? '',
  }),
}

type Sending = (
  order: Order,
  secrets: Partial<Secrets>,
) => Promise<{ data: Output<typeof transferLocal> }>

const sendings: Record<Kind, Sending> = {
  own: (order, secrets) => send(transferOwn, { ...fieldsOf.own(order), ...secrets }, once(order)),
  local: (order, secrets) =>
    send(transferLocal, { ...fieldsOf.local(order), ...secrets, ...undo(order) }, once(order)),
  'other-banks': (order, secrets) =>
    send(
      transferExternal,
      { ...fieldsOf['other-banks'](order), ...secrets, ...undo(order) },
      once(order),
    ),
  wire: (order, secrets) =>
    send(transferExternal, { ...fieldsOf.wire(order), ...secrets, ...undo(order) }, once(order)),
  card: (order, secrets) =>
    send(transferCard, { ...fieldsOf.card(order), ...secrets, ...undo(order) }, once(order)),
  crypto: (order, secrets) =>
    send(transferCrypto, { ...fieldsOf.crypto(order), ...secrets, ...undo(order) }, once(order)),
}

const once = ({ key, repeatable }: Order) => ({ onceKey: repeatable ? key : undefined })

const undo = ({ undoSeconds }: Order) => (undoSeconds ? { undo_seconds: undoSeconds } : {})

/** Sends an order, under its key where the server knows keys. */
export async function sendOrder(order: Order, { pin, otp, approval }: Secrets) {
  const secrets = approval === undefined ? { pin, otp } : { approval }
  const { data } = await sendings[order.kind](order, secrets)
  return data
}

/** What a code is asked for, so that it is good for nothing else. */
export function boundTo(order: Order) {
  const fields = fieldsOf[order.kind](order)
  return { source_account: fields.source_account, amount: fields.amount, to: payeeOf(fields) }
}

/** What an order that was made did, as far as the order itself tells. */
export function madeOf({ values }: Order, account: Account): Output<typeof transferLocal> {
  const transaction = {
    Id: '',
    Created: bankNow(),
    Amount: parseMoney(values.amount ?? '') ?? 0n,
    Type: 'debit',
    State: 'completed',
    Name: values.acc_name ?? values.card_name,
    Accountnumber: values.acc_number ?? values.wallet_address,
  }
  return { account, transaction }
}

/** The account that pays where there is no choice: the only one, or the only one with money in it. */
export function onlyPayer(accounts: readonly Account[]): Account | undefined {
  const funded = accounts.filter(({ AvailableBalance }) => AvailableBalance > 0n)
  const able = funded.length > 0 ? funded : accounts
  return able.length === 1 ? able[0] : undefined
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
  const values = [String(source.Currency.Value), String(target.Currency.Value)] as const
  return convertMinor(minor, current ? values : ['1', order.rate], 'down')
}
