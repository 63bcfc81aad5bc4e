import { toMoney } from '@passbook/contract'
import { cx } from './cx.ts'
import classes from './money.module.css'

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
  /** Puts a plus or a minus in front, in the colour of its direction. */
  flow?: 'credit' | 'debit' | undefined
  size?: 'inherit' | 'large' | 'huge'
}) {
  const sign = flow === 'credit' ? '+' : flow === 'debit' ? '-' : ''
  return (
    <bdi className={cx(classes.money, flow && classes[flow], classes[size])}>
      {sign}
      {toMoney(minor, symbol)}
    </bdi>
  )
}
