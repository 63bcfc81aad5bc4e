import type { Kind, Order, Step, Values } from './flow.ts'
import { blanks, schemas } from './orders.ts'

/**
 * The steps behind the list of types that Back leads through, by the names that they have in the
 * history. What may have been sent already has none: there is nothing to go back to.
 */
export function placesOf(step: Step): string[] {
  switch (step.at) {
    case 'form':
      return step.key ? [] : [step.kind]
    case 'confirm':
      return [step.order.kind, 'confirm']
    case 'pin':
      return step.interrupted ? [] : [step.order.kind, 'confirm', 'pin']
    case 'code':
      return [step.order.kind, 'confirm', 'pin', 'code']
    case 'sending':
      return [step.order.kind, 'confirm', 'pin', ...(step.mailed ? ['code'] : [])]
    default:
      return []
  }
}

const kinds: readonly string[] = Object.keys(blanks)
const isKind = (name: string | undefined): name is Kind => kinds.includes(name ?? '')

/**
 * The step that such names lead to again: not beyond the form where the order is not whole or the form
 * has changed since, and never beyond the PIN, which nothing has kept.
 */
export function stepAt(
  [kind, confirm, pin]: readonly string[],
  kept: { order: Order | null; draft: (kind: Kind) => Values },
): Step | null {
  if (!isKind(kind)) return null
  const { order } = kept
  if (confirm !== 'confirm' || order?.kind !== kind || !isWhole(order, kept.draft(kind))) {
    return { at: 'form', kind }
  }
  return pin === 'pin'
    ? { at: 'pin', order, interrupted: false }
    : { at: 'confirm', order, rateChanged: false }
}

function isWhole({ kind, values }: Order, draft: Values): boolean {
  const same = Object.entries(draft).every(([name, value]) => values[name] === value)
  return same && schemas[kind].safeParse(values).success
}
