import { IconChevronRight } from '@tabler/icons-react'
import { useCustomer } from '#session/customer.ts'
import type { Kind } from './flow.ts'
import { kindsFor } from './kinds.ts'
import classes from './transfers.module.css'

/** The ways to send money. Bitcoin needs the customer's flag. */
export function TypeList({ onPick }: { onPick: (kind: Kind) => void }) {
  const { user } = useCustomer()
  return (
    <ul className={classes.types}>
      {kindsFor({ crypto: user.CryptoPayment === true }).map(
        ({ kind, label, note, icon: Icon }) => (
          <li key={kind}>
            <button type="button" className={classes.type} onClick={() => onPick(kind)}>
              <span className={classes.icon}>
                <Icon size={22} stroke={1.75} aria-hidden />
              </span>
              <span className={classes.words}>
                <span className={classes.label}>{label}</span>
                <span className={classes.note}>{note}</span>
              </span>
              <IconChevronRight size={20} className={classes.chevron} aria-hidden />
            </button>
          </li>
        ),
      )}
    </ul>
  )
}
