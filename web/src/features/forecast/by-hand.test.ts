import type { ForecastReason } from '@passbook/contract'
import { expect, test } from 'vitest'
import { owedByHand } from './by-hand.ts'

const reason = (kind: ForecastReason['kind'], amount: bigint, expected: boolean) => ({
  ...{ kind, amount, expected, id: '1', text: 'Quick loan' },
})
const day = (on: string, ...reasons: ReturnType<typeof reason>[]) => ({
  ...{ on, scheduled: 0n, low: 0n, usual: 0n, reasons },
})

test('instalments that are paid by hand until then are taken off, and nothing else', () => {
  const days = [
    day('2026-11-20', reason('instalment', -17_770n, true), reason('bill', -5_000n, false)),
    day('2026-12-01', reason('instalment', -100n, false), reason('pay', 420_000n, true)),
    day('2026-12-02', reason('instalment', -30n, true)),
    day('2026-12-03', reason('instalment', -17_770n, true)),
  ]
  expect(owedByHand({ days, until: '2026-12-02' })).toBe(17_800n)
})
