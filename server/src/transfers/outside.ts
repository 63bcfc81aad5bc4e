import {
  banks,
  cardHolder,
  check,
  type Input,
  isCardExpiry,
  isCardNumber,
  messages,
  otherBankOrder,
  payeeOf,
  type transferCard,
  type transferCrypto,
  type transferExternal,
  wireOrder,
} from '@passbook/contract'
import { Network, validate } from 'bitcoin-address-validation'
import { isValidBIC, isValidIBAN } from 'ibantools'
import { ownAccount } from '#accounts/accounts.ts'
import { cardPayees } from '#auth/approval.ts'
import type { Customer } from '#auth/customers.ts'
import { keepNewRecipient } from '#beneficiaries/beneficiaries.ts'
import type { Bank, Rail } from '#kernel/context.ts'
import { type Failure, invalid, refusal } from '#kernel/failure.ts'
import type { LineDetails } from '#ledger/ledger.ts'
import { unknownPayee } from './payees.ts'
import { type Confirmed, type Placed, place } from './place.ts'
import { dueFrom, undoUntilFor } from './undo.ts'

type OnceKey = { onceKey: string | undefined }

/** Pays an account at another bank, by the list or by wire; held until the rail has paid. */
export async function sendExternal(
  bank: Bank,
  customer: Customer,
  order: Input<typeof transferExternal> & OnceKey,
): Promise<Placed> {
  const to = toBank(order)
  const placed = await send(bank, customer, order, to)
  if (order.save_recipient) {
    const { accountNumber, bank: bankName, swift } = to.line
    await keepNewRecipient(bank, customer.id, {
      type: to.type === 'wire' ? 'wire transfer' : 'other banks',
      accountNumber,
      accountName: order.acc_name,
      bankName,
      swift,
      now: bank.clock.now(),
    })
  }
  return placed
}

type External = Pick<
  Input<typeof transferExternal>,
  'acc_number' | 'acc_name' | 'bank' | 'bank_name' | 'swift' | 'source_account'
>

/** An account at another bank, checked: one of the list, or by wire. */
export function toBank(order: External) {
  const wire = order.swift !== '' || !(banks as readonly string[]).includes(order.bank)
  const checked = wire && order.bank_name + order.swift !== '' ? wireOf(order) : bankOf(order)
  const number = checkedNumber(order.acc_number)
  const { acc_number, bank, bank_name, swift } = order
  const approved = payeeOf(order)
  return {
    type: checked.type,
    rail: checked.rail,
    railPayee: number,
    payee: swift
      ? `wire:${acc_number} at ${bank_name} (${swift})`
      : `bank:${acc_number} at ${bank}`,
    codePayees: [approved],
    signedPayee: approved,
    details: [order.acc_name, checked.bankName, checked.swift],
    line: {
      method: checked.type,
      gateway: checked.rail,
      name: order.acc_name,
      accountNumber: number,
      bank: checked.bankName,
      swift: checked.swift,
    },
  } satisfies Destination
}

function bankOf(order: External) {
  const checked = check(otherBankOrder, { ...order, amount: '1' })
  if (!checked.ok) throw invalid(checked.field, checked.message)
  return { type: 'other-banks', rail: 'bank' as const, bankName: order.bank, swift: '' }
}

function wireOf(order: External) {
  const checked = check(wireOrder, { ...order, amount: '1' })
  const swift = order.swift.toUpperCase()
  if (!checked.ok || !isValidBIC(swift)) {
    const field = isValidBIC(swift) ? 'bank_name' : 'swift'
    throw invalid(field, messages.swiftAndBankMissing)
  }
  return { type: 'wire', rail: 'swift' as const, bankName: order.bank_name, swift }
}

/** An IBAN must be right to its check digits; other numbers are the other bank's affair. */
function checkedNumber(typed: string): string {
  const number = typed.replaceAll(' ', '').toUpperCase()
  const plausible = /^[A-Z]{2}/.test(number) ? isValidIBAN(number) : /^[0-9A-Z]{6,34}$/.test(number)
  if (!plausible) throw unknownPayee('acc_number')
  return number
}

/** Pays to a bank card. Its number is cut to four digits and its CVV dropped here, at once. */
export async function sendToCard(
  bank: Bank,
  customer: Customer,
  {
    card_number,
    card_cv2: _dropped,
    card_expiry,
    card_name,
    ...order
  }: Input<typeof transferCard> & OnceKey,
): Promise<Placed> {
  const card = { card_number, card_expiry, card_name }
  return send(bank, customer, order, toCard(bank, customer.id, card))
}

