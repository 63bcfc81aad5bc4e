import type { CurrencyCode } from '@passbook/contract'
import { convertMinor, currencies } from '@passbook/contract'
import type { Sql } from '#db/db.ts'
import { type HouseName, house } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'

/** An account that the history plays on. */
export type Stage = {
  id: bigint
  number: string
  name: string
  currency: CurrencyCode
  ownerName: string
}

/** One thing that happens to money at a moment; `end` is how it stands today. */
export type Event = { at: Date } & (
  | { kind: 'credit'; to: Stage; amountMinor: bigint; rail: Rail; line: ledger.LineDetails }
  | { kind: 'debit'; from: Stage; amountMinor: bigint; rail: Rail; line: ledger.LineDetails }
  | { kind: 'local'; from: Stage; to: Stage; amountMinor: bigint; note: string }
  | { kind: 'own'; from: Stage; to: Stage; amountMinor: bigint; note: string }
  | {
      kind: 'outside'
      type: 'credit' | 'debit'
      account: Stage
      amountMinor: bigint
      rail: Rail
      line: ledger.LineDetails
      end: 'completed' | 'pending' | { failed: string }
    }
)

type Rail = Extract<HouseName, 'clearing' | 'cards' | 'crypto' | 'billers' | 'loans'>

const hourMs = 3_600_000

/** Posts one event the way the bank itself does: at once inside the bank, held and settled outside. */
export async function play(sql: Sql, event: Event, dayOf: (at: Date) => string): Promise<void> {
  const moment = { at: event.at, day: dayOf(event.at) }
  switch (event.kind) {
    case 'credit':
      await ledger.move(sql, {
        ...moment,
        kind: `demo.${event.rail}`,
        from: await house(sql, event.rail, event.to.currency),
        to: event.to.id,
        amountMinor: event.amountMinor,
        toLine: event.line,
      })
      return
    case 'debit':
      await ledger.move(sql, {
        ...moment,
        kind: `demo.${event.rail}`,
        from: event.from.id,
        to: await house(sql, event.rail, event.from.currency),
        amountMinor: event.amountMinor,
        fromLine: event.line,
      })
      return
    case 'local':
    case 'own':
      return playInside(sql, event, moment)
    case 'outside':
      return playOutside(sql, event, moment, dayOf)
  }
}

async function playInside(
  sql: Sql,
  event: Extract<Event, { kind: 'local' | 'own' }>,
  moment: ledger.Moment,
): Promise<void> {
  const { from, to, amountMinor, note } = event
  const ownAccount = event.kind === 'own'
  const shared: ledger.LineDetails = {
    purpose: 'transfer',
    method: ownAccount ? 'own-account' : 'local',
    gateway: 'passbook',
    description: note,
    same: true,
    ownAccount,
  }
  const seen = (other: Stage) => ({
    ...shared,
    name: ownAccount ? other.name : other.ownerName,
    accountNumber: other.number,
  })
  const order = { ...moment, kind: `transfer.${shared.method}`, memo: note }
  if (from.currency === to.currency) {
    await ledger.move(sql, {
      ...order,
      from: from.id,
      to: to.id,
      amountMinor,
      fromLine: seen(to),
      toLine: seen(from),
    })
    return
  }
  const { [from.currency]: sold, [to.currency]: bought } = currencies
  await ledger.exchange(sql, {
    ...order,
    from: { accountId: from.id, currency: from.currency, amountMinor, line: seen(to) },
    to: {
      accountId: to.id,
      currency: to.currency,
      amountMinor: convertMinor(amountMinor, sold.value, bought.value),
      line: seen(from),
    },
  })
}

async function playOutside(
  sql: Sql,
  event: Extract<Event, { kind: 'outside' }>,
  moment: ledger.Moment,
  dayOf: (at: Date) => string,
): Promise<void> {
  const { account, type, amountMinor, line, rail, end } = event
  const { lines } = await ledger.pend(sql, {
    ...moment,
    accountId: account.id,
    type,
    amountMinor,
    line,
  })
  const transactionId = lines[0]?.id
  if (!transactionId || end === 'pending') return
  const at = new Date(event.at.getTime() + 2 * hourMs)
  if (end !== 'completed') {
    await ledger.fail(sql, { transactionId, reason: end.failed, at })
    return
  }
  await ledger.settle(sql, {
    at,
    day: dayOf(at),
    transactionId,
    counter: await house(sql, rail, account.currency),
    kind: `settle.${rail}`,
  })
}
