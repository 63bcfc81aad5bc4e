import type { Account } from '@passbook/contract'
import { IconArrowUpRight, IconCreditCard, IconHistory, IconPlus } from '@tabler/icons-react'
import { Suspense } from 'react'
import { t } from '#i18n/t.ts'
import { lazyPage, lazyPart } from '#lazy-page.tsx'
import { paths } from '#paths.ts'
import { useCustomer, useFeature, useSelectedAccount } from '#session/customer.ts'
import { useSession } from '#session/session.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import layout from '#ui/layout.module.css'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWide } from '#ui/use-wide.ts'
import { Exporting } from '#widgets/exporting.tsx'
import { TilesLater } from '#widgets/tiles-later.tsx'
import { FlowSkeleton } from './flow-skeleton.tsx'
import { Hero } from './hero.tsx'
import classes from './overview-page.module.css'
import { StatementList } from './statement-list.tsx'
import { isStarted, stepsDone } from './steps-done.ts'
import { useStatement } from './use-statement.ts'

// The chart and what stands beside it come after the page, in the room that is kept for them.
const MoneyFlow = lazyPart(() => import('./money-flow.tsx').then((m) => m.MoneyFlow))
const HomeChips = lazyPart(() => import('./period-chips.tsx').then((m) => m.HomeChips), {
  extra: true,
})
const NoAccount = lazyPage(() => import('./no-account.tsx').then((m) => m.NoAccount))
const GetStarted = lazyPart(() => import('./get-started.tsx').then((m) => m.GetStarted))
const SafeToSpend = lazyPart(() => import('./safe-to-spend.tsx').then((m) => m.SafeToSpend), {
  extra: true,
})
const ComingUp = lazyPart(() => import('./coming-up.tsx').then((m) => m.ComingUp))

/** The first page: what there is, what came and went, and the ways on. */
export function OverviewPage() {
  const account = useSelectedAccount()
  if (account) return <Overview account={account} />
  return (
    <Suspense fallback={<Waiting />}>
      <NoAccount />
    </Suspense>
  )
}

function Overview({ account }: { account: Account }) {
  const statement = useStatement(account)
  const wide = useWide()
  const customer = useCustomer()
  const foresees = useFeature('forecast')
  return (
    <div className={cx(!wide && layout.inTurn, classes.page)}>
      <div className={cx(layout.inTurn, classes.account)}>
        <Hero account={account} totals={statement.totals} />
        <QuickActions />
        {foresees ? (
          <div style={wide ? room : slim}>
            <SafeToSpend account={account} />
          </div>
        ) : null}
        {isStarted(customer) ? null : <GetStarted account={account} until={<Waiting />} />}
        <Card
          title={t('Transactions')}
          actions={<Exporting account={account} dates={statement.dates} />}
        >
          <StatementList
            statement={statement}
            tools={
              <div className={classes.chips}>
                <HomeChips statement={statement} />
              </div>
            }
            // The first steps hold the ways to the first money already.
            toMoney={stepsDone(customer).money}
          />
        </Card>
      </div>
      <div className={cx(layout.inTurn, classes.beside)}>
        <MoneyFlow
          account={account}
          statement={statement}
          until={
            <Card title={t('Money Flow Chart')}>
              <FlowSkeleton />
            </Card>
          }
        />
        {wide ? null : <ComingUp until={<Waiting />} />}
      </div>
      {/* Where the panel beside the page has no room, this is the way to what it holds. */}
      {wide ? null : <TilesLater />}
    </div>
  )
}

// What is safe to spend comes a moment later.
const room = { minBlockSize: 48 }
const slim = { minBlockSize: 44, marginBlock: '-4px -8px' }

const Waiting = () => (
  <Card>
    <Skeleton rows={3} height={44} />
  </Card>
)

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
        <span>
          <IconArrowUpRight {...look} />
        </span>
        {t('Transfer')}
      </button>
      <button
        type="button"
        className={classes.action}
        aria-haspopup="dialog"
        onClick={() => session.openPanel('deposit')}
      >
        <span>
          <IconPlus {...look} />
        </span>
        {t('Deposit')}
      </button>
      <Link to={paths.transactions} className={classes.action}>
        <span>
          <IconHistory {...look} />
        </span>
        {t('History')}
      </Link>
      <Link to={paths.cards} className={classes.action}>
        <span>
          <IconCreditCard {...look} />
        </span>
        {t('My Cards')}
      </Link>
    </nav>
  )
}

const look = { size: 22, stroke: 1.75, 'aria-hidden': true } as const