type Card = Pick<Input<typeof transferCard>, 'card_number' | 'card_expiry' | 'card_name'>

/** A bank card, checked; of its number four digits are left. */
export function toCard(
  { config }: Pick<Bank, 'config'>,
  customerId: bigint,
  { card_number, card_expiry, card_name }: Card,
) {
  if (!isCardNumber(card_number)) throw invalid('card_number', messages.cardInvalid)
  if (!isCardExpiry(card_expiry)) throw invalid('card_expiry', messages.cardInvalid)
  const lastFour = card_number.slice(-4)
  const card = { number: card_number, holder: cardHolder({ card_name, card_expiry }) }
  const cardNames = cardPayees(config, customerId, card)
  return {
    type: 'card',
    rail: 'card' as const,
    railPayee: lastFour,
    payee: `card:${lastFour}`,
    codePayees: cardNames,
    ...(cardNames[0] !== undefined && { signedPayee: cardNames[0] }),
    details: [card_name, card_expiry],
    line: {
      method: 'card',
      gateway: 'card',
      name: card_name,
      accountNumber: `**** ${lastFour}`,
    },
  } satisfies Destination
}

/** Pays to a Bitcoin wallet, for customers who have that switched on. */
export async function sendCrypto(
  bank: Bank,
  customer: Customer,
  order: Input<typeof transferCrypto> & OnceKey,
): Promise<Placed> {
  return send(bank, customer, order, {
    ...toWallet(order),
    refusal: cryptoRefusal(bank, customer),
  })
}

/** Bitcoin that is not switched on, for the customer or at the bank. */
export const cryptoRefusal = (
  { config }: Pick<Bank, 'config'>,
  { cryptoPayment }: Pick<Customer, 'cryptoPayment'>,
): Failure | undefined => (cryptoPayment && config.allowCrypto ? undefined : refusal('crypto_off'))

/** A Bitcoin wallet, checked. */
export function toWallet(order: { wallet_address: string }) {
  const wallet = order.wallet_address
  if (!validate(wallet, Network.mainnet)) throw invalid('wallet_address', messages.walletInvalid)
  return {
    type: 'crypto',
    rail: 'bitcoin' as const,
    railPayee: wallet,
    payee: payeeOf(order),
    details: [],
    line: {
      method: 'crypto',
      gateway: 'bitcoin',
      name: 'Bitcoin wallet',
      accountNumber: wallet,
    },
  } satisfies Destination
}

/** Where money leaves the bank to. */
type Destination = {
  type: string
  rail: Rail
  railPayee: string
  /** What the fingerprint of a key holds, with `details`: other words would refuse a retry after an upgrade. */
  payee: string
  codePayees?: string[]
  signedPayee?: string
  details: string[]
  line: LineDetails
  /** Why nothing may go there now, unless it went already. */
  refusal?: Failure | undefined
}

type Leaving = Confirmed & {
  source_account: string
  amount: bigint
  description: string
  undo_seconds: number
}

async function send(
  bank: Bank,
  customer: Customer,
  order: Leaving,
  to: Destination,
): Promise<Placed> {
  const source = await ownAccount(bank.db.sql, customer.id, order.source_account, 'source_account')
  const line: LineDetails = { purpose: 'transfer', description: order.description, ...to.line }
  const undo = { seconds: order.undo_seconds, line }
  const undoUntil = await undoUntilFor(bank, customer.id, undo)
  // The rail is not asked before the customer can no longer call it back.
  const dueAt = dueFrom(bank, undoUntil, bank.config.railSeconds * 1000)
  return place(
    bank,
    customer,
    {
      type: to.type,
      source,
      amountMinor: order.amount,
      payee: to.payee,
      ...(to.codePayees && { codePayees: to.codePayees }),
      ...(to.signedPayee && { signedPayee: to.signedPayee }),
      details: [...to.details, order.description],
      counts: 'sent',
      refusal: to.refusal,
      effect: {
        accountId: source.id,
        amountMinor: order.amount,
        line,
        transfer: { rail: to.rail, payee: to.railPayee, dueAt, undoUntil },
      },
    },
    order,
  )
}
