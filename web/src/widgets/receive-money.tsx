import type { Account } from '@passbook/contract'
import { page } from '#api/page.ts'
import { t } from '#i18n/t.ts'
import { useSession } from '#session/session.tsx'
import { AccountNumber } from '#ui/account-number.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import classes from './receive-money.module.css'

/** A way to start for somebody who has nothing yet: the number to be paid at, or a loan. */
export function ReceiveMoney({ account }: { account: Account }) {
  const session = useSession()
  const command = `npm run bank -- fund ${account.Number} 500.00`
  return (
    <div className={classes.ways}>
      <p>{t('Share this account number to receive money:')}</p>
      <p className={classes.copied}>
        <span className={classes.number}>
          <AccountNumber number={account.Number} />
        </span>
        <CopyButton text={account.Number} what={t('account number')} />
      </p>
      <Button kind="tint" size="sm" onClick={() => session.openPanel('quick-loan')}>
        {t('Get a quick loan')}
      </Button>
      {page.demo ? (
        <>
          <p>{t('This is a demo bank. Its operator can fund the account:')}</p>
          <p className={classes.copied}>
            <code className={classes.command}>{command}</code>
            <CopyButton text={command} what={t('fund command')} />
          </p>
        </>
      ) : null}
    </div>
  )
}
