import { IconArrowUpRight, IconPlus } from '@tabler/icons-react'
import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { useName } from '#session/customer.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Link } from '#ui/link.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Bell } from './bell.tsx'
import classes from './top-bar.module.css'

/** What the bar of the wide layout holds beside the title: the two ways money goes, and who. */
export function WideTools() {
  const { full, initials, picture } = useName()
  return (
    <div className={classes.tools}>
      <LinkButton
        to={paths.transfer}
        icon={<IconArrowUpRight size={20} stroke={1.75} aria-hidden />}
      >
        {t('Send Money')}
      </LinkButton>
      <LinkButton
        to={paths.addFunds}
        kind="plain"
        icon={<IconPlus size={20} stroke={1.75} aria-hidden />}
      >
        {t('Add Funds')}
      </LinkButton>
      <Bell />
      <Link to={paths.profile} className={classes.person}>
        <Avatar initials={initials} picture={picture} />
        <span className={classes.name}>{full}</span>
      </Link>
    </div>
  )
}
