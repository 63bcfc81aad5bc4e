import { IconCash, IconReceipt, IconUsers } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { useSession } from '#session/session.tsx'
import type { Panel } from '#session/store.ts'
import { cx } from '#ui/cx.ts'
import { Hidden } from '#ui/hidden.tsx'
import layout from '#ui/layout.module.css'
import classes from './tiles.module.css'

const tiles = [
  {
    title: 'Pay Bills',
    to: paths.payBill,
    Icon: IconReceipt,
    actions: [
      { label: 'Manage', of: 'bills', panel: 'bills' },
      { label: 'Add', of: 'a bill', panel: 'add-bill' },
    ],
  },
  {
    title: 'Quick Loans',
    to: paths.quickLoans,
    Icon: IconCash,
    actions: [
      { label: 'Get Loan', panel: 'quick-loan' },
      { label: 'Repay Loan', panel: 'repay-loan' },
    ],
  },
  {
    title: 'Recipients',
    Icon: IconUsers,
    actions: [
      { label: 'Manage', of: 'recipients', panel: 'recipients' },
      { label: 'Add', of: 'a recipient', panel: 'add-recipient' },
    ],
  },
] as const satisfies readonly {
  title: string
  /** The page of the same, where there is one. */
  to?: string
  Icon: typeof IconCash
  /** `of` completes a name that another tile has as well. */
  actions: readonly { label: string; of?: string; panel: Panel }[]
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
                {title}
              </Link>
            ) : (
              title
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
                {'of' in action ? <Hidden> {action.of}</Hidden> : null}
              </button>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}
