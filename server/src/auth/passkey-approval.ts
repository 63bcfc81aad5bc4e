import { createHash, hash, randomBytes } from 'node:crypto'
import { toDecimal } from '@passbook/contract'
import { type OwnAccount, ownAccount } from '#accounts/accounts.ts'
import type { Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import type { PostedLine } from '#ledger/ledger.ts'
import { spendAttempt } from '#limits/attempts.ts'
import { noteEvent } from '#security/note-event.ts'
import type { CodeOrder, Signed } from './approval.ts'
import type { Customer } from './customers.ts'
import { type Passkey, passkeyOf, proveSigned } from './passkeys.ts'
import { hashToken } from './secrets.ts'
import {
  challengeIn,
  challengeMs,
  passkeyRefused,
  requestOptions,
  signedParts,
  spkiOf,
} from './webauthn.ts'

/** An order as a passkey approves it: the currency is said too, since an amount alone is none. */
export type SignedOrder = CodeOrder & { currency: string }

/** What is approved, word for word, so that anybody can read it later. */
const orderText = ({ sourceAccount, amountMinor, currency, to }: SignedOrder): string => {
  const kind = to.replace(/:.*$/s, '')
  return JSON.stringify({
    kind,
    source: sourceAccount,
    amount: toDecimal(amountMinor),
    currency,
    payee: to,
  })
}

/** Names the one order that an approval is good for. */
export const signedOrderHash = (order: SignedOrder): string =>
  hash('sha256', orderText(order), 'hex')

/** SHA-256 of nonce, customer and order: a signature over it is a signature over all three. */
const challengeOf = (nonce: Buffer, { username }: Customer, orderHash: string): Buffer =>
  createHash('sha256').update(nonce).update(username).update(orderHash).digest()

/** A challenge that is bound to one order, for a passkey of this customer. */
export async function approvalOptions(bank: Bank, customer: Customer, order: CodeOrder) {
  const { db, clock, config } = bank
  const now = clock.now()
  const bucket = `passkey:options:${customer.id}`
  await spendAttempt(db.sql, { bucket, max: 60, seconds: 3600, now })
  const { sql } = db
  const { currency } = await ownAccount(sql, customer.id, order.sourceAccount, 'source_account')
  const allowed = await sql<{ id: string }>`
    select credential_id as id from passkeys where customer_id = ${customer.id}`
  if (allowed.length === 0) throw passkeyRefused()
  const text = orderText({ ...order, currency })
  const nonce = randomBytes(32)
  const challenge = challengeOf(nonce, customer, hash('sha256', text, 'hex'))
  await sql`
    insert into passkey_challenges(hash, kind, customer_id, nonce, order_text, expires_at)
    values (${hashToken(challenge.toString('base64url'))}, 'approve', ${customer.id},
      ${nonce.toString('base64url')}, ${text}, ${new Date(now.getTime() + challengeMs)})`
  return requestOptions(config, { challenge, allowed: allowed.map(({ id }) => id) })
}

/**
 * Verifies that a passkey of the customer has signed this very order and keeps the proof, which the
 * database then spends together with what it pays for. The same answer sent again, after a lost reply,
 * finds the proof that it made. Where no answer is given it is for PIN and code to approve. It opens a
 * transaction of its own, so it runs before that of its caller: the embedded database has one connection.
 */
export async function approvedBy(
  bank: Bank,
  customer: Customer,
  { credential, order }: { credential: string; order: SignedOrder },
): Promise<Signed | undefined> {
  if (credential === '') return undefined
  const { sql } = bank.db
  const challenge = challengeIn(credential)
  const challengeHash = hashToken(challenge)
  const { signature } = signedParts(credential)
  const [before] = await sql<{ signature: string }>`
    select signature from passkey_approvals
    where challenge_hash = ${challengeHash} and customer_id = ${customer.id}`
  const orderHash = signedOrderHash(order)
  if (before?.signature === signature) return { name: challengeHash, orderHash }
  const [asked] = await sql<{ nonce: string; orderText: string; expiresAt: Date }>`
    delete from passkey_challenges
    where hash = ${challengeHash} and kind = 'approve' and customer_id = ${customer.id}
    returning nonce, order_text as "orderText", expires_at as "expiresAt"`
  if (!asked || asked.expiresAt <= bank.clock.now()) throw passkeyRefused()
  const nonce = Buffer.from(asked.nonce, 'base64url')
  const expected = challengeOf(nonce, customer, orderHash).toString('base64url')
  if (expected !== challenge) throw passkeyRefused()
  const passkey = await passkeyOf(sql, credential)
  if (passkey.customerId !== customer.id) throw passkeyRefused()
  await proveSigned(bank, { passkey, credential, challenge })
  await keepProof(bank, { passkey, credential, challengeHash, asked, orderHash })
  return { name: challengeHash, orderHash }
}

/** The same for an account that is still to be read: one that is given must be right. */
export async function signatureOf(
  bank: Bank,
  customer: Customer,
  given: { credential: string; account: string; order: (account: OwnAccount) => CodeOrder },
): Promise<Signed | undefined> {
  if (given.credential === '') return undefined
  const account = await ownAccount(bank.db.sql, customer.id, given.account, 'account')
  const order = { ...given.order(account), currency: account.currency }
  return approvedBy(bank, customer, { credential: given.credential, order })
}

/**
 * Leaves a spent approval with the bill, or with the line of a loan or of a repayment, that it approved.
 * What is paid again and again without the customer names its approval itself.
 */
export async function keepApproval(
  sql: Sql,
  { name }: Pick<Signed, 'name'>,
  { billId, line }: { billId?: bigint; line?: PostedLine },
): Promise<void> {
  await sql`
    update passkey_approvals set bill_id = ${billId ?? null}, transaction_id = ${line?.id ?? null},
      account_id = ${line?.accountId ?? null}, line = ${line?.line ?? null}
    where challenge_hash = ${name}`
}

type Proof = {
  passkey: Passkey
  credential: string
  challengeHash: string
  asked: { nonce: string; orderText: string }
  orderHash: string
}

async function keepProof(
  { db, clock }: Bank,
  { passkey, credential, challengeHash, asked, orderHash }: Proof,
): Promise<void> {
  const at = clock.now()
  const { clientData, authenticatorData, signature } = signedParts(credential)
  const publicKey = await spkiOf(passkey.publicKey)
  await db.transaction(async (sql) => {
    await sql`
      insert into passkey_approvals(challenge_hash, customer_id, order_hash, order_text, nonce,
        passkey_name, credential_id, public_key, client_data, authenticator_data, signature,
        approved_at, expires_at)
      values (${challengeHash}, ${passkey.customerId}, ${orderHash},
        ${asked.orderText}, ${asked.nonce}, ${passkey.name}, ${passkey.credentialId}, ${publicKey},
        ${clientData}, ${authenticatorData}, ${signature}, ${at},
        ${new Date(at.getTime() + challengeMs)})`
    const { customerId, name } = passkey
    const detail = `${name}: approval`
    await noteEvent(sql, { customerId, kind: 'passkey_used', at, detail })
  })
}
