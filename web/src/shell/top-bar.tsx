import { IconArrowUpRight, IconBell, IconMenu2, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { filled, msg, pluralForm, t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { useCustomer, useFeature, useName } from '#session/customer.ts'
import { useSession } from '#session/session.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { cx } from '#ui/cx.ts'
import { Hidden } from '#ui/hidden.tsx'
import layout from '#ui/layout.module.css'
import { Link } from '#ui/link.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import classes from './top-bar.module.css'

/** The bar of the wide layout: where one is, the two ways money goes, and who. */
export function WideTopBar({ children }: { children: ReactNode }) {
  const { full, initials, picture } = useName()
  return (
    <header className={classes.wide}>
      {children}
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
    </header>
  )
}

/** The bar of the small layout: where one is, between the menu and who. */
export function MobileTopBar({ children }: { children: ReactNode }) {
  const { full, initials, picture } = useName()
  const session = useSession()
  return (
    <header className={classes.mobile}>
      <button
        type="button"
        className={cx(layout.tool, classes.tool)}
        aria-label={t('Open menu')}
        aria-haspopup="dialog"
        onClick={() => session.openPanel('menu')}
      >
        <IconMenu2 size={24} stroke={1.75} aria-hidden />
      </button>
      {children}
      <div className={classes.tools}>
        <Bell />
        <Link to={paths.profile} className={cx(layout.tool, classes.tool)}>
          <Avatar initials={initials} picture={picture} />
          <Hidden>{t('Profile of {name}', { name: full })}</Hidden>
        </Link>
      </div>
    </header>
  )
}

const countedUpTo = 99

/**
 * The way to what was told, and how much of it has not been read yet. A dot in place of the count
 * says that something is new that is not counted. Where the server does not tell what it counts,
 * the bell leads nowhere.
 */
function Bell() {
  const { unReadNotifications: count = 0, hasNewNotification = false } = useCustomer()
  const label = filled(
    msg('{form, select, one {{count} unread notification} other {{count} unread notifications}}'),
    { form: pluralForm(count), count },
  )
  const leads = useFeature('notifications')
  const look = { className: cx(layout.tool, classes.bell), 'aria-label': label }
  const picture = (
    <>
      <IconBell size={24} stroke={1.75} aria-hidden />
      {count > 0 ? (
        <span className={classes.badge}>{count > countedUpTo ? `${countedUpTo}+` : count}</span>
      ) : null}
      {hasNewNotification && count === 0 ? <span className={classes.dot} /> : null}
    </>
  )
  return leads ? (
    <Link to={paths.notifications} {...look}>
      {picture}
    </Link>
  ) : (
    <span role="img" {...look}>
      {picture}
    </span>
  )
}
