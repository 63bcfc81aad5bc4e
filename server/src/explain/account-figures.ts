import { type OwnAccount, ownAccount } from '#accounts/accounts.ts'
import { lentLines, monthOf, overviewIn } from '#accounts/statement.ts'
import { part, type Sql } from '#db/db.ts'
import { flows } from '#ledger/flows.ts'
import { type Sums, sumsOf } from '#ledger/statement-lines.ts'
import {
  type Asked,
  type Figure,
  type Made,
  type Position,
  type Scene,
  wrongPage,
} from './figure.ts'
import { flowParts, linePart } from './flow-parts.ts'

type FlowName = keyof typeof flows

const totals: Record<FlowName, (sums: Sums) => bigint> = {
  income: ({ incomeMinor }) => incomeMinor,
  expenses: ({ expenseMinor }) => expenseMinor,
  spent: ({ spendMinor }) => spendMinor,
  net: ({ incomeMinor, expenseMinor }) => incomeMinor - expenseMinor,
}

/** A sum over the lines of an account; without days over all of them. */
export const flow = (
  name: FlowName,
  preset: (scene: Scene) => { from?: string; to?: string } = () => ({}),
): Figure => ({
  async read(scene, asked, after) {
    const { sql } = scene
    const account = await accountIn(scene, asked)
    const { start_date, end_date } = asked
    const { from, to } = start_date ? { from: start_date, to: end_date } : preset(scene)
    const sums = await sumsOf(sql, { accountId: account.id, from, to })
    const range = { account, flow: flows[name], from: from ?? null, to: to ?? null, figure: name }
    return {
      currency: account.currency,
      totalMinor: totals[name](sums),
      ...(await flowParts(sql, range, after)),
    }
  },
})

/** What was spent, this month where no days are asked for. */
export const spent = flow('spent', ({ bank }) => monthOf(bank))

/** What an account holds: all that ever came in less all that went out. */
export const balance: Figure = {
  async read(scene, asked, after) {
    const account = await accountIn(scene, asked)
    const range = { account, flow: flows.net, from: null, to: null, figure: 'net' } as const
    return {
      currency: account.currency,
      totalMinor: account.balanceMinor,
      ...(await flowParts(scene.sql, range, after)),
    }
  },
}

/** What of the income the bank lent. */
export const borrowed: Figure = {
  async read(scene, asked) {
    const account = await accountIn(scene, asked)
    const range = { from: asked.start_date, to: asked.end_date }
    const overview = await overviewIn(scene.sql, scene.bank, scene.customer.id, {
      ...asked,
      accountId: account.publicId,
    })
    const lines = await scene.sql<HeldLine>`
      select t.id, t.line, t.day, coalesce(nullif(t.name, ''), t.description) as text,
        t.amount_minor as "amountMinor"
      ${lentLines(scene.customer.id, part`${account.id}`, range)} order by t.line desc`
    return {
      currency: account.currency,
      totalMinor: overview.borrowed ?? 0n,
      // A customer has one loan at a time: of these there are few.
      parts: lines.map((one) => linePart(one)),
      next: null,
    }
  },
}

const holdsPerPage = 50

/** What can be spent: the balance less what is reserved. */
export const available: Figure = {
  async read(scene, asked, after) {
    if (after && after.kind !== 'line') throw wrongPage()
    const account = await accountIn(scene, asked)
    const held = await heldParts(scene.sql, account, after)
    const whole = {
      Kind: 'figure',
      On: null,
      Text: 'balance',
      Amount: account.balanceMinor,
      Parts: { figure: 'balance', account: account.publicId },
      Reference: null,
    }
    return {
      currency: account.currency,
      totalMinor: account.availableMinor,
      parts: after ? held.parts : [whole, ...(await potParts(scene.sql, account)), ...held.parts],
      next: held.next,
    }
  },
}

/** Each pot with something in it. */
async function potParts(sql: Sql, { id }: OwnAccount): Promise<Made['parts']> {
  const pots = await sql<{ publicId: string; name: string; balanceMinor: bigint }>`
    select public_id as "publicId", name, balance_minor as "balanceMinor" from pots
    where account_id = ${id} and closed_at is null and balance_minor > 0 order by id`
  return pots.map(({ publicId, name, balanceMinor }) => ({
    ...{ Kind: 'pot', On: null, Text: name, Amount: -balanceMinor, Reference: null },
    Parts: { figure: 'pot', pot: publicId },
  }))
}

type HeldLine = { id: string; line: bigint; day: string; text: string; amountMinor: bigint }

/** Each line that has reserved money, the newest first. */
async function heldParts(
  sql: Sql,
  account: OwnAccount,
  after: Position | undefined,
): Promise<Pick<Made, 'parts' | 'next'>> {
  const rows = await sql<HeldLine>`
    select w.id, w.line, w.day, w.text, -h.amount_minor as "amountMinor"
    from (
      -- By the index of what waits: only that is read, whatever the length of the history.
      select id, line, day, hold_id, coalesce(nullif(name, ''), description) as text
      from transactions
      where account_id = ${account.id} and state = 'pending' and hold_id is not null offset 0) w
    join ledger_holds h on h.id = w.hold_id and h.state = 'open'
    where w.line < coalesce(${after ? BigInt(after.key) : null}::int8, w.line + 1)
    order by w.line desc limit ${holdsPerPage + 1}`
  const shown = rows.slice(0, holdsPerPage)
  const last = shown.at(-1)
  return {
    parts: shown.map((one) => linePart(one, 'hold')),
    next: last && rows.length > shown.length ? { kind: 'line', key: String(last.line) } : null,
  }
}

/** The account that was asked for. Another's and an unknown one get the same answer. */
export function accountIn({ sql, customer }: Scene, { account = '' }: Asked): Promise<OwnAccount> {
  return ownAccount(sql, customer.id, account, 'account')
}
