import type { Account } from '@passbook/contract'
import {
  IconArrowUpRight,
  IconBuildingBank,
  IconCreditCard,
  IconHistory,
  IconPlus,
} from '@tabler/icons-react'
import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { useSelectedAccount } from '#session/customer.ts'
import { useSession } from '#session/session.tsx'
import { AccountNumber } from '#ui/account-number.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Figure } from '#ui/figure.tsx'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWide } from '#ui/use-wide.ts'
import { codeOf, inCurrency } from '#widgets/account-facts.ts'
import { AccountSwitcher } from '#widgets/account-switcher.tsx'
import { Exporting } from '#widgets/exporting.tsx'
import { Tiles } from '#widgets/tiles.tsx'
import { MoneyFlow } from './money-flow.tsx'
import classes from './overview-page.module.css'
import { StatementList } from './statement-list.tsx'
import { type Statement, useStatement } from './use-statement.ts'

/** The first page: what there is, what came and went, and the ways on. */
export function OverviewPage() {
  const account = useSelectedAccount()
  return account ? <Overview account={account} /> : <NoAccount />
}

function Overview({ account }: { account: Account }) {
  const statement = useStatement(account)
  const wide = useWide()
  return (
    <div className={classes.page}>
      <div className={classes.account}>
        <Balances account={account} totals={statement.totals} />
        <QuickActions />
        <Card
          title={t('Transactions')}
          actions={<Exporting account={account} dates={statement.dates} />}
        >
          <StatementList statement={statement} />
        </Card>
      </div>
      <MoneyFlow account={account} totals={statement.totals} />
      {/* Where the panel beside the page has no room, this is the way to what it holds. */}
      {wide ? null : <Tiles />}
    </div>
  )
}

function QuickActions() {
  const session = useSession()
  return (
    <nav className={classes.actions} aria-label={t('Quick actions')}>
      <button
        type="button"
        className={classes.action}
        aria-haspopup="dialog"
        onClick={() => session.openPanel('transfer')}
      >
        <IconArrowUpRight {...look} />
        {t('Transfer')}
      </button>
      <button
        type="button"
        className={classes.action}
        aria-haspopup="dialog"
        onClick={() => session.openPanel('deposit')}
      >
        <IconPlus {...look} />
        {t('Deposit')}
      </button>
      <Link to={paths.transactions} className={classes.action}>
        <IconHistory {...look} />
        {t('History')}
      </Link>
      <Link to={paths.cards} className={classes.action}>
        <IconCreditCard {...look} />
        {t('My Cards')}
      </Link>
    </nav>
  )
}

const look = { size: 22, stroke: 1.75, 'aria-hidden': true } as const

function Balances({ account, totals }: { account: Account; totals: Statement['totals'] }) {
  const { data, isFetching } = totals
  const spent = data ? inCurrency(account, data.currentMonthSpend) : '—'
  return (
    <section aria-label={t('Balances')}>
      <div className={classes.hero}>
        <div className={classes.heroTop}>
          <h2 className={classes.label}>
            {t('{currency} balance', { currency: codeOf(account) })}
          </h2>
          <AccountSwitcher tone="hero" />
        </div>
        <Figure text={inCurrency(account, account.CurrentBalance)} size="hero" />
        <p className={classes.holder}>{account.Name}</p>
        <p className={classes.number}>
          <AccountNumber number={account.Number} />
          {/* Not by the name of the field in a dialog over this page. */}
          <CopyButton text={account.Number} what={t('number')} />
        </p>
        <div className={classes.sums}>
          <div>
            <h2 className={classes.label}>{t('Available balance')}</h2>
            <Figure text={inCurrency(account, account.AvailableBalance)} size="sum" />
          </div>
          <div aria-busy={!data && isFetching}>
            <h2 className={classes.label}>{t('Spent this month')}</h2>
            {!data && isFetching ? <Skeleton height={25} /> : <Figure text={spent} size="sum" />}
          </div>
        </div>
      </div>
    </section>
  )
}

function NoAccount() {
  const session = useSession()
  return (
    <Card>
      <EmptyState
        icon={<IconBuildingBank size={24} stroke={1.75} />}
        text={t('You have no account yet. Open one to receive and keep money.')}
      >
        <Button
          icon={<IconPlus size={18} aria-hidden />}
          onClick={() => session.openPanel('add-account')}
        >
          {t('Add account')}
        </Button>
      </EmptyState>
    </Card>
  )
}
