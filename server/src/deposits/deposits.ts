import { hash } from 'node:crypto'
import {
  type CurrencyCode,
  type Input,
  type initBitcoinDeposit,
  parseMoney,
  toDecimal,
} from '@passbook/contract'
import { ownAccount } from '#accounts/accounts.ts'
import type { Customer } from '#auth/customers.ts'
import type { Sql } from '#db/db.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { Failure, refusal } from '#kernel/failure.ts'
import { qrImage } from '#kernel/qr-image.ts'
import { internalAccount } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'
import { byId } from '#ledger/statement-lines.ts'
import { lockCustomer } from '#security/customer-lock.ts'

/** The bank's wallet, for who may pay in so. */
function walletFor({ config }: Bank, { cryptoPayment }: Customer): string {
  const { allowCrypto, bitcoinWallet } = config
  if (!cryptoPayment || !allowCrypto || !bitcoinWallet) throw refusal('crypto_off')
  return bitcoinWallet
}

/** How long a customer may take the bank at its word on the price. */
const validSeconds = 15 * 60
const satoshisPerBitcoin = 100_000_000n

/** The bank's wallet, with its address, and the amount where one is asked about, as a BIP-21 code to scan. */
export function walletOf(bank: Bank, customer: Customer, { usd }: { usd: string }) {
  const walletId = walletFor(bank, customer)
  const { bitcoinUsdMinor } = bank.config
  const usdMinor = parseMoney(usd) ?? 0n
  const price = usdMinor > 0n ? bitcoinUsdMinor : undefined
  const btc = price === undefined ? undefined : bitcoinsFor(usdMinor, price)
  return {
    data: {
      walletId,
      qr: qrImage(`bitcoin:${walletId}${btc ? `?amount=${btc}` : ''}`),
      ...(price && { btc, usdPerBtc: toDecimal(price), validSeconds }),
    },
  }
}

/** Rounded up to the next satoshi, so that what is sent is never worth less than what was asked for. */
function bitcoinsFor(usdMinor: bigint, priceMinor: bigint): string {
  const satoshis = (usdMinor * satoshisPerBitcoin + priceMinor - 1n) / priceMinor
  const fraction = String(satoshis % satoshisPerBitcoin).padStart(8, '0')
  return `${satoshis / satoshisPerBitcoin}.${fraction}`
}

/** An operator looks at each: whoever has so many under way waits until one was looked at. */
const depositsMax = 10

/** Logs a payment that the customer says is on its way. Nothing moves until it is confirmed. */
export async function announceDeposit(
  bank: Bank,
  customer: Customer,
  order: Input<typeof initBitcoinDeposit> & { onceKey: string | undefined },
): Promise<void> {
  walletFor(bank, customer)
  const account = await ownAccount(bank.db.sql, customer.id, order.account, 'account')
  const { onceKey, amount } = order
  const parts = ['deposit.bitcoin', account.publicId, toDecimal(amount)]
  const once = onceKey && {
    ownerId: customer.id,
    onceKey,
    fingerprint: hash('sha256', JSON.stringify(parts), 'hex'),
  }
  await bank.db.transaction(async (sql) => {
    // Locked: of many at the same moment each sees those before it.
    await lockCustomer(sql, customer.id)
    const known = once && (await ledger.replayOf(sql, once))
    if (!known) await assertRoom(sql, customer.id)
    await ledger.pend(sql, {
      ...momentOf(bank),
      ...(once && { once }),
      accountId: account.id,
      ownerId: customer.id,
      type: 'credit',
      amountMinor: amount,
      line: {
        purpose: 'others',
        method: 'crypto',
        gateway: 'bitcoin',
        name: 'Crypto Deposit',
        description: 'Bitcoin deposit',
      },
    })
  })
}

async function assertRoom(sql: Sql, customerId: bigint): Promise<void> {
  const [row] = await sql<{ count: number }>`
    select count(*)::int4 as count
    from accounts a cross join lateral (
      select from transactions
      where account_id = a.account_id and state = 'pending' and type = 'credit'
        and method = 'crypto' limit ${depositsMax}) waiting
    where a.owner_id = ${customerId}`
  if ((row?.count ?? 0) < depositsMax) return
  throw new Failure('list_full', `You can have at most ${depositsMax} deposits under way`, {
    data: { max: depositsMax },
  })
}

/** The operator has seen the payment arrive, or has not. */
export async function decideDeposit(
  bank: Pick<Bank, 'clock' | 'config'>,
  sql: Sql,
  { transactionId, refused }: { transactionId: string; refused?: string },
): Promise<void> {
  const moment = momentOf(bank)
  const line = await byId(sql, transactionId)
  if (line?.type !== 'credit' || line.method !== 'crypto') {
    throw new Failure('invalid', 'No pending deposit has this reference')
  }
  if (refused !== undefined) {
    const reason = refused.trim()
    if (!reason || reason.length > 200) {
      throw new Failure('invalid', 'Say why, in at most 200 characters')
    }
    await ledger.fail(sql, { transactionId, reason, at: moment.at })
    return
  }
  const [account] = await sql<{ currency: CurrencyCode }>`
    select currency from ledger_accounts where id = ${line.accountId}`
  if (!account) throw new Error('a statement line belongs to an account')
  const counter = await internalAccount(sql, 'crypto', account.currency, line.accountId)
  await ledger.settle(sql, { ...moment, transactionId, counter, kind: 'deposit.bitcoin' })
}
