import { hash } from 'node:crypto'
import { formatDateTime, isSpoken, limits, messages, toDecimal, toMoney } from '@passbook/contract'
import { json, type Sql } from '#db/db.ts'
import { approvalMoment, type Bank } from '#kernel/context.ts'
import { Failure, refusal } from '#kernel/failure.ts'
import type { Keys } from '#kernel/secret-key.ts'
import { spendAttempt, tooMany } from '#limits/attempts.ts'
import type { Said } from '#mail/said.ts'
import { transferCodeMail } from '#mail/templates.ts'
import type { Customer } from './customers.ts'
import { codeReader } from './mail-address.ts'
import { anyOf, hmac, hmacs, newCode, pinHmacs } from './secrets.ts'
import { passkeyRefused } from './webauthn.ts'

const codeMinutes = 5

/**
 * The order that a code is good for. Without `to` it pays anybody, but only so much and from this
 * account: all that the mail says of it then.
 */
export type CodeOrder = { sourceAccount: string; amountMinor: bigint; to: string }

/** The order that a code is asked for, its words for the mail, and whether money comes in by it. */
export type CodePurpose = {
  order?: CodeOrder | undefined
  purpose?: Said | undefined
  incoming?: boolean | undefined
}

/** What a client says of the order that it wants a code or a challenge for. */
export type Named = { source_account: string; amount: string; to: string; card_number?: string }

/** One text per order, so that a code cannot pay another. */
export const orderHash = ({ sourceAccount, amountMinor, to }: CodeOrder): string =>
  hash('sha256', JSON.stringify([sourceAccount, toDecimal(amountMinor), to]), 'hex')

/**
 * A card as an approval is bound to it: the whole number, and the words for its holder and its last month,
 * none of which is kept. Today's key first.
 */
export const cardPayees = (
  keys: Keys,
  customerId: bigint,
  { number, holder }: { number: string; holder: string },
): string[] => hmacs(keys, 'card', String(customerId), number, holder).map((mark) => `card:${mark}`)

/** HMACs of PIN and code: nothing else of them reaches the database or its log. */
export function approvalOf(
  keys: Keys,
  customerId: bigint,
  { pin, otp }: { pin: string; otp: string },
): { pinHmac: string; codeHmac: string } {
  return { pinHmac: pinHmacs(keys, customerId, pin), codeHmac: codeHmacs(keys, customerId, otp) }
}

/** HMACs of a code; an empty code stays empty, which equals no stored HMAC. */
const codeHmacs = (keys: Keys, customerId: bigint, code: string) =>
  code && anyOf(hmacs(keys, 'transfer-code', String(customerId), code))

/**
 * The refusal behind what the functions of approvals and limits answered. Only `ok` is none: an
 * answer that nobody knows is an error, and never an approval.
 */
export function approvalFailure(
  answer: string,
  bank: Pick<Bank, 'clock' | 'config'>,
): Failure | undefined {
  if (answer === 'ok') return undefined
  const [code = '', ...details] = answer.split(':')
  if (code === 'pin_locked') return tooMany(Number(details[0]), code)
  if (code === 'pin_wrong') return refusal(code, { data: { triesLeft: Number(details[0]) } })
  if (code === 'daily_limit' && details.length > 0) return limitFailure(details)
  if (code === 'cooling') return coolingFailure(details, bank)
  if (code === 'passkey_refused') return passkeyRefused()
  if (!isSpoken(code)) throw new Error(`an approval was answered ${answer}`)
  return refusal(code)
}

/** Beside the bank's limit for a day there is one for exchanges, and those of the customer's own. */
function limitFailure([kind = '', usdMinor = '0']: string[]): Failure {
  if (kind === 'exchange') return new Failure('daily_limit', messages.exchangeLimit)
  const amount = inDollars(usdMinor)
  const message =
    kind === 'day'
      ? `This is above your own limit of ${amount} a day`
      : `This is above your own limit of ${amount} a transfer`
  return new Failure('daily_limit', message, { data: { ownLimit: true } })
}

/**
 * It is over at a real moment. Where a demonstration has moved the bank's date ahead, that would be one
 * of long ago, so the hours are said in its place.
 */
function coolingFailure(
  [seconds, usdMinor = '0']: string[],
  { clock, config }: Pick<Bank, 'clock' | 'config'>,
): Failure {
  const until = new Date(Number(seconds) * 1000)
  const now = clock.now()
  const isMoved = clock.businessNow().getTime() - now.getTime() > 60_000
  // The database tells whole seconds, rounded: what is a second over is no further hour.
  const leftMs = until.getTime() - now.getTime() - 1000
  const hours = Math.max(1, Math.ceil(leftMs / 3_600_000))
  const time = formatDateTime(until, config.bankZone)
  const amount = inDollars(usdMinor)
  const words = {
    date: `After a change to your security, new payees get at most ${amount} a day until ${time}`,
    hour: `After a change to your security, new payees get at most ${amount} a day for another ${hours} hour`,
    hours: `After a change to your security, new payees get at most ${amount} a day for another ${hours} hours`,
  }
  const message = words[!isMoved ? 'date' : hours === 1 ? 'hour' : 'hours']
  return new Failure('cooling', message, { data: { until: until.toISOString() } })
}

