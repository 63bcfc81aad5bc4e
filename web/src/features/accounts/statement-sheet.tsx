import { type Account, formatDateTime, formatDay, toGrouped } from '@passbook/contract'
import { IconPrinter } from '@tabler/icons-react'
import { page } from '#api/page.ts'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/facts.tsx'
import { Logo } from '#ui/logo.tsx'
import { codeOf } from '#widgets/account-facts.ts'
import { sentence } from '#widgets/transaction-facts.ts'
import type { StatementLine, StatementSheet } from './statement-csv.ts'
import classes from './statement-sheet.module.css'

/** Opening balance, every line, closing balance: what an account did between two days. */
export function Sheet({
  account,
  type,
  statement,
}: {
  account: Account
  type: string
  statement: StatementSheet
}) {
  const { from, to, openingMinor, closingMinor, lines } = statement
  const code = codeOf(account)
  const made = lines.filter(({ state }) => state === 'completed')
  const sum = (sign: 1 | -1) =>
    made.reduce((total, { minor }) => (minor > 0n === sign > 0 ? total + minor : total), 0n)
  return (
    <article className={classes.sheet}>
      <header className={classes.head}>
        <Logo name={page.systemName} />
        <Button
          className={classes.print}
          icon={<IconPrinter size={20} stroke={1.75} aria-hidden />}
          onClick={() => print()}
        >
          Print
        </Button>
      </header>
      <h1 className={classes.title}>Account Statement</h1>
      <p className={classes.range}>
        <bdi>{dayText(from)}</bdi> to <bdi>{dayText(to)}</bdi>
      </p>
      <Facts
        look="grid"
        facts={[
          { label: 'Account name', value: account.Name },
          { label: 'Account number', value: <bdi>{account.Number}</bdi> },
          { label: 'Account type', value: `${type} · ${code}` },
          { label: 'Opening balance', value: <Sum minor={openingMinor} code={code} /> },
          { label: 'Money in', value: <Sum minor={sum(1)} code={code} /> },
          { label: 'Money out', value: <Sum minor={sum(-1)} code={code} /> },
          { label: 'Closing balance', value: <Sum minor={closingMinor} code={code} /> },
        ]}
      />
      <Table statement={statement} code={code} />
      <p className={classes.made}>
        Made {formatDateTime(new Date(), page.bankZone)} {page.bankZone}. Transactions that are
        pending or failed do not change the balance.
      </p>
    </article>
  )
}

function Table({ statement, code }: { statement: StatementSheet; code: string }) {
  const { from, to, openingMinor, closingMinor, lines } = statement
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard too
    <section className={classes.scroll} aria-label="Transactions" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Description</th>
            <th scope="col" className={classes.figure}>
              Amount {code}
            </th>
            <th scope="col" className={classes.figure}>
              Balance {code}
            </th>
          </tr>
        </thead>
        <tbody>
          <BalanceRow day={from} name="Opening balance" minor={openingMinor} />
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a printed line never moves
            <LineRow key={at} line={line} />
          ))}
          <BalanceRow day={to} name="Closing balance" minor={closingMinor} />
        </tbody>
      </table>
    </section>
  )
}

function LineRow({ line }: { line: StatementLine }) {
  const { day, type, minor, balanceMinor, name, accountNumber, reference, note, state } = line
  const moved = state === 'completed'
  const details = [accountNumber, note, reference].filter((text) => text && text !== name)
  return (
    <tr>
      <td className={classes.day}>{dayText(day)}</td>
      <td>
        {`${name || note || sentence(type)} `}
        {moved ? null : <span className={classes.state}>{sentence(state)}</span>}
        <span className={classes.details}>{details.join(' · ')}</span>
      </td>
      <td className={classes.figure}>
        <bdi>{`${minor < 0n ? '-' : '+'}${toGrouped(minor < 0n ? -minor : minor)}`}</bdi>
      </td>
      <td className={classes.figure}>
        <bdi>{moved ? signed(balanceMinor) : ''}</bdi>
      </td>
    </tr>
  )
}

function BalanceRow({ day, name, minor }: { day: string; name: string; minor: bigint }) {
  return (
    <tr className={classes.balance}>
      <td className={classes.day}>{dayText(day)}</td>
      <td>{name}</td>
      <td />
      <td className={classes.figure}>
        <bdi>{signed(minor)}</bdi>
      </td>
    </tr>
  )
}

function Sum({ minor, code }: { minor: bigint; code: string }) {
  return <bdi className={classes.sum}>{`${signed(minor)} ${code}`}</bdi>
}

const signed = (minor: bigint) => (minor < 0n ? `-${toGrouped(-minor)}` : toGrouped(minor))
const dayText = (day: string) => formatDay(new Date(`${day}T00:00:00Z`))
