import fc from 'fast-check'

/** What a run may be told to do; numbers choose among what exists at that moment. */
export type Op =
  | { op: 'open'; eur: boolean }
  | { op: 'close'; account: number }
  | { op: 'move'; from: number; to: number; amountMinor: bigint; foreign: boolean }
  | { op: 'exchange'; from: number; to: number; amountMinor: bigint }
  /** With a share, so many percent of the balance in place of the amount: also of what is held. */
  | { op: 'pend'; account: number; debit: boolean; share: number; amountMinor: bigint }
  | { op: 'settle' | 'fail' | 'reverse' | 'retry' | 'reuse'; which: number }
  | { op: 'lend'; account: number; amountMinor: bigint }
  | { op: 'repay'; which: number; account: number; share: number; interestMinor: bigint }
  /** With a share, so many percent of what there is to move, in place of the amount. */
  | {
      op: 'pot'
      account: number
      second: boolean
      out: boolean
      share: number
      amountMinor: bigint
    }
  | { op: 'potAgain'; which: number; other: boolean }
  | { op: 'potClose'; account: number }
  | { op: 'cross'; one: number; other: number; amounts: bigint[] }
  | { op: 'day'; by: number }
  | { op: 'earn' }

/** Orders of every kind, with small, large and impossible amounts. */
export function ops(maxLength: number): fc.Arbitrary<Op[]> {
  const some = fc.nat(99)
  const amountMinor = fc.oneof(
    { weight: 6, arbitrary: fc.bigInt(1n, 120n) },
    { weight: 3, arbitrary: fc.bigInt(1n, 10n ** 14n) },
    { weight: 1, arbitrary: fc.constantFrom(0n, -5n, 10n ** 14n + 1n) },
  )
  const small = fc.bigInt(1n, 120n)
  const which = some
  const decide = fc.constantFrom<'settle' | 'fail'>('settle', 'fail')
  const again = fc.constantFrom<'retry' | 'reuse' | 'reverse'>('retry', 'reuse', 'reverse')
  const one = (weight: number, arbitrary: fc.Arbitrary<Op>) => ({ weight, arbitrary })
  const kind = <K extends string>(name: K) => fc.constant(name)
  const foreign = fc.integer({ min: 0, max: 9 }).map((n) => n === 0)
  return fc.array(
    fc.oneof(
      one(6, fc.record({ op: kind('move'), from: some, to: some, amountMinor, foreign })),
      one(
        4,
        fc.record({
          ...{ op: kind('pend'), account: some, debit: fc.boolean(), amountMinor },
          share: fc.constantFrom(0, 0, 60, 100),
        }),
      ),
      one(4, fc.record({ op: decide, which })),
      one(4, fc.record({ op: again, which })),
      one(2, fc.record({ op: kind('exchange'), from: some, to: some, amountMinor })),
      one(
        2,
        fc.record({
          op: kind('cross'),
          one: some,
          other: some,
          amounts: fc.array(small, { minLength: 2, maxLength: 4 }),
        }),
      ),
      one(1, fc.record({ op: kind('lend'), account: some, amountMinor: small })),
      one(
        2,
        fc.record({
          ...{ op: kind('repay'), which, account: some, interestMinor: fc.bigInt(0n, 5n) },
          share: fc.integer({ min: 1, max: 100 }),
        }),
      ),
      one(
        4,
        fc.record({
          ...{ op: kind('pot'), account: some, second: fc.boolean(), out: fc.boolean() },
          ...{ share: fc.constantFrom(0, 40, 90, 100), amountMinor },
        }),
      ),
      one(1, fc.record({ op: kind('potAgain'), which, other: fc.boolean() })),
      one(1, fc.record({ op: kind('potClose'), account: some })),
      one(1, fc.record({ op: kind('open'), eur: fc.boolean() })),
      one(1, fc.record({ op: kind('close'), account: some })),
      one(2, fc.record({ op: kind('day'), by: fc.integer({ min: -2, max: 3 }) })),
      one(2, fc.record({ op: kind('earn') })),
    ),
    { maxLength, size: 'max' },
  )
}
