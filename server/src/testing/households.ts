import {
  autoRepayLoan,
  createAccount,
  endStanding,
  instalmentOf,
  orderStanding,
  pauseStanding,
  rhythms,
  saveBiller,
  scheduleOf,
  skipBill,
  skipStanding,
  toDecimal,
} from '@passbook/contract'
import { accountsOf, type OwnAccount } from '#accounts/accounts.ts'
import { authorise } from '#card-controls/payments.ts'
import { fundAccount } from '#cli/fund.ts'
import { dayAfter } from '#kernel/calendar.ts'
import { momentOf } from '#kernel/context.ts'
import { approveLoan } from '#loans/decide.ts'
import { askForLoan } from '#loans/loans.ts'
import { terms } from '#loans/terms.ts'
import type { Answer, TestBank, TestCustomer } from './test-bank.ts'

/** A customer whose money moves by itself. */
export type Household = { id: bigint; accounts: OwnAccount[] }

type Made = { t: TestBank; who: TestCustomer; accounts: OwnAccount[] }
type Given = { random: () => number; sink: TestCustomer; days: number }

/** Makes one with everything that can be scheduled, each of it now and then; some are poor. */
export async function makeHousehold(t: TestBank, given: Given): Promise<Household> {
  const { random } = given
  const who = await t.customer({ pin: '4821', flags: { UseOtp: false } })
  for (const currency of ['usd', 'eur'].slice(0, pick(random, 3))) {
    await done(t.ask(createAccount, { accountName: `In ${currency}`, currency }, who.token))
  }
  const poor = random() < 0.4
  for (const { number } of await accountsOf(t.bank.db.sql, who.id)) {
    const amount = toDecimal(BigInt(1 + pick(random, poor ? 400_00 : 20_000_00)))
    await t.bank.db.transaction((sql) => fundAccount(t.bank, sql, { number, amount }))
  }
  const made = { t, who, accounts: await accountsOf(t.bank.db.sql, who.id) }
  for (let count = pick(random, 4); count > 0; count -= 1) await addBill(made, given)
  for (let count = pick(random, 5); count > 0; count -= 1) await addOrder(made, given)
  if (random() < 0.5) await addLoan(made, given)
  if (random() < 0.3) await holdCard(made, given)
  return { id: who.id, accounts: made.accounts }
}

const pick = (random: () => number, below: number) => Math.floor(random() * below)

const oneOf = <T>(random: () => number, values: readonly T[]): T => {
  const value = values[pick(random, values.length)]
  if (value === undefined) throw new Error('there is something to choose from')
  return value
}

async function done(answer: Promise<Answer>): Promise<Answer> {
  const given = await answer
  if (given.http !== 200) throw new Error(`refused: ${given.message}`)
  return given
}

/** Any day from today on, often one that not every month has. */
function someDay({ t }: Made, { random, days }: Given): string {
  const today = momentOf(t.bank).day
  const date = dayAfter(today, pick(random, days))
  if (random() < 0.6) return date
  const wanted = `${date.slice(0, 8)}${oneOf(random, ['28', '29', '30', '31'])}`
  return new Date(`${wanted}T00:00:00Z`).toJSON()?.startsWith(wanted) && wanted >= today
    ? wanted
    : date
}

const amountOf = (random: () => number) => toDecimal(BigInt(1 + pick(random, 300_00)))

async function addBill(made: Made, given: Given): Promise<void> {
  const { t, who, accounts } = made
  const { random } = given
  const date = someDay(made, given)
  const fields = {
    ...{ biller: 'Netflix Inc', accountName: 'Ada', amount: amountOf(random), date, pin: '4821' },
    type: oneOf(random, ['recurring', 'recurring', 'one time'] as const),
    account: oneOf(random, accounts).publicId,
  }
  await done(t.ask(saveBiller, fields, who.token))
  if (fields.type !== 'recurring' || random() > 0.2) return
  const [bill] = await t.bank.db.sql<{ id: string }>`
    select public_id as id from bills b where customer_id = ${who.id} order by b.id desc limit 1`
  await done(t.ask(skipBill, { id: bill?.id ?? '', date }, who.token))
}

/** To an own account, also of another currency or all above an amount, to a customer, or away. */
async function addOrder(made: Made, given: Given): Promise<void> {
  const { t, who, accounts } = made
  const { random, sink, days } = given
  const source = oneOf(random, accounts)
  const others = accounts.filter(({ id }) => id !== source.id)
  const kind = oneOf(random, [
    'bank' as const,
    ...(source.currency === sink.account.currency ? (['local'] as const) : []),
    ...(others.length > 0 ? (['own', 'above'] as const) : []),
  ])
  const first = someDay(made, given)
  const end = random()
  const payee = {
    own: { kind: 'own', destination_account: others[0]?.publicId ?? '' },
    above: { kind: 'own', above: 'true', destination_account: others.at(-1)?.publicId ?? '' },
    local: { kind: 'local', acc_number: sink.account.number, acc_name: sink.name },
    bank: {
      ...{ kind: 'bank', acc_name: 'Priya Raman', bank: 'Chase' },
      acc_number: oneOf(random, ['8830071154', '8830079999']),
    },
  }[kind]
  const answer = await done(
    t.ask(
      orderStanding,
      {
        ...(payee as { kind: 'own' }),
        ...{ source_account: source.publicId, amount: amountOf(random), pin: '4821' },
        ...{ every: oneOf(random, rhythms), date: first },
        ...(end < 0.2 && { until: dayAfter(first, pick(random, days)) }),
        ...(end > 0.8 && { times: String(1 + pick(random, 4)) }),
      },
      who.token,
    ),
  )
  const { Id: id } = answer.data as { Id: string }
  const fate = random()
  if (fate < 0.1) await done(t.ask(skipStanding, { id, date: first }, who.token))
  else if (fate < 0.15) await done(t.ask(pauseStanding, { id }, who.token))
  else if (fate < 0.2) await done(t.ask(endStanding, { id }, who.token))
}

/** A loan, mostly repaid by itself; one that is due soon began a while ago. */
async function addLoan({ t, who, accounts }: Made, { random }: Given): Promise<void> {
  const { bank } = t
  const account = oneOf(random, accounts)
  const amount = BigInt(100_00 + pick(random, 900_00))
  const id = await askForLoan(bank, who.id, { account: account.publicId, amount })
  await bank.db.transaction((sql) => approveLoan(bank, sql, { id }))
  if (random() < 0.25) return
  const { rateBps, months } = terms[account.currency]
  const from = momentOf(bank).day
  const plan = scheduleOf({ principalMinor: amount, rateBps, months, from })
  const payer = oneOf(
    random,
    accounts.filter(({ currency }) => currency === account.currency),
  )
  const order = { id, on: true, account: payer.publicId, pin: '4821' }
  const instalment = toDecimal(instalmentOf({ months: plan }))
  await done(t.ask(autoRepayLoan, { ...order, amount: instalment }, who.token))
}

async function holdCard({ t, who }: Made, { random }: Given): Promise<void> {
  const { bank } = t
  const [card] = await bank.db.sql<{ id: string }>`
    select id from cards where customer_id = ${who.id} limit 1`
  if (!card) return
  const asked = { cardId: card.id, merchant: 'Grocer', online: false, abroad: false }
  const amountMinor = BigInt(1 + pick(random, 100_00))
  await bank.db.transaction((sql) => authorise(bank, sql, { ...asked, amountMinor }))
}