const inDollars = (usdMinor: string) => toMoney(BigInt(usdMinor), '$')

/** Looks at a PIN on its own; the counter is the one that transfers use. */
export async function pinFailure(
  bank: Pick<Bank, 'clock' | 'config'>,
  sql: Sql,
  { customerId, pin }: { customerId: bigint; pin: string },
): Promise<Failure | undefined> {
  const [row] = await sql<{ answer: string }>`
    select approve_pin(${customerId}, ${pinHmacs(bank.config, customerId, pin)},
      ${bank.clock.now()}) as answer`
  return approvalFailure(row?.answer ?? '', bank)
}

/** What approves one action: a PIN, and a code where the customer uses codes. */
export type Approval = { pin: string; otp: string }

/** The same, or a passkey's signature in place of both. */
export type GivenApproval = Approval & { approval: string }

/** A passkey's approval that has been verified: the name of its proof, and the order as it is now. */
export type Signed = { name: string; orderHash: string }

/**
 * Approves what is no transfer, in the caller's transaction: its code is spent only where that goes
 * through. The refusal is returned, not thrown, so that a wrong PIN or code is counted: whoever gets
 * one ends the transaction without an error. A code must have been asked for with this very order,
 * in one of the words that `orders` has for it; a passkey's approval has been verified by then.
 */
export async function approveAction(
  bank: Bank,
  sql: Sql,
  who: { customerId: bigint; incoming?: true },
  {
    orders,
    approval,
    signed,
  }: { orders: CodeOrder[]; approval: Approval; signed?: Signed | undefined },
): Promise<Failure | undefined> {
  const { config } = bank
  const { pinHmac, codeHmac } = approvalOf(config, who.customerId, approval)
  const by = signed
    ? { approval: signed.name, approval_order: signed.orderHash }
    : {
        pin_hmac: pinHmac,
        code_hmac: codeHmac,
        order_hashes: orders.map(orderHash),
        bound: true,
      }
  const asked = {
    customer: who.customerId,
    ...approvalMoment(bank),
    ...by,
    incoming: who.incoming,
  }
  const [row] = await sql<{ answer: string }>`select approve_action(${json(asked)}) as answer`
  return refusalOf(row?.answer ?? '', approval, bank)
}

/** No code at all is told from a wrong one: the customer has yet to be asked for it. */
export function refusalOf(
  answer: string,
  { otp }: Approval,
  bank: Pick<Bank, 'clock' | 'config'>,
): Failure | undefined {
  const unasked = otp === '' && (answer === 'otp_wrong' || answer === 'otp_spent')
  return unasked ? refusal('otp_needed') : approvalFailure(answer, bank)
}

/** Mails a code for one transfer, after the PIN; the mail says what it is for where that is known. */
export async function requestTransferCode(
  bank: Bank,
  customer: Customer,
  { pin, order, purpose, incoming = false }: { pin: string } & CodePurpose,
): Promise<void> {
  const { db, mailer, config } = bank
  const at = bank.clock.now()
  const wellFormed = new RegExp(`^[0-9]{${limits.pinLength}}$`).test(pin)
  const [row] = await db.sql<{ answer: string }>`
    select approve_code_request(${customer.id}, ${pinHmacs(config, customer.id, pin)},
      ${incoming}, ${at}) as answer`
  const failure = approvalFailure(row?.answer ?? '', bank)
  if (failure) {
    const misspelt = failure.code === 'pin_wrong' && !wellFormed
    throw misspelt
      ? new Failure('pin_wrong', messages.otpRequestFailed, { data: failure.data })
      : failure
  }
  const code = newCode(limits.transferCodeLength)
  const expires = new Date(at.getTime() + codeMinutes * 60_000)
  await db.transaction(async (sql) => {
    await spendAttempt(sql, { bucket: `code:sent:${customer.id}`, max: 60, seconds: 3600, now: at })
    await sql`
      insert into transfer_codes(customer_id, code_hmac, order_hash, created_at, expires_at)
      values (${customer.id}, ${hmac(config.secretKey, 'transfer-code', String(customer.id), code)},
        ${order ? orderHash(order) : null}, ${at}, ${expires})`
    await mailer.queue(
      sql,
      transferCodeMail(await codeReader(sql, customer.id), code, expires, purpose),
    )
  })
}

/** An idempotency key made of the code, where the client sent none: a retry gets its answer. */
export async function codeKey(
  { db, clock, config }: Bank,
  customer: Customer,
  otp: string,
): Promise<string | undefined> {
  if (!customer.useOtp || otp === '') return undefined
  const [row] = await db.sql<{ id: bigint }>`
    select id from transfer_codes
    where customer_id = ${customer.id} and expires_at > ${clock.now()}
      and hmac_fits(code_hmac, ${codeHmacs(config, customer.id, otp)})
    order by id desc limit 1`
  return row && `code:${row.id}`
}
