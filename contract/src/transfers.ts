import * as z from 'zod/mini'
import { transferred } from './accounts.ts'
import { banks } from './banks.ts'
import { anything, call } from './call.ts'
import {
  approvalText,
  digits,
  optionalFlag,
  optionalText,
  payeeText,
  quoted,
  slot,
  text,
  undoSeconds,
} from './fields.ts'
import { limits, requestLimits } from './limits.ts'
import * as messages from './messages.ts'
import { amount } from './money.ts'
import { isBic, isBitcoinAddress, isCardExpiry, isCardNumber, isForeignNumber } from './numbers.ts'

/** What every transfer form collects first. */
const order = z.object({
  source_account: text(messages.transferFieldsMissing),
  amount: amount(messages.transferFieldsMissing),
  /** Additive: a note for the statement. */
  description: optionalText(140),
})

/** PIN and code join an order on the last panels. */
const confirmation = z.object({
  pin: z._default(
    z
      .string({ error: messages.pinInvalid })
      .check(z.regex(new RegExp(`^(?:[0-9]{${limits.pinLength}})?$`), messages.pinInvalid)),
    '',
  ),
  otp: optionalText(limits.transferCodeLength),
  approval: approvalText,
})
const approved = z.refine<{ pin: string; approval: string }>(
  ({ pin, approval }) => approval !== '' || pin !== '',
  { error: messages.pinInvalid, path: ['pin'] },
)
const fieldBytes = requestLimits.credentialBytes

/** The same of what goes to somebody else. */
const undoable = z.extend(confirmation, {
  /** Additive: how long it can be called back, where this payee was not paid before; else it goes at once. */
  undo_seconds: z._default(undoSeconds, 0),
})

/** What the own-account form collects. */
const own = z.extend(order, {
  destination_account: text(messages.ownDestinationMissing),
  /** Additive: the rate the customer saw, where currencies differ. */
  rate: optionalText(40),
})
const elsewhere = z.refine<{ source_account: string; destination_account: string }>(
  (ordered) => ordered.source_account !== ordered.destination_account,
  { error: messages.ownDestinationMissing, path: ['destination_account'] },
)
export const ownOrder = own.check(elsewhere)

/** What the local-transfer form collects. */
export const localOrder = z.extend(order, {
  acc_number: text(messages.payeeUnknown, 40),
  acc_name: text(messages.payeeUnknown, 120),
  save_recipient: optionalFlag,
  /** Additive: the token of the request that this pays. */
  request: optionalText(100),
})

const external = z.extend(order, {
  acc_number: text(messages.payeeUnknown, 40).check(
    z.refine(isForeignNumber, messages.payeeUnknown),
  ),
  acc_name: text(messages.payeeUnknown, 120),
  bank_name: optionalText(120),
  bank: optionalText(120),
  swift: optionalText(20),
  save_recipient: optionalFlag,
})

const isBank = (name: string) => (banks as readonly string[]).includes(name)

/** What the other-banks form collects: a bank of the list. */
export const otherBankOrder = z.extend(external, {
  bank: text(messages.bankMissing, 120).check(z.refine(isBank, messages.bankMissing)),
})

/** What the wire-transfer form collects: swift code and bank name. */
export const wireOrder = z.extend(external, {
  swift: text(messages.swiftAndBankMissing, 20).check(
    z.refine(isBic, messages.swiftAndBankMissing),
  ),
  bank_name: text(messages.swiftAndBankMissing, 120),
})

const cardMessage = messages.cardInvalid

/** The card that is paid, once or by a standing order. */
export const paidCard = z.object({
  card_name: text(cardMessage, 120),
  card_number: digits(limits.cardNumberLength, cardMessage).check(
    z.refine(isCardNumber, cardMessage),
  ),
  card_expiry: z
    .string({ error: cardMessage })
    .check(z.regex(/^(0[1-9]|1[0-2])\/[0-9]{2}$/, cardMessage))
    .check(z.refine((expiry) => isCardExpiry(expiry), cardMessage)),
})

/** What the bank-card form collects. */
export const cardOrder = z.extend(order, {
  ...paidCard.shape,
  card_cv2: digits(limits.cvvLength, cardMessage),
})

/** The Bitcoin wallet that is paid, once or by a standing order. */
export const paidWallet = z.object({
  wallet_address: text(messages.walletInvalid, 100).check(
    z.refine(isBitcoinAddress, messages.walletInvalid),
  ),
})

