import { IconHeadset } from '@tabler/icons-react'
import { t } from '#i18n/t.ts'
import { Trans } from '#i18n/trans.tsx'
import { paths } from '#paths.ts'
import { useFeature } from '#session/customer.ts'
import layout from '#ui/layout.module.css'
import { LinkButton } from '#ui/link-button.tsx'
import { TextLink } from '#ui/text-link.tsx'
import classes from './loans.module.css'

/** A loan is paid back with the help of support; there is nothing here to fill in. */
export function RepayText() {
  const repayable = useFeature('loan-repay')
  return (
    <div className={layout.stack}>
      <p>
        {t(
          'To repay your loan, in part or in full, contact our support. An agent tells you what is due and books your payment.',
        )}
      </p>
      <p className={classes.hint}>
        <Trans
          id="What you owe, with its schedule, is under <a>Debts</a>."
          parts={{ a: (text) => <TextLink to={paths.debts}>{text}</TextLink> }}
        />
      </p>
      <LinkButton
        to={paths.support}
        // Where the loan can be repaid right here, that is the way on.
        kind={repayable ? 'plain' : 'primary'}
        icon={<IconHeadset size={20} stroke={1.75} aria-hidden />}
      >
        {t('Contact support')}
      </LinkButton>
    </div>
  )
}
