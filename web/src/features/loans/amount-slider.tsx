import { parseMoney, toDecimal } from '@passbook/contract'
import type { CSSProperties } from 'react'
import { t } from '#i18n/t.ts'
import { finishTyped, groupTyped } from '#ui/money-input.ts'
import classes from './loans.module.css'
import { notchesOf } from './notches.ts'

/** The amount by hand or by arrow keys, up to what can be borrowed; the field beside it is exact. */
export function AmountSlider({
  amount,
  maxMinor,
  show,
  onChange,
}: {
  amount: string
  maxMinor: bigint
  show: (minor: bigint) => string
  onChange: (amount: string) => void
}) {
  const { count, minorAt, notchOf } = notchesOf(maxMinor)
  const minor = parseMoney(amount) ?? 0n
  const notch = notchOf(minor)
  // A property and no style text: the content policy allows no inline style sheet.
  const share = { '--share': notch / count } as CSSProperties
  return (
    <div className={classes.slide}>
      <input
        type="range"
        className={classes.slider}
        style={share}
        min={0}
        max={count}
        value={notch}
        aria-label={t('How much you want to borrow')}
        aria-valuetext={show(minor)}
        onChange={({ currentTarget }) => onChange(typedOf(minorAt(Number(currentTarget.value))))}
      />
      <span className={classes.ends} aria-hidden="true">
        <bdi>{show(0n)}</bdi>
        <bdi>{show(maxMinor)}</bdi>
      </span>
    </div>
  )
}

/** As the field would show it after it was typed. */
function typedOf(minor: bigint): string {
  if (minor === 0n) return ''
  const text = toDecimal(minor)
  return finishTyped(groupTyped(text, text.length).text)
}
