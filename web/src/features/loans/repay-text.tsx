import { IconHeadset } from '@tabler/icons-react'
import { paths } from '#paths.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { TextLink } from '#ui/text-link.tsx'
import classes from './loans.module.css'

/** A loan is paid back with the help of support; there is nothing here to fill in. */
export function RepayText() {
  return (
    <div className={classes.form}>
      <p>
        To repay your loan, in part or in full, contact our support. An agent tells you what is due
        and books your payment.
      </p>
      <p className={classes.hint}>
        What you owe, with its schedule, is under <TextLink to={paths.debts}>Debts</TextLink>.
      </p>
      <LinkButton to={paths.support} icon={<IconHeadset size={20} stroke={1.75} aria-hidden />}>
        Contact support
      </LinkButton>
    </div>
  )
}
