import { toMoney } from '@passbook/contract'
import { cx } from './cx.ts'
import classes from './money.module.css'

/** A true minus: as wide as the plus, and read as one. */
export const minus = '\u2212'

export const signOf = (flow: 'credit' | 'debit') => (flow === 'credit' ? '+' : minus)

/**
 * An amount in its currency. The sign is text, so credit and debit never differ by colour alone;
 * it is isolated from the writing direction around it and never wraps.
 */
export function Money({
  minor,
  symbol,
  flow,
  size = 'inherit',
}: {
  minor: bigint
  symbol: string
  /** Puts a plus or a minus in front; what comes in has a colour, what goes out is in ink. */
  flow?: 'credit' | 'debit' | undefined
  size?: 'inherit' | 'large' | 'huge'
}) {
  return (
    <bdi className={cx(classes.money, flow && classes[flow], classes[size])}>
      {flow ? signOf(flow) : null}
      {toMoney(minor, symbol)}
    </bdi>
  )
}
