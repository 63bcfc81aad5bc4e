import { IconLogout } from '@tabler/icons-react'
import { t, told } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { useName } from '#session/customer.ts'
import { useSession, useSessionState } from '#session/session.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { cx } from '#ui/cx.ts'
import { Drawer } from '#ui/drawer.tsx'
import { Link, NavLink } from '#ui/link.tsx'
import { type MenuEntry, menu, shortcuts } from './menus.ts'
import { MorePages } from './more-pages.tsx'
import classes from './slide-menu.module.css'

/** The menu of the small layout. A navigation closes it, and so does the panel it opens. */
export function SlideMenu() {
  const opened = useSessionState('panel') === 'menu'
  const session = useSession()
  const { full, initials, picture } = useName()
  const title = (
    <span className={classes.person}>
      <Avatar initials={initials} picture={picture} />
      <span className={classes.name}>{full}</span>
    </span>
  )
  return (
    <Drawer opened={opened} onClose={session.closePanel} title={title}>
      <nav aria-label={t('Shortcuts')} className={classes.shortcuts}>
        {shortcuts.map((entry) => (
          <Entry key={entry.label} entry={entry} className={classes.shortcut ?? ''} />
        ))}
      </nav>
      <div className={classes.entries}>
        <nav aria-label={t('Menu')} className={classes.list}>
          {menu.map((entry) => (
            <Entry key={entry.label} entry={entry} className={classes.entry ?? ''} />
          ))}
          <Link to={paths.logout} className={cx(classes.entry, classes.logout)}>
            <IconLogout size={22} stroke={1.75} aria-hidden />
            {t('Logout')}
          </Link>
        </nav>
        <MorePages
          className={classes.list}
          entryClass={cx(classes.entry, classes.more)}
          iconPx={22}
          onGo={session.closePanel}
        />
      </div>
    </Drawer>
  )
}

function Entry({ entry, className }: { entry: MenuEntry; className: string }) {
  const session = useSession()
  const { label, icon: Icon } = entry
  const face = (
    <>
      <Icon size={22} stroke={1.75} aria-hidden />
      {told(label)}
    </>
  )
  if ('panel' in entry) {
    return (
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        onClick={() => session.openPanel(entry.panel)}
      >
        {face}
      </button>
    )
  }
  return (
    <NavLink to={entry.path} className={className} onClick={session.closePanel}>
      {face}
    </NavLink>
  )
}
