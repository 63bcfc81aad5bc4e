import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { Card } from '#ui/card.tsx'
import classes from './loans.module.css'
import { QuickLoanForm } from './quick-loan-form.tsx'
import { RepayText } from './repay-text.tsx'

/** Getting a loan and paying it back, on a page of its own. */
export function QuickLoansPage() {
  return (
    <div className={classes.columns}>
      <Card title={t('Get Loan')}>
        <QuickLoanForm path={paths.quickLoans} />
      </Card>
      <Card title={t('Repay Loan')}>
        <RepayText />
      </Card>
    </div>
  )
}
