import { type CurrencyCode, cardRefusals, uuid } from '@passbook/contract'
import { json, type Sql } from '#db/db.ts'
import { type Bank, momentOf } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { sumWords } from '#kernel/words.ts'
import { internalAccount } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'
import { notify } from '#notifications/notifications.ts'
import { publishList } from '#notifications/publish.ts'

type Clocked = Pick<Bank, 'clock' | 'config'>

type Asked = {
  cardId: string
  amountMinor: bigint
  merchant: string
  online: boolean
  abroad: boolean
}

const lineFor = (merchant: string): ledger.LineDetails => ({
  purpose: 'others',
  method: 'card payment',
  gateway: 'cards',
  name: merchant,
  description: 'Card payment',
})

/**
 * A merchant asks for money: it is held, or refused for a reason that the holder reads at once. Both
 * leave a row. Answers the payment's id, and why it was refused.
 */
export async function authorise(
  bank: Clocked,
  sql: Sql,
  { cardId, amountMinor, merchant, online, abroad }: Asked,
): Promise<{ id: string; refused: string | null }> {
  const moment = momentOf(bank)
  const asked = {
    ...{ card: cardId, amount: amountMinor, merchant, online, abroad, ...moment },
    line: ledger.lineJson(lineFor(merchant)),
  }
  const [answer] = await sql<{ id: string; refusal: string | null }>`
    select o_id as id, o_refusal as refusal from card_authorise(${json(asked)})`
  if (!answer) throw new Error('card_authorise answers one row')
  if (answer.refusal === null) return { id: answer.id, refused: null }
  const reason = reasonOf(answer.refusal)
  const [card] = await sql<{ customerId: bigint; lastFour: string; currency: CurrencyCode }>`
    select c.customer_id as "customerId", c.last_four as "lastFour", l.currency
    from cards c join ledger_accounts l on l.id = c.account_id where c.id = ${cardId}`
  if (!card) throw new Error('a card that was asked belongs to somebody')
  const sum = sumWords(amountMinor, card.currency)
  await notify(sql, card.customerId, {
    title: 'Card payment refused',
    body: `${sum} at ${merchant}, card ending in ${card.lastFour}: ${reason}.`,
    now: moment.at,
  })
  await publishList(sql, card.customerId, 'cards')
  return { id: answer.id, refused: reason }
}

/** A refusal in words. */
export const reasonOf = (code: string): string =>
  code in cardRefusals ? cardRefusals[code as keyof typeof cardRefusals] : code

type Payment = {
  id: string
  accountId: bigint
  transactionId: string
  amountMinor: bigint
  merchant: string
  currency: CurrencyCode
  customerId: bigint
}

async function waiting(sql: Sql, id: string): Promise<Payment> {
  // By the key: as a text it would be compared with every payment there is.
  const [payment] = !uuid.test(id)
    ? []
    : await sql<Payment & { state: string }>`
    select p.id, p.account_id as "accountId", p.transaction_id as "transactionId",
      p.amount_minor as "amountMinor", p.merchant, p.state, l.currency, l.owner_id as "customerId"
    from card_payments p join ledger_accounts l on l.id = p.account_id
    where p.id = ${id} for update of p`
  if (!payment) throw new Failure('invalid', 'No card payment has this id')
  if (payment.state !== 'authorised') {
    throw new Failure('not_pending', `This card payment is already ${payment.state}`)
  }
  return payment
}

/** The merchant collects what is held, or less: the rest of the hold is free again. */
export async function capture(
  bank: Clocked,
  sql: Sql,
  { id, amountMinor }: { id: string; amountMinor?: bigint | undefined },
): Promise<void> {
  const payment = await waiting(sql, id)
  const { transactionId, accountId, currency, merchant } = payment
  const wanted = amountMinor ?? payment.amountMinor
  if (wanted < 1n || wanted > payment.amountMinor) {
    throw new Failure('bad_amount', 'Not more than is held can be collected')
  }
  const moment = momentOf(bank)
  const counter = await internalAccount(sql, 'cards', currency, accountId)
  const kind = 'card.captured'
  if (wanted === payment.amountMinor) {
    await ledger.settle(sql, { ...moment, transactionId, counter, kind, memo: id })
    return end(sql, id, 'captured', wanted, { id: transactionId, line: null })
  }
  const reason = `${merchant} collected less`
  await ledger.fail(sql, { transactionId, reason, at: moment.at })
  const { lines } = await ledger.move(sql, {
    ...{ ...moment, kind, memo: id, from: accountId, to: counter, amountMinor: wanted },
    ownerId: payment.customerId,
    fromLine: lineFor(merchant),
  })
  const [line] = lines
  if (!line) throw new Error('a card payment writes a statement line')
  return end(sql, id, 'captured', wanted, line)
}

/** The merchant gives up what is held. */
export async function reverse(bank: Clocked, sql: Sql, { id }: { id: string }): Promise<void> {
  const { transactionId, merchant, amountMinor } = await waiting(sql, id)
  const reason = `${merchant} cancelled it`
  await ledger.fail(sql, { transactionId, reason, at: bank.clock.businessNow() })
  await end(sql, id, 'reversed', amountMinor, { id: transactionId, line: null })
}

async function end(
  sql: Sql,
  id: string,
  state: 'captured' | 'reversed' | 'expired',
  amountMinor: bigint,
  line: { id: string; line: bigint | null },
): Promise<void> {
  await sql`
    update card_payments set state = ${state}, amount_minor = ${amountMinor},
      transaction_id = ${line.id}, line = coalesce(${line.line}::int8, line)
    where id = ${id}`
}

/** Frees the money that no merchant has collected in time; answers of how many payments. */
export async function expireHolds(bank: Bank): Promise<number> {
  const before = new Date(
    bank.clock.businessNow().getTime() - bank.config.cardHoldDays * 86_400_000,
  )
  let freed = 0
  for (;;) {
    const taken = await bank.db.transaction(async (sql) => {
      const old = await sql<{ id: string; transactionId: string; amountMinor: bigint }>`
        select id, transaction_id as "transactionId", amount_minor as "amountMinor"
        from card_payments where state = 'authorised' and at <= ${before}
        order by at limit 100 for update skip locked`
      for (const { id, transactionId, amountMinor } of old) {
        const reason = 'Not collected in time'
        await ledger.fail(sql, { transactionId, reason, at: bank.clock.businessNow() })
        await end(sql, id, 'expired', amountMinor, { id: transactionId, line: null })
      }
      return old.length
    })
    freed += taken
    if (taken === 0) return freed
  }
}
