import {
  type accountStatement,
  accountTypeLabel,
  type Output,
  type PrintedLine,
  toGrouped,
} from '@passbook/contract'
import { IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { page } from '#api/page.ts'
import { bankNow } from '#api/server-time.ts'
import { dayOf, formatDateTime } from '#i18n/dates.ts'
import { lineWords } from '#i18n/line-words.ts'
import { isolate, t, told } from '#i18n/t.ts'
import { Trans } from '#i18n/trans.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Facts } from '#ui/facts.tsx'
import { minus, signOf } from '#ui/money.tsx'
import { codeOf } from '#widgets/account-facts.ts'
import { isCredit, sentence } from '#widgets/transaction-facts.ts'
import { BankMark } from './bank-mark.tsx'
import sheet from './sheet.module.css'
import classes from './statement-sheet.module.css'

type Statement = Output<typeof accountStatement>

/** Opening balance, every line, closing balance: what an account did between two days. */
export function Sheet({ statement, tools }: { statement: Statement; tools?: ReactNode }) {
  const { Account: account, From, To, Opening, Income, Expenses, Closing } = statement
  const code = codeOf(account)
  return (
    <article className={cx(sheet.sheet, classes.sheet)}>
      <header className={sheet.head}>
        <BankMark />
        <Button
          className={sheet.screen}
          icon={<IconPrinter size={20} stroke={1.75} aria-hidden />}
          onClick={() => print()}
        >
          {t('Print')}
        </Button>
      </header>
      {tools ? <div className={sheet.screen}>{tools}</div> : null}
      <h1 className={sheet.title}>{t('Account Statement')}</h1>
      <p className={classes.range}>
        <Trans
          id="<d>{start}</d> to <d>{end}</d>"
          values={{ start: dayOf(From), end: dayOf(To) }}
          parts={{ d: (day) => <bdi>{day}</bdi> }}
        />
      </p>
      <div className={classes.facts}>
        <Facts
          look="grid"
          facts={[
            { label: t('Account name'), value: account.Name },
            { label: t('Account number'), value: <bdi>{account.Number}</bdi> },
            {
              label: t('Account type'),
              value: `${told(accountTypeLabel(account.Type))} · ${code}`,
            },
            { label: t('Opening balance'), value: <Sum minor={Opening} code={code} /> },
            { label: t('Money in'), value: <Sum minor={Income} code={code} /> },
            { label: t('Money out'), value: <Sum minor={-Expenses} code={code} /> },
            { label: t('Closing balance'), value: <Sum minor={Closing} code={code} /> },
          ]}
        />
      </div>
      <Table statement={statement} code={code} />
      <p className={classes.made}>
        {t(
          'Made {moment} {zone}. Transactions that are pending or failed do not change the balance.',
          { moment: formatDateTime(bankNow(), page.bankZone), zone: page.bankZone },
        )}
      </p>
    </article>
  )
}

function Table({ statement, code }: { statement: Statement; code: string }) {
  const { From, To, Opening, Closing, List } = statement
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard too
    <section className={classes.scroll} aria-label={t('Transactions')} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col" className={classes.day}>
              {t('Date')}
            </th>
            <th scope="col" className={classes.what}>
              {t('Description')}
            </th>
            <th scope="col" className={cx(classes.figure, classes.amount)}>
              {t('Amount {currency}', { currency: code })}
            </th>
            <th scope="col" className={cx(classes.figure, classes.after)}>
              {t('Balance {currency}', { currency: code })}
            </th>
          </tr>
        </thead>
        <tbody>
          <BalanceRow day={From} name={t('Opening balance')} minor={Opening} />
          {List.map((line) => (
            <LineRow key={line.Id} line={line} />
          ))}
          <BalanceRow day={To} name={t('Closing balance')} minor={Closing} />
        </tbody>
      </table>
    </section>
  )
}

function LineRow({ line }: { line: PrintedLine }) {
  const { Day, Type, Amount, Balance, Accountnumber, State } = line
  const moved = State === 'completed'
  const [name, note] = [line.Name, line.Description].map((text) => lineWords(text ?? ''))
  const details = [Accountnumber ?? '', note ?? '', shortReference(line)].filter(
    (text) => text !== '' && text !== name,
  )
  return (
    <tr>
      <td className={classes.day}>
        <bdi>{dayOf(Day)}</bdi>
      </td>
      <td className={classes.what}>
        {`${name || note || sentence(Type)} `}
        {moved ? null : <span className={classes.state}>{sentence(State)}</span>}
        <span className={classes.details}>{details.map(isolate).join(' · ')}</span>
      </td>
      <td className={cx(classes.figure, classes.amount)}>
        <bdi>{`${signOf(isCredit(line) ? 'credit' : 'debit')}${toGrouped(Amount)}`}</bdi>
      </td>
      <td className={cx(classes.figure, classes.after)}>
        <bdi>{moved ? signed(Balance) : ''}</bdi>
      </td>
    </tr>
  )
}

/**
 * A reference of its own as it is; of an id only the last eight characters, which are the random ones
 * (it begins with a time). The receipt has all of it, and the search finds a line by these.
 */
const shortReference = ({ Id, Reference }: PrintedLine) =>
  !Reference || Reference === Id ? Id.slice(-8) : Reference

function BalanceRow({ day, name, minor }: { day: string; name: string; minor: bigint }) {
  return (
    <tr className={classes.balance}>
      <td className={classes.day}>
        <bdi>{dayOf(day)}</bdi>
      </td>
      <td className={classes.what}>{name}</td>
      <td className={classes.amount} />
      <td className={cx(classes.figure, classes.after)}>
        <bdi>{signed(minor)}</bdi>
      </td>
    </tr>
  )
}

function Sum({ minor, code }: { minor: bigint; code: string }) {
  return <bdi className={classes.sum}>{`${signed(minor)} ${code}`}</bdi>
}

const signed = (minor: bigint) => (minor < 0n ? `${minus}${toGrouped(-minor)}` : toGrouped(minor))
