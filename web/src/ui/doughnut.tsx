import { useId } from 'react'
import { t } from '#i18n/t.ts'
import { cx } from './cx.ts'
import classes from './doughnut.module.css'
import hiding from './hidden.module.css'

export type DoughnutPart = {
  label: string
  minor: bigint
  /** The amount as a person reads it. */
  text: string
  tone: 'credit' | 'debit'
}

/** Shares of a whole as a ring, with a legend to see and a table to read. */
export function Doughnut({
  title,
  parts,
  centre,
  emptyText,
}: {
  title: string
  parts: readonly DoughnutPart[]
  centre?: { label: string; text: string }
  emptyText: string
}) {
  const id = useId()
  const total = parts.reduce((sum, { minor }) => sum + minor, 0n)
  return (
    <figure className={classes.figure} aria-labelledby={id}>
      <figcaption id={id} className={hiding.hidden}>
        {title}
      </figcaption>
      <div className={classes.ring}>
        <Ring parts={parts} total={total} />
        {centre && total > 0n ? (
          <p className={classes.centre}>
            <span className={classes.small}>{centre.label}</span>
            <bdi className={classes.figureText}>{centre.text}</bdi>
          </p>
        ) : null}
        {total === 0n ? <p className={cx(classes.centre, classes.small)}>{emptyText}</p> : null}
      </div>
      <Legend parts={parts} total={total} />
      {/* A box around it is hidden: Firefox draws the caption of a table that is clipped itself. */}
      <div className={hiding.hidden}>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('Kind')}</th>
              <th scope="col">{t('Amount')}</th>
              <th scope="col">{t('Share')}</th>
            </tr>
          </thead>
          <tbody>
            {parts.map(({ label, minor, text }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{text}</td>
                <td>{percent(minor, total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

const radius = 80
/** One per cent of the way around. */
const unit = (2 * Math.PI * radius) / 100

// A share that is smaller is drawn as large as this: between its two gaps it would be a hairline.
const least = 2
const gapWidth = 0.8

/** Where each share begins and how long it is, in per cent of the way around. */
export function arcsOf(parts: readonly DoughnutPart[], total: bigint) {
  const shown = parts.filter(({ minor }) => minor > 0n)
  const gap = shown.length > 1 ? gapWidth : 0
  const shares = shown.map(({ minor }) => Number((minor * 10_000n) / total) / 100)
  const drawn = shares.map((share) => Math.max(share, least))
  const scale = 100 / drawn.reduce((sum, share) => sum + share, 0)
  // The gaps lie astride the joints, so that none begins at the seam of the circle.
  let start = gap / 2
  return shown.map((part, at) => {
    const share = (drawn[at] ?? 0) * scale
    const arc = { ...part, start, length: share - gap }
    start += share
    return arc
  })
}

function Ring({ parts, total }: { parts: readonly DoughnutPart[]; total: bigint }) {
  const arcs = arcsOf(parts, total)
  return (
    <svg viewBox="0 0 200 200" className={classes.svg} aria-hidden="true">
      {/* The bank's own mark, behind the words. */}
      <path className={classes.mark} d="M100 46 154 100 100 154 46 100Z" />
      <circle className={classes.track} cx="100" cy="100" r={radius} />
      {arcs.map(({ label, tone, start: at, length }) => (
        <circle
          key={label}
          className={classes[tone]}
          cx="100"
          cy="100"
          r={radius}
          strokeDasharray={`${length * unit} ${(100 - length) * unit}`}
          strokeDashoffset={-at * unit}
        />
      ))}
    </svg>
  )
}

function Legend({ parts, total }: { parts: readonly DoughnutPart[]; total: bigint }) {
  return (
    <ul className={classes.legend} aria-hidden="true">
      {parts.map(({ label, minor, tone }) => (
        <li key={label} className={classes[`${tone}Text`]}>
          <span className={cx(classes.swatch, classes[`${tone}Swatch`])} />
          {label} {percent(minor, total)}
        </li>
      ))}
    </ul>
  )
}

/** Rounded to whole per cent. */
function percent(minor: bigint, total: bigint): string {
  return total === 0n ? '0%' : `${(minor * 200n + total) / (total * 2n)}%`
}
