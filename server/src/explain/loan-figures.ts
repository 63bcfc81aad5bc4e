import { type LoanMonth, messages, withDueCharged } from '@passbook/contract'
import { momentOf } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { monthsOf } from '#loans/loan-rows.ts'
import { costingMonths, loanRows, nextDue, type ShownLoan } from '#loans/loans.ts'
import type { Asked, Figure, Made, Part, Scene } from './figure.ts'

type Months = (LoanMonth & { loanId: bigint })[]

/** A figure of a loan of the customer; of a loan there are few parts, which come on one page. */
const ofLoan = (
  made: (scene: Scene, loan: ShownLoan, months: Months) => Promise<Omit<Made, 'currency' | 'next'>>,
): Figure => ({
  async read(scene, asked) {
    const loan = await loanIn(scene, asked)
    const months = await monthsOf(scene.bank, scene.sql, [loan.id])
    return { currency: loan.currency, next: null, ...(await made(scene, loan, months)) }
  },
})

/** The loan that was asked for. Another's and an unknown one get the same answer. */
async function loanIn({ sql, customer }: Scene, { loan: id = '' }: Asked): Promise<ShownLoan> {
  const rows = await loanRows(sql, customer.id)
  const loan = rows.find(({ publicId }) => publicId === id)
  if (!loan) throw new Failure('not_yours', messages.loanUnknown, { field: 'loan' })
  return loan
}

const part = (kind: string, on: string | null, amountMinor: bigint): Part => ({
  Kind: kind,
  On: on,
  Text: '',
  Amount: amountMinor,
  Parts: null,
  Reference: null,
})

/** What is owed: all that was posted to the loan's receivable, which the balance of that is. */
export const owed = ofLoan(async ({ sql, bank }, loan) => {
  type Posted = { kind: string; id: string | null; day: string; amountMinor: bigint }
  // By the entries that the loan knows: postings are not indexed by their account.
  const posted = await sql<Posted>`
    with entries as (
      select t.entry_id, null::uuid as id from loans l join transactions t on t.id = l.transaction_id
      where l.id = ${loan.id} and t.entry_id is not null
      union all select interest_entry, null from loan_instalments
      where loan_id = ${loan.id} and interest_entry is not null
      union all select t.entry_id, t.id
      from loan_payments p join transactions t on t.id = p.transaction_id
      where p.loan_id = ${loan.id})
    select case when p.amount_minor > 0 then 'repaid' when e.kind = 'loan.lent' then 'lent'
        else 'interest' end as kind,
      case when p.amount_minor > 0 then entries.id end as id,
      (e.at at time zone ${bank.config.bankZone})::date as day,
      -sum(p.amount_minor)::int8 as "amountMinor"
    from entries join ledger_entries e on e.id = entries.entry_id
      join loans l on l.id = ${loan.id}
      join ledger_postings p on p.entry_id = e.id and p.account_id = l.ledger_id
    group by e.id, 1, 2, 3 order by e.id desc, 1 desc`
  const parts = posted.map(({ kind, id, day, amountMinor }) => ({
    ...part(kind, day, amountMinor),
    Parts: id === null ? null : { figure: 'line', line: id },
    Reference: id,
  }))
  const earlier = await paidEarlier({ sql }, loan, parts)
  return { totalMinor: loan.owedMinor, parts: [...parts, ...earlier] }
})

/** A bank that had loans before it kept their payments knows of those only what they came to. */
async function paidEarlier(
  { sql }: Pick<Scene, 'sql'>,
  loan: ShownLoan,
  known: readonly Part[],
): Promise<Part[]> {
  const [old] = await sql<{ isOld: boolean }>`
    select l.decided_at < m.applied_at as "isOld" from loans l, schema_migrations m
    where l.id = ${loan.id} and m.version = 42`
  const rest = known.reduce((sum, { Amount }) => sum - Amount, loan.owedMinor)
  return old?.isOld && rest < 0n ? [part('earlier', null, rest)] : []
}

/** What was lent: the line that paid it out, or that waits to do so. */
export const principal = ofLoan(async ({ sql }, loan) => {
  const [line] = await sql<{ id: string; day: string; amountMinor: bigint; state: string }>`
    select t.id, t.day, t.amount_minor as "amountMinor", t.state
    from loans l join transactions t on t.id = l.transaction_id where l.id = ${loan.id}`
  const lent = line && {
    ...part('lent', line.day, line.amountMinor),
    Parts: line.state === 'completed' ? { figure: 'line', line: line.id } : null,
    Reference: line.id,
  }
  return { totalMinor: loan.principalMinor, parts: lent ? [lent] : [] }
})

/** What the whole loan costs, month by month. */
export const interest = ofLoan(async ({ bank }, loan, months) => {
  const costing = costingMonths(loan, months, bank.config.bankZone)
  return {
    totalMinor: costing.reduce((sum, { interestMinor }) => sum + interestMinor, 0n),
    parts: costing.map(({ dueOn, interestMinor }) => part('interest', dueOn, interestMinor)),
  }
})

/** What is to be paid next: what is left of the instalments that are due, or of the next one. */
export const due = ofLoan(async ({ bank }, loan, months) => {
  const next = nextDue(withDueCharged({ ...loan, months, today: momentOf(bank).day }))
  if (!next) return { totalMinor: 0n, parts: [] }
  // Each as the schedule has it, without what was paid of it before its day.
  const parts = next.months.flatMap(({ dueOn, filledMinor, restMinor }) => [
    part('instalment', dueOn, filledMinor + restMinor),
    ...(filledMinor > 0n ? [part('prepaid', null, -filledMinor)] : []),
  ])
  const over = parts.reduce((sum, { Amount }) => sum + Amount, 0n) - next.amountMinor
  const cap = over > 0n ? [part('cap', null, -over)] : []
  return { totalMinor: next.amountMinor, parts: [...parts, ...cap] }
})
