import { IconBell } from '@tabler/icons-react'
import { filled, msg, pluralForm } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { useCustomer, useFeature } from '#session/customer.ts'
import { cx } from '#ui/cx.ts'
import layout from '#ui/layout.module.css'
import { Link } from '#ui/link.tsx'
import classes from './top-bar.module.css'

const countedUpTo = 99

/**
 * The way to what was told, and how much of it has not been read yet. A dot in place of the count
 * says that something is new that is not counted. Where the server does not tell what it counts,
 * the bell leads nowhere.
 */
export function Bell() {
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
