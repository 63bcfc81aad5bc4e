import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import layout from '#ui/layout.module.css'
import { QuickLoanForm } from './quick-loan-form.tsx'
import { RepayLoan } from './repay-loan.tsx'
import { RepayText } from './repay-text.tsx'

/** Getting a loan and paying it back, on a page of its own. */
export function QuickLoansPage() {
  return (
    <div className={cx(layout.stack, layout.form)}>
      <Card title={t('Get Loan')}>
        <QuickLoanForm path={paths.quickLoans} />
      </Card>
      <Card title={t('Repay Loan')}>
        <div className={layout.stack}>
          <RepayText />
          <RepayLoan />
        </div>
      </Card>
    </div>
  )
}
