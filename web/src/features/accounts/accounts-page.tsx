import { type Account, accountTypeLabel, limits } from '@passbook/contract'
import {
  IconBuildingBank,
  IconCheck,
  IconCreditCard,
  IconPigMoney,
  IconPlus,
} from '@tabler/icons-react'
import { t, told } from '#i18n/t.ts'
import { Trans } from '#i18n/trans.tsx'
import { useAccounts, useSelectedAccount } from '#session/customer.ts'
import { useSession } from '#session/session.tsx'
import { AccountNumber } from '#ui/account-number.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Figure } from '#ui/figure.tsx'
import hidden from '#ui/hidden.module.css'
import { hiddenPart } from '#ui/hidden-part.tsx'
import layout from '#ui/layout.module.css'
import { codeOf, inCurrency } from '#widgets/account-facts.ts'
import { Explained } from '#widgets/explained.tsx'
import { useAccountNames } from '#widgets/use-account-names.ts'
import { AccountTitle } from './account-title.tsx'
import classes from './accounts-page.module.css'
import { BalanceLine } from './balance-line.tsx'
import { Earning } from './earning.tsx'

/** All accounts of the customer, and the way to one more. */
export function AccountsPage() {
  const accounts = useAccounts()
  const selected = useSelectedAccount()
  const session = useSession()
  const names = useAccountNames()
  return (
    <section aria-labelledby="my-accounts">
      <header className={classes.head}>
        {/* The page has the same name: it is drawn once. */}
        <h2 id="my-accounts" className={hidden.hidden}>
          {t('My Accounts')}
        </h2>
        <p className={classes.count}>
          {t('{count} of {max} accounts', { count: accounts.length, max: limits.accountsMax })}
        </p>
        <button
          type="button"
          className={classes.plus}
          aria-label={t('Add account')}
          onClick={() => session.openPanel('add-account')}
        >
          <IconPlus size={20} stroke={2} aria-hidden />
        </button>
      </header>
      <Totals accounts={accounts} />
      {accounts.length === 0 ? (
        <EmptyState
          icon={<IconBuildingBank size={24} stroke={1.75} />}
          text={t('You have no account yet. Open one to receive and keep money.')}
        />
      ) : (
        <ul className={cx(layout.list, classes.list)}>
          {accounts.map((account) => (
            <li key={account.Id}>
              <AccountCard
                account={account}
                name={names.get(account.Id) ?? account.Name}
                selected={account.Id === selected?.Id}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** What the customer has in each currency, where that is more than one account says by itself. */
function Totals({ accounts }: { accounts: readonly Account[] }) {
  const byCode = [...Map.groupBy(accounts, codeOf)]
  if (accounts.length < 2) return null
  return (
    <dl className={classes.totals}>
      {byCode.map(([code, [first, ...others]]) =>
        first ? (
          <div key={code} className={classes.total}>
            <dt>{t('Total in {currency}', { currency: code })}</dt>
            <dd>
              <Explained
                question={{ figure: 'total', currency: code.toLowerCase() }}
                label={t('Total in {currency}', { currency: code })}
              >
                <Figure
                  text={inCurrency(
                    first,
                    others.reduce((sum, one) => sum + one.CurrentBalance, first.CurrentBalance),
                  )}
                />
              </Explained>
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

function AccountCard({
  account,
  name,
  selected,
}: {
  account: Account
  name: string
  selected: boolean
}) {
  const session = useSession()
  const Icon = iconOf(account.Type)
  return (
    <article className={cx(classes.card, selected && classes.selected)}>
      <header className={classes.cardHead}>
        <span className={layout.tile}>
          <Icon size={22} stroke={1.75} aria-hidden />
        </span>
        <div className={classes.names}>
          <AccountTitle account={account} name={name} />
          <p className={classes.type}>
            {told(accountTypeLabel(account.Type))} {codeOf(account)}
          </p>
        </div>
        {selected ? (
          <span className={classes.badge}>
            <IconCheck size={14} stroke={2.5} aria-hidden />
            <span className={classes.badgeText}>{t('Selected')}</span>
          </span>
        ) : (
          <Button kind="tint" size="sm" onClick={() => session.selectAccount(account.Id)}>
            <Trans
              id="Select<of> {account}</of>"
              values={{ account: `${told(accountTypeLabel(account.Type))} ${account.Number}` }}
              parts={{ of: hiddenPart }}
            />
          </Button>
        )}
      </header>
      <p className={classes.number}>
        <AccountNumber number={account.Number} />
        <CopyButton
          text={account.Number}
          what={t('account number {number}', { number: account.Number })}
        />
      </p>
      <div className={classes.line}>
        <BalanceLine account={account} />
      </div>
      <dl className={classes.balances}>
        <div>
          <dt>{t('Current balance')}</dt>
          <dd>
            <Explained
              question={{ figure: 'balance', account: account.Id }}
              label={t('Current balance of {account}', { account: name })}
            >
              <Figure text={inCurrency(account, account.CurrentBalance)} />
            </Explained>
          </dd>
        </div>
        <div>
          <dt>{t('Available balance')}</dt>
          <dd className={classes.available}>
            <Explained
              question={{ figure: 'available', account: account.Id }}
              label={t('Available balance of {account}', { account: name })}
            >
              <Figure text={inCurrency(account, account.AvailableBalance)} />
            </Explained>
          </dd>
        </div>
      </dl>
      <Earning account={account} name={name} />
    </article>
  )
}

/** Three groups of types: to save, to spend, and the rest. */
function iconOf(type: string) {
  if (['savings', 'fixed', 'cds'].includes(type)) return IconPigMoney
  return ['checking', 'current'].includes(type) ? IconCreditCard : IconBuildingBank
}
