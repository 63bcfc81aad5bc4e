import type { Account, Card as BankCard } from '@passbook/contract'
import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { useAccounts, useCustomer, useFeature, useSelectedAccount } from '#session/customer.ts'
import { AccountNumber } from '#ui/account-number.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { cx } from '#ui/cx.ts'
import { Facts } from '#ui/facts.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { useWide } from '#ui/use-wide.ts'
import { codeOf, inCurrency, kindOf } from '#widgets/account-facts.ts'
import { isCredit } from '#widgets/transaction-facts.ts'
import { TransactionList } from '#widgets/transaction-list.tsx'
import { useAccountNames } from '#widgets/use-account-names.ts'
import { CardControls } from './card-controls.tsx'
import { CardPayments } from './card-payments.tsx'
import classes from './cards-page.module.css'

/** What stands beside a card: the account that it pays from, where the server names it. */
export function CardFacts({ card }: { card: BankCard }) {
  const accounts = useAccounts()
  const names = useAccountNames()
  const account = accounts.find(({ Id }) => Id === card.AccountId)
  const known = useFeature('card-controls')
  if (!account) return null
  const { Id } = card
  const controlled = known && Id ? { ...card, Id } : null
  return (
    <>
      <section className={classes.panel} aria-label={titleOf(card)}>
        <h2 className={classes.title}>{t('Pays from')}</h2>
        <Facts
          facts={[
            { label: t('Account'), value: names.get(account.Id) },
            { label: t('Kind'), value: `${kindOf(account)} · ${codeOf(account)}` },
            {
              label: t('Account number'),
              value: (
                <span className={classes.copied}>
                  <AccountNumber number={account.Number} />
                  <CopyButton text={account.Number} what={t('the account number')} />
                </span>
              ),
            },
            {
              label: t('Available'),
              value: <bdi>{inCurrency(account, account.AvailableBalance)}</bdi>,
            },
          ]}
        />
      </section>
      {controlled ? <CardControls card={controlled} account={account} /> : null}
      {controlled ? <CardPayments id={controlled.Id} last={card.Number.slice(-4)} /> : null}
      <LatestPayments account={account} card={card} />
    </>
  )
}

const titleOf = ({ Number: number }: BankCard) =>
  t('Account of the card ending in {last}', { last: number.slice(-4) })

/**
 * What left the account last, by card or otherwise: the bank's lines do not tell which. Beside a
 * panel that lists the same account there is no second list.
 */
function LatestPayments({ account, card }: { account: Account; card: BankCard }) {
  const { accounts = [] } = useCustomer()
  const selected = useSelectedAccount()
  const wide = useWide()
  if (wide && selected?.Id === account.Id) return null
  const lines = accounts.find((entry) => entry.account.Id === account.Id)?.transactions ?? []
  const payments = lines.filter((line) => !isCredit(line))
  if (payments.length === 0) return null
  return (
    <section
      className={cx(classes.panel, classes.whole)}
      aria-label={t('Latest payments from the account of the card ending in {last}', {
        last: card.Number.slice(-4),
      })}
    >
      <header className={classes.listHead}>
        <h2 className={classes.title}>{t('Latest from its account')}</h2>
        <TextLink to={paths.transactions}>{t('View all')}</TextLink>
      </header>
      <TransactionList transactions={payments} account={account} />
    </section>
  )
}
