import { type Account, limits, messages } from '@passbook/contract'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t, told } from '#i18n/t.ts'
import { lazyPart } from '#lazy-page.tsx'
import { paths } from '#paths.ts'
import { useCustomer, useSelectedAccount } from '#session/customer.ts'
import { useSession } from '#session/session.tsx'
import { Card } from '#ui/card.tsx'
import { Hidden } from '#ui/hidden.tsx'
import layout from '#ui/layout.module.css'
import { Money } from '#ui/money.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { codeOf, inCurrency, symbolOf } from '#widgets/account-facts.ts'
import { Explained } from '#widgets/explained.tsx'
import { ListSkeleton } from '#widgets/list-skeleton.tsx'
import { TilesLater } from '#widgets/tiles-later.tsx'
import { TransactionList } from '#widgets/transaction-list.tsx'
import classes from './account-panel.module.css'
import { AccountTabs } from './account-tabs.tsx'
import { overviewQuery, transactionsQuery } from './queries.ts'
import { stepsDone } from './steps-done.ts'

const ComingUp = lazyPart(() => import('./coming-up.tsx').then((m) => m.ComingUp))

// What is to come stands below them.
const rowsAbove = 3

/** The second panel beside the pages about accounts: one account at a glance. */
export function AccountPanel() {
  const account = useSelectedAccount()
  const session = useSession()
  const { money } = stepsDone(useCustomer())
  return (
    <div className={layout.stack}>
      <Card className={classes.accounts}>
        <AccountTabs panelId="account-at-a-glance" />
        {account ? <Glance account={account} /> : null}
        <button
          type="button"
          className={classes.plus}
          onClick={() => session.openPanel('add-account')}
        >
          <span className={classes.cross}>
            <IconPlus size={20} stroke={1.75} aria-hidden />
          </span>
          {t('Add account')}
        </button>
      </Card>
      <RecentTransactions rows={rowsAbove} />
      {money ? (
        <ComingUp
          until={
            <Card title={t('Coming up')} className={classes.recent}>
              <ListSkeleton rows={3} />
            </Card>
          }
        />
      ) : null}
      <TilesLater />
    </div>
  )
}

function Glance({ account }: { account: Account }) {
  const { income, expenses } = useAtHand(account)
  const symbol = symbolOf(account)
  return (
    <div className={classes.glance}>
      <div id="account-at-a-glance" role="tabpanel" aria-label={t('Selected account')}>
        {/* To be seen on the tab itself. */}
        <Hidden>
          {t('Balance')} {inCurrency(account, account.CurrentBalance)} {codeOf(account)}
        </Hidden>
        <dl className={classes.flows}>
          <div>
            <dt>
              {t('Income')} <span>· {t('All time')}</span>
            </dt>
            <dd>
              {income === undefined ? (
                '—'
              ) : (
                <Explained
                  question={{ figure: 'income', account: account.Id }}
                  label={t('Income')}
                  inline
                >
                  <Money minor={income} symbol={symbol} flow="credit" />
                </Explained>
              )}
            </dd>
          </div>
          <div>
            <dt>
              {t('Expenses')} <span>· {t('All time')}</span>
            </dt>
            <dd>
              {expenses === undefined ? (
                '—'
              ) : (
                <Explained
                  question={{ figure: 'expenses', account: account.Id }}
                  label={t('Expenses')}
                  inline
                >
                  <Money minor={expenses} symbol={symbol} flow="debit" />
                </Explained>
              )}
            </dd>
          </div>
        </dl>
      </div>
    </div>
  )
}

/** The newest lines of the selected account and the way to all of them. */
export function RecentTransactions({ rows = limits.recentTransactions }: { rows?: number }) {
  const account = useSelectedAccount()
  if (!account) return null
  return (
    <Card
      title={t('Recent transactions')}
      className={classes.recent}
      actions={<TextLink to={paths.transactions}>{t('View all')}</TextLink>}
    >
      <Recent account={account} rows={rows} />
    </Card>
  )
}

function Recent({ account, rows }: { account: Account; rows: number }) {
  const { transactions } = useAtHand(account)
  if (!transactions) return <ListSkeleton rows={3} />
  if (transactions.length === 0)
    return <p className={classes.nothing}>{told(messages.noTransactions)}</p>
  return <TransactionList transactions={transactions.slice(0, rows)} account={account} />
}

/**
 * An account's newest lines and totals. The first load brings them for every account; a server
 * that leaves them out is asked for them.
 */
function useAtHand(account: Account) {
  const { accounts = [] } = useCustomer()
  const entry = accounts.find((one) => one.account.Id === account.Id)
  const list = useQuery({ ...transactionsQuery(account.Id, 1, {}), enabled: !entry })
  const totals = useQuery({ ...overviewQuery(account.Id, {}), enabled: !entry })
  return {
    transactions: entry?.transactions ?? list.data?.List.slice(0, limits.recentTransactions),
    income: entry?.income ?? totals.data?.income,
    expenses: entry?.expenses ?? totals.data?.expenses,
  }
}