/** What the Bitcoin form collects. */
export const cryptoOrder = z.extend(order, paidWallet.shape)

export const resolveAccount = call({
  method: 'GET',
  path: 'resolve-account/{accountNumber}',
  access: 'customer',
  request: z.object({ accountNumber: slot(messages.payeeUnknown) }),
  response: z.string(),
})

const payeeVerdicts = ['match', 'close', 'none', 'unavailable'] as const
export type PayeeAnswer = (typeof payeeVerdicts)[number]

/** Additive: confirmation of payee. The holder's name comes only with `close`. */
export const checkPayee = call({
  method: 'POST',
  path: 'check-payee',
  access: 'customer',
  request: z.object({
    acc_number: text(messages.payeeUnknown, 40),
    name: text(messages.beneficiaryNameMissing, 120),
  }),
  response: z.object({ verdict: z.enum(payeeVerdicts), name: z.optional(z.string()) }),
})

/** The fields beside the PIN are additive: they bind the code to one order. */
const otpRequest = z.object({
  pin: slot(messages.otpRequestFailed),
  source_account: optionalText(),
  amount: optionalText(40),
  to: payeeText,
})

export const requestOtp = call({
  method: 'GET',
  path: 'request-otp/{pin}',
  access: 'customer',
  request: otpRequest,
  response: anything,
})

/**
 * The same with the PIN in the form, for clients that keep it out of addresses. A card's number comes
 * this way only: it binds the code to the whole number, which belongs into no address either.
 */
export const requestOtpByForm = call({
  method: 'POST',
  path: 'request-otp',
  access: 'customer',
  request: z.extend(otpRequest, { card_number: optionalText(limits.cardNumberLength) }),
  response: anything,
})

export const transferOwn = call({
  method: 'POST',
  path: 'transfer/own-account',
  access: 'customer',
  fieldBytes,
  request: z.extend(own, confirmation.shape).check(elsewhere, approved),
  response: transferred,
})

export const transferLocal = call({
  method: 'POST',
  path: 'transfer/local',
  access: 'customer',
  fieldBytes,
  request: z.extend(localOrder, undoable.shape).check(approved),
  response: transferred,
})

export const transferCard = call({
  method: 'POST',
  path: 'transfer/card',
  access: 'customer',
  fieldBytes,
  request: z.extend(cardOrder, undoable.shape).check(approved),
  response: transferred,
})

export const transferCrypto = call({
  method: 'POST',
  path: 'transfer/crypto',
  access: 'customer',
  fieldBytes,
  request: z.extend(cryptoOrder, undoable.shape).check(approved),
  response: transferred,
})

/** Other banks and wire: which of the two it is shows in its fields. */
export const transferExternal = call({
  method: 'POST',
  path: 'transfer/',
  access: 'customer',
  fieldBytes,
  request: z.extend(external, undoable.shape).check(approved),
  response: transferred,
})

/**
 * What an approval is bound to besides source and amount: the kind of transfer and whom it pays, in the
 * words that the mail with a code repeats. What was typed is quoted, so that no two orders read alike.
 */
export function payeeOf(
  order: { destination_account: string } | Numbered | PaidCard | { wallet_address: string },
): string {
  if ('destination_account' in order) return `own:${order.destination_account}`
  // The bank is told the whole number beside it, and keeps none of this.
  if ('card_number' in order) return `card:${order.card_number.slice(-4)}${cardHolder(order)}`
  if ('wallet_address' in order) return `bitcoin:${order.wallet_address}`
  const { acc_number: number, acc_name, bank, bank_name = '', swift } = order
  if (swift) return `wire:${number} at ${quoted(bank_name)} (${swift}) for ${quoted(acc_name)}`
  // Inside the bank the name is the holder's, whatever was typed.
  return bank ? `bank:${number} at ${quoted(bank)} for ${quoted(acc_name)}` : `local:${number}`
}

/** What the text says of a card after its digits. */
export const cardHolder = ({
  card_name,
  card_expiry,
}: Pick<PaidCard, 'card_name' | 'card_expiry'>): string =>
  ` of ${quoted(card_name)}, ${card_expiry}`

type PaidCard = z.output<typeof paidCard>

type Numbered = {
  acc_number: string
  acc_name: string
  bank?: string
  bank_name?: string
  swift?: string
}
