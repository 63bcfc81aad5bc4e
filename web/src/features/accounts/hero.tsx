import type { Account } from '@passbook/contract'
import type { ReactNode } from 'react'
import { t } from '#i18n/t.ts'
import { lazyPart } from '#lazy-page.tsx'
import { useAccounts } from '#session/customer.ts'
import { AccountNumber } from '#ui/account-number.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Figure } from '#ui/figure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWide } from '#ui/use-wide.ts'
import { codeOf, inCurrency } from '#widgets/account-facts.ts'
import { AccountSwitcher } from '#widgets/account-switcher.tsx'
import { Explained } from '#widgets/explained.tsx'
import { useAccountNames } from '#widgets/use-account-names.ts'
import { useCountUp } from './count-up.ts'
import classes from './hero.module.css'
import type { Statement } from './use-statement.ts'

// They come after the page, and move nothing of it.
const Swipe = lazyPart(() => import('./swipe.tsx').then((m) => m.Swipe), { extra: true })
const BalanceLine = lazyPart(() => import('./balance-line.tsx').then((m) => m.BalanceLine), {
  extra: true,
})

/** What the selected account holds; where a finger can swipe, the others lie beside it. */
export function Hero({ account, totals }: { account: Account; totals: Statement['totals'] }) {
  const wide = useWide()
  const accounts = useAccounts()
  const { data, isFetching } = totals
  const loading = !data && isFetching
  const spent = data ? inCurrency(account, data.currentMonthSpend) : '—'
  const own = {
    account,
    spent: loading ? (
      <Skeleton height={25} />
    ) : (
      <Explained question={{ figure: 'spent', account: account.Id }} label={t('Spent this month')}>
        <Figure text={spent} size="sum" />
      </Explained>
    ),
    busy: loading,
  }
  return (
    <section aria-label={t('Balances')} className={classes.place}>
      {/* Over the cards and no part of one: it keeps its place and the focus when they change. */}
      <div className={classes.switcher}>
        <AccountSwitcher tone="hero" />
      </div>
      {wide || accounts.length < 2 ? (
        <HeroCard {...own} />
      ) : (
        <Swipe
          selected={account}
          until={
            <div className={classes.alone}>
              <HeroCard {...own} />
            </div>
          }
        >
          {accounts.map((one) =>
            one.Id === account.Id ? (
              <HeroCard key={one.Id} {...own} />
            ) : (
              <HeroCard key={one.Id} account={one} spent={<Skeleton height={25} />} aside />
            ),
          )}
        </Swipe>
      )}
    </section>
  )
}

function HeroCard({
  account,
  spent,
  busy = false,
  aside = false,
}: {
  account: Account
  spent: ReactNode
  busy?: boolean
  /** Beside the one that is selected: to be swiped to, and nothing else. */
  aside?: boolean
}) {
  const names = useAccountNames()
  const balance = useCountUp(account.CurrentBalance, account.Id)
  const label = t('{currency} balance', { currency: codeOf(account) })
  return (
    <div className={classes.hero} inert={aside}>
      <div className={classes.line}>
        <BalanceLine account={account} />
      </div>
      <div className={classes.top}>
        <h2 className={classes.label}>{label}</h2>
        <p className={classes.name}>{names.get(account.Id)}</p>
      </div>
      <Explained question={{ figure: 'balance', account: account.Id }} label={label}>
        <Figure text={inCurrency(account, balance)} size="hero" />
      </Explained>
      <p className={classes.number}>
        <AccountNumber number={account.Number} />
        {/* Not by the name of the field in a dialog over this page. */}
        <CopyButton text={account.Number} what={t('number')} />
      </p>
      <div className={classes.sums}>
        <div>
          <h2 className={classes.label}>{t('Available balance')}</h2>
          <Explained
            question={{ figure: 'available', account: account.Id }}
            label={t('Available balance')}
          >
            <Figure text={inCurrency(account, account.AvailableBalance)} size="sum" />
          </Explained>
        </div>
        <div aria-busy={busy}>
          <h2 className={classes.label}>{t('Spent this month')}</h2>
          {spent}
        </div>
      </div>
    </div>
  )
}
