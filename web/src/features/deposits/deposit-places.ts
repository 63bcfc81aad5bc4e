import type { Wallet } from './bitcoin-panel.tsx'
import { type Method, methodNames } from './deposit-order.ts'

export type Step =
  | { at: 'methods' }
  | { at: 'form'; method: Method }
  | { at: 'confirm'; method: Method }
  | { at: 'wallet'; method: Method; wallet: Wallet }
  | { at: 'pending'; method: Method }

/** The steps behind the list of methods that Back leads through, by their names in the history. */
export function placesOf(step: Step): string[] {
  switch (step.at) {
    case 'form':
      return [step.method]
    case 'confirm':
      return [step.method, 'confirm']
    case 'wallet':
      return [step.method, 'confirm', 'wallet']
    default:
      return []
  }
}

/** The step that such names lead to again, as far as what was typed is whole. */
export function stepAt(
  [method, confirm, last]: readonly string[],
  kept: { isWhole: (method: Method) => boolean; wallet: Wallet | null },
): Step {
  if (!isMethod(method)) return { at: 'methods' }
  if (confirm !== 'confirm' || !kept.isWhole(method)) return { at: 'form', method }
  const { wallet } = kept
  return last === 'wallet' && wallet ? { at: 'wallet', method, wallet } : { at: 'confirm', method }
}

const isMethod = (name: string | undefined): name is Method =>
  Object.keys(methodNames).includes(name ?? '')
