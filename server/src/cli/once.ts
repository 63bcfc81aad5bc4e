import { hash } from 'node:crypto'
import type { Once } from '#ledger/ledger.ts'

/** In ledger_keys the bank itself is owner 0; customers begin at 1. */
const theBank = 0n

/** The idempotency key of an operator's order, kept apart from any that the bank may make itself. */
export function onceOf(key: string | undefined, order: string[]): Once | undefined {
  if (key === undefined) return undefined
  const fingerprint = hash('sha256', JSON.stringify(order), 'hex')
  return { ownerId: theBank, onceKey: `operator:${key}`, fingerprint }
}
