import { IconCash, IconReceipt, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { msg, told } from '#i18n/t.ts'
import { Trans } from '#i18n/trans.tsx'
import { paths } from '#paths.ts'
import { useSession } from '#session/session.tsx'
import type { Panel } from '#session/store.ts'
import { cx } from '#ui/cx.ts'
import { Hidden } from '#ui/hidden.tsx'
import layout from '#ui/layout.module.css'
import { Link } from '#ui/link.tsx'
import classes from './tiles.module.css'

/** Completes a name that another tile has as well. */
const of = (text: ReactNode) => <Hidden>{text}</Hidden>

const tiles = [
  {
    title: msg('Pay Bills'),
    to: paths.payBill,
    Icon: IconReceipt,
    actions: [
      { label: <Trans id="Manage<of> bills</of>" parts={{ of }} />, panel: 'bills' },
      { label: <Trans id="Add<of> a bill</of>" parts={{ of }} />, panel: 'add-bill' },
    ],
  },
  {
    title: msg('Quick Loans'),
    to: paths.quickLoans,
    Icon: IconCash,
    actions: [
      { label: <Trans id="Get Loan" parts={{}} />, panel: 'quick-loan' },
      { label: <Trans id="Repay Loan" parts={{}} />, panel: 'repay-loan' },
    ],
  },
  {
    title: msg('Recipients'),
    Icon: IconUsers,
    actions: [
      { label: <Trans id="Manage<of> recipients</of>" parts={{ of }} />, panel: 'recipients' },
      { label: <Trans id="Add<of> a recipient</of>" parts={{ of }} />, panel: 'add-recipient' },
    ],
  },
] as const satisfies readonly {
  title: string
  /** The page of the same, where there is one. */
  to?: string
  Icon: typeof IconCash
  actions: readonly { label: ReactNode; panel: Panel }[]
}[]

/** Bills, loans and recipients, each with the panels that it opens. */
export function Tiles() {
  const session = useSession()
  return (
    <ul className={cx(layout.list, classes.tiles)}>
      {tiles.map(({ title, Icon, ...tile }) => (
        <li key={title} className={classes.tile}>
          <Icon size={20} stroke={1.75} className={classes.icon} aria-hidden />
          <h2 className={classes.title}>
            {'to' in tile ? (
              <Link to={tile.to} className={classes.link}>
                {told(title)}
              </Link>
            ) : (
              told(title)
            )}
          </h2>
          <span className={classes.actions}>
            {tile.actions.map((action) => (
              <button
                key={action.panel}
                type="button"
                className={classes.action}
                onClick={() => session.openPanel(action.panel)}
              >
                {action.label}
              </button>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}
