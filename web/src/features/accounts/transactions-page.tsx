import { type Account, messages } from '@passbook/contract'
import { IconReceipt } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { t, told } from '#i18n/t.ts'
import { useFeature, useSelectedAccount } from '#session/customer.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useWide } from '#ui/use-wide.ts'
import { AccountSwitcher } from '#widgets/account-switcher.tsx'
import { Exporting } from '#widgets/exporting.tsx'
import { MonthChip, PeriodChips } from './period-chips.tsx'
import search from './search.module.css'
import {
  isSearching,
  noFilter,
  readFilter,
  type SearchFilter,
  writeFilter,
} from './search-filter.ts'
import { SearchResults } from './search-results.tsx'
import { SearchTools } from './search-tools.tsx'
import { StatementList } from './statement-list.tsx'
import classes from './transactions-page.module.css'
import { useStatement } from './use-statement.ts'

/** The whole statement of the selected account, day by day, and the search over all of them. */
export function TransactionsPage() {
  const account = useSelectedAccount()
  if (account) return <Transactions account={account} />
  return (
    <Card>
      <EmptyState
        icon={<IconReceipt size={24} stroke={1.75} />}
        text={told(messages.noTransactions)}
      />
    </Card>
  )
}

function Transactions({ account }: { account: Account }) {
  const statement = useStatement(account)
  const searchable = useFeature('search')
  const [address, setAddress] = useSearchParams()
  const filter = searchable ? readFilter(address) : noFilter
  const change = (next: SearchFilter, options = { replace: false }) =>
    setAddress((now) => writeFilter(now, next), options)
  // Where the panel with the account tabs has no room, this is the way to another account.
  const switcher = useWide() ? null : <AccountSwitcher />
  return (
    <Card
      title={t('Transactions')}
      actions={
        <div className={classes.tools}>
          {switcher}
          <Exporting account={account} dates={statement.dates} />
        </div>
      }
    >
      <StatementList
        statement={statement}
        tools={
          <>
            {searchable ? (
              <SearchTools filter={filter} onChange={change} focused={address.has('find')} />
            ) : null}
            <div className={search.periods}>
              <PeriodChips statement={statement} after={<MonthChip statement={statement} />} />
            </div>
          </>
        }
        found={
          isSearching(filter) ? (
            <div>
              <SearchResults
                filter={filter}
                dates={statement.dates}
                onClear={() => change(noFilter)}
              />
            </div>
          ) : undefined
        }
      />
    </Card>
  )
}
