import type { Account } from '@passbook/contract'
import { t } from '#i18n/t.ts'
import { useAccounts } from '#session/customer.ts'
import { ReceiveMoney } from '#widgets/receive-money.tsx'
import classes from './deposits.module.css'

/** How money does come in, beside a card or a bank that may refuse. */
export function OtherWays({ account }: { account: Account | undefined }) {
  const [first] = useAccounts()
  const shown = account ?? first
  if (!shown) return null
  return (
    <section className={classes.ways} aria-label={t('Other ways to get money')}>
      <h3 className={classes.stepTitle}>{t('Other ways to get money')}</h3>
      <ReceiveMoney account={shown} />
    </section>
  )
}
