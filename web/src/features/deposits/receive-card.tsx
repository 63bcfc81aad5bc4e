import { page } from '#api/page.ts'
import { t } from '#i18n/t.ts'
import { useName, useSelectedAccount } from '#session/customer.ts'
import { AccountNumber } from '#ui/account-number.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Facts } from '#ui/facts.tsx'
import classes from './deposits.module.css'

/** What somebody needs who wants to pay this customer: the way that always works, below the methods. */
export function ReceiveCard() {
  const account = useSelectedAccount()
  const { full } = useName()
  if (!account) return null
  const command = `npm run bank -- fund ${account.Number} 500.00`
  return (
    <section className={classes.receive} aria-labelledby="receive-money">
      <h3 id="receive-money" className={classes.stepTitle}>
        {t('Your details to receive money')}
      </h3>
      <p className={classes.number}>
        <AccountNumber number={account.Number} />
        <CopyButton text={account.Number} what={t('account number')} />
      </p>
      <Facts
        facts={[
          { label: t('Account name'), value: full },
          { label: t('Bank'), value: page.systemName },
        ]}
      />
      {page.demo ? (
        <p className={classes.fund}>
          {t('This is a demo bank. Its operator can fund the account:')} <code>{command}</code>
        </p>
      ) : null}
    </section>
  )
}
