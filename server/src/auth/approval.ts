import { hash } from 'node:crypto'
import { isSpoken, limits, messages, toDecimal } from '@passbook/contract'
import type { Bank } from '#kernel/context.ts'
import { momentOf } from '#kernel/context.ts'
import { Failure, refusal } from '#kernel/failure.ts'
import type { Keys } from '#kernel/secret-key.ts'
import { spendAttempt, tooMany } from '#limits/attempts.ts'
import { transferCodeMail } from '#mail/templates.ts'
import type { Customer } from './customers.ts'
import { codeReader } from './mail-address.ts'
import { anyOf, hmac, hmacs, newCode, pinHmacs } from './secrets.ts'

const codeMinutes = 5

/**
 * The order that a code is good for. Without `to` it pays anybody, but only so much and from this
 * account: all that the mail says of it then.
 */
export type CodeOrder = { sourceAccount: string; amountMinor: bigint; to: string }

/** One text per order, so that a code cannot pay another. */
export const orderHash = ({ sourceAccount, amountMinor, to }: CodeOrder): string =>
  hash('sha256', JSON.stringify([sourceAccount, toDecimal(amountMinor), to]), 'hex')

/** A card as a code is bound to it: the whole number, which is kept nowhere. Today's key first. */
export const cardPayees = (keys: Keys, customerId: bigint, cardNumber: string): string[] =>
  hmacs(keys, 'card', String(customerId), cardNumber).map((mark) => `card:${mark}`)

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

/** The refusal behind what approve_pin, approve_code or transfer_order answered; none for others. */
export function approvalFailure(answer: string): Failure | undefined {
  const [code = '', seconds] = answer.split(':')
  if (code === 'pin_locked') return tooMany(Number(seconds), code)
  return isSpoken(code) ? refusal(code) : undefined
}

/** Checks a PIN on its own; the counter is the one that transfers use. */
export async function checkPin(
  { db, clock, config }: Bank,
  customerId: bigint,
  pin: string,
): Promise<void> {
  const [row] = await db.sql<{ answer: string }>`
    select approve_pin(${customerId}, ${pinHmacs(config, customerId, pin)},
      ${clock.now()}) as answer`
  const failure = approvalFailure(row?.answer ?? '')
  if (failure) throw failure
}

/** Mails a code for one transfer, after the PIN; the mail says what it is for where that is known. */
export async function requestTransferCode(
  bank: Bank,
  customer: Customer,
  { pin, order, purpose }: { pin: string; order?: CodeOrder; purpose?: string },
): Promise<void> {
  const { db, mailer, config } = bank
  const wellFormed = new RegExp(`^[0-9]{${limits.pinLength}}$`).test(pin)
  try {
    await checkPin(bank, customer.id, pin)
  } catch (error) {
    const misspelt = error instanceof Failure && error.code === 'pin_wrong' && !wellFormed
    throw misspelt ? new Failure('pin_wrong', messages.otpRequestFailed) : error
  }
  if (!customer.allowTransfer) throw refusal('transfers_off')
  if (customer.lockOtp) throw refusal('otp_locked')
  const { at } = momentOf(bank)
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
