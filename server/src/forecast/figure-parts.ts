import type { Forecast } from './forecast.ts'

/** One of the amounts that a figure is the sum of. */
type Part = {
  kind: 'balance' | 'hold' | 'bill' | 'order' | 'instalment' | 'pay' | 'usual' | 'buffer' | 'floor'
  text: string
  amountMinor: bigint
  /** The day of a flow. */
  on: string | null
  /** The line that is held, the bill, the standing order or the loan. */
  id: string | null
}

export type Figure =
  | { name: 'safe_to_spend' }
  | { name: 'lowest' }
  | { name: 'point'; on: string; line: 'scheduled' | 'usual' }

export type Explained = { totalMinor: bigint; parts: Part[] }

/** A figure of a forecast as the parts that add up to it; undefined of a day that it does not have. */
export function explainFigure(forecast: Forecast, figure: Figure): Explained | undefined {
  if (figure.name === 'point') {
    const day = forecast.days.find(({ on }) => on === figure.on)
    if (!day) return undefined
    const withExpected = figure.line === 'usual'
    const flows = flowsTo(forecast, figure.on).filter(({ expected }) => withExpected || !expected)
    const totalMinor = withExpected ? day.usualMinor : day.scheduledMinor
    return { totalMinor, parts: [...start(forecast), ...flows.map(({ part }) => part)] }
  }
  const parts = [...start(forecast), ...toLowest(forecast)]
  const { amountMinor } = forecast.lowest
  if (figure.name === 'lowest') return { totalMinor: amountMinor, parts }
  const kept = [...forecast.byHand.map(partOf), bare('buffer', -forecast.bufferMinor)]
  const leftMinor = kept.reduce((left, part) => left + part.amountMinor, amountMinor)
  // Never below zero, and nothing where money will be missing: what that takes away or adds.
  const floor = bare('floor', forecast.safeMinor - leftMinor)
  const ends = [...kept, floor].filter((part) => part.amountMinor !== 0n)
  return { totalMinor: forecast.safeMinor, parts: [...parts, ...ends] }
}

const partOf = ({ kind, text, amountMinor, on, id }: Part): Part => ({
  ...{ kind, text, amountMinor, on, id },
})

const bare = (kind: Part['kind'], amountMinor: bigint): Part => ({
  ...{ kind, text: '', amountMinor, on: null, id: null },
})

/** What is available now: the balance without holds, each of them named as far as they are listed. */
function start({ balanceMinor, availableMinor, holds }: Forecast): Part[] {
  const named = holds.map(({ id, text, amountMinor }) => ({
    ...bare('hold', -amountMinor),
    text,
    id,
  }))
  const heldMinor = balanceMinor - availableMinor
  const restMinor = holds.reduce((left, { amountMinor }) => left - amountMinor, heldMinor)
  return [
    bare('balance', balanceMinor),
    ...named,
    ...(restMinor === 0n ? [] : [bare('hold', -restMinor)]),
  ]
}

function flowsTo({ days }: Forecast, last: string): { part: Part; expected: boolean }[] {
  return days
    .filter(({ on }) => on <= last)
    .flatMap(({ on, reasons }) =>
      reasons.map(({ kind, text, amountMinor, id, expected }) => ({
        part: { kind, text, amountMinor, on, id },
        expected,
      })),
    )
}

/** What is scheduled until the lowest point, which may lie inside its day. */
function toLowest(forecast: Forecast): Part[] {
  const { on, amountMinor } = forecast.lowest
  const flows = flowsTo(forecast, on).filter(({ expected }) => !expected)
  let leftMinor = forecast.availableMinor
  let count = 0
  for (const [at, { part }] of flows.entries()) {
    leftMinor += part.amountMinor
    if (part.on === on && leftMinor === amountMinor && count === 0) count = at + 1
  }
  // Where nothing of that day is lower, it is what the day begins with.
  if (count === 0) count = flows.filter(({ part }) => part.on !== on).length
  return flows.slice(0, count).map(({ part }) => part)
}
