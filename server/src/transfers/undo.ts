import { messages, uuid } from '@passbook/contract'
import { accountsOf, showAccount, showTransaction } from '#accounts/accounts.ts'
import type { Customer } from '#auth/customers.ts'
import { isFrozen } from '#auth/outgoing.ts'
import { hasPaidBefore } from '#beneficiaries/paid.ts'
import type { Sql } from '#db/db.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import type { LineDetails } from '#ledger/ledger.ts'
import { byId } from '#ledger/statement-lines.ts'
import { wakeOutbox } from '#notifications/outbox.ts'
import type { Placed } from './place.ts'
import { finish, lockWaiting } from './settle.ts'

/** Until when an order can be called back; not at all where none asked for it, or who is paid is known. */
export async function undoUntilFor(
  { db, clock }: Bank,
  customerId: bigint,
  { seconds, line }: { seconds: number; line: LineDetails },
): Promise<Date | undefined> {
  if (seconds === 0 || (await hasPaidBefore(db.sql, { customerId, line }))) return undefined
  return new Date(clock.now().getTime() + seconds * 1000)
}

/**
 * When a transfer is due that is no longer waited for `afterMs` after it cannot be called back: calling
 * back goes by the real clock, and what is due by business time.
 */
export function dueFrom(bank: Bank, undoUntil: Date | undefined, afterMs = 0): Date {
  const undoMs = undoUntil ? undoUntil.getTime() - bank.clock.now().getTime() : 0
  return new Date(momentOf(bank).at.getTime() + Math.max(0, undoMs) + afterMs)
}

/**
 * Calls a transfer back. This and a claim to pay it take the lock of the same row, so exactly one of
 * the two wins. After a claim it is too late for good, even where the lease ran out: the network may
 * have been asked. Asked for again, it answers the same.
 */
export async function callBack(bank: Bank, customer: Customer, id: string): Promise<Placed> {
  const { db, clock } = bank
  await ownTransfer(db.sql, customer, id)
  await db.transaction(async (sql) => {
    const waiting = await lockWaiting(sql, id)
    const now = clock.now()
    // While everything is frozen nothing leaves, so what waited then can be called back until it is not.
    const open =
      waiting?.undoUntil && (waiting.undoUntil > now || (await isFrozen(sql, customer.id)))
    if (waiting && open && waiting.tries === 0) {
      await finish(bank, sql, waiting, { refused: messages.calledBack })
    } else {
      const { line } = await ownTransfer(sql, customer, id)
      if (line.failureReason !== messages.calledBack) {
        throw new Failure('not_pending', messages.undoTooLate)
      }
    }
  })
  wakeOutbox(bank)
  const { line, account } = await ownTransfer(db.sql, customer, id)
  return {
    account: showAccount(account),
    transaction: showTransaction(line, account, { username: customer.username, now: clock.now() }),
  }
}

/** A line of the customer's own; another's and an unknown one get the same answer. */
async function ownTransfer(sql: Sql, { id: customerId }: Customer, id: string) {
  const line = uuid.test(id) ? await byId(sql, id) : null
  const own = line ? await accountsOf(sql, customerId, { withClosed: true }) : []
  const account = own.find((one) => one.id === line?.accountId)
  if (!line || !account) throw new Failure('not_yours', messages.transferNotYours)
  return { line, account }
}
