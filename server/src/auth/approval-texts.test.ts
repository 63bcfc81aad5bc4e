import {
  autoRepayPayee,
  billPayee,
  cardHolder,
  changedOrder,
  loanTermsPayee,
  payeeOf,
  repayPayee,
  rhythms,
  standingPayee,
} from '@passbook/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardPayees, orderHash } from './approval.ts'
import { signedOrderHash } from './passkey-approval.ts'

/** An order as somebody may place it: everything that says whom it pays, how much, from where and when. */
type Placed = { fields: Record<string, unknown>; to: string }

const wallet = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

const keys = { secretKey: 'a key that is good for tests only', oldSecretKeys: [] }

/** Of a card the bank binds an approval to an HMAC of what is said of it, and of its whole number. */
function boundTo(fields: Parameters<typeof payeeOf>[0]): string {
  if (!('card_number' in fields)) return payeeOf(fields)
  const card = { number: fields.card_number, holder: cardHolder(fields) }
  return cardPayees(keys, 1n, card)[0] ?? ''
}

/** What stands between two fields in some approval text, as a name may hold it too. */
const between = [
  ...[' for ', ' at ', ' of ', ', ', '; ', ': ', ' (DEUTDEFF) for ', ' (COBADEFF)'],
  ...[', on 2026-12-01', ', every month from 2026-12-01', ', 12/40', 'wire:', '" for "', '"', '""'],
  ...['" (DEUTDEFF) for "', '"" (DEUTDEFF) for ""', '\\"', '“', '”', '’', '\u00a0', '\ud83d\ude00'],
]
const name = fc
  .array(
    fc.oneof(
      fc.constantFrom(...between),
      fc.constantFrom('Q', 'Ada', 'Ünal', 'مريم', '王', 'N26'),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(''))
const date = fc.constantFrom('2026-12-01', '2026-12-02', '2027-01-01')
const number = fc.constantFrom('1234567', '12345678', '7654321')
const swift = fc.constantFrom('DEUTDEFF', 'COBADEFF')
const orNull = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null, freq: 1 })

const transfers = [
  fc.record({ destination_account: fc.constantFrom('a', 'b') }),
  fc.record({ acc_number: number, acc_name: fc.constant('Bob Stone') }),
  fc.record({ acc_number: number, acc_name: name, bank: fc.constantFrom('Chase', 'N26') }),
  fc.record({ acc_number: number, acc_name: name, bank_name: name, swift }),
  fc.record({
    card_name: name,
    card_number: fc.constantFrom('4000000000001091', '4242424242424242'),
    card_expiry: fc.constantFrom('12/40', '11/40'),
  }),
  fc.record({ wallet_address: fc.constantFrom(wallet, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa') }),
].map((kind) => kind.map((fields): Placed => ({ fields, to: boundTo(fields as never) })))

const bills = fc
  .record({
    biller: name,
    accountName: name,
    type: fc.constantFrom('one-time', 'recurring'),
    date,
  })
  .map((fields): Placed => ({ fields, to: billPayee(fields) }))

const loans = [
  fc.record({ Months: fc.integer({ min: 1, max: 60 }), RatePercent: fc.constantFrom('6', '12.5') }),
].map((kind) => kind.map((fields): Placed => ({ fields, to: loanTermsPayee(fields) })))

const named = fc.record({ id: fc.uuid() })
const byId = [repayPayee, autoRepayPayee].map((words) =>
  named.map((fields): Placed => ({ fields: { ...fields, by: words.name }, to: words(fields.id) })),
)

const changed = named.map(({ id }): Placed => ({ fields: { id }, to: changedOrder(id) }))
const standing = fc
  .record({
    payee: fc.oneof(...transfers, changed),
    above: fc.boolean(),
    every: fc.constantFrom(...rhythms),
    firstOn: date,
    until: orNull(date),
    times: orNull(fc.integer({ min: 1, max: 3 })),
  })
  .map(
    ({ payee, above, ...schedule }): Placed => ({
      fields: { ...payee.fields, above, ...schedule },
      to: standingPayee(schedule, { above, payee: payee.to }),
    }),
  )

const order = fc.record({
  sourceAccount: fc.constantFrom('one', 'other'),
  amountMinor: fc.constantFrom(1_00n, 1_01n),
  placed: fc.oneof(...transfers, bills, ...loans, ...byId, standing),
})

/**
 * Two orders made of the same words, cut in two places: what the first says in its name, the second says
 * in its bank, or the other way round.
 */
const cut = fc
  .tuple(
    fc.tuple(name, name, name),
    fc.constantFrom(...between),
    fc.constantFrom('wire', 'bill', 'card'),
    fc.tuple(swift, swift),
  )
  .map(([[one, two, three], words, kind, [early, late]]) => {
    const made = (before: string, after: string, code: string) => {
      const wire = { acc_number: '1234567', bank_name: before, swift: code, acc_name: after }
      const card = { card_number: '4242424242424242', card_name: before + after }
      const bill = { biller: before, accountName: after, type: 'one-time', date: '2026-12-01' }
      if (kind === 'wire') return { fields: wire, to: payeeOf(wire) }
      if (kind === 'bill') return { fields: bill, to: billPayee(bill) }
      const fields = { ...card, card_expiry: '12/40' }
      return { fields, to: boundTo(fields) }
    }
    return [made(one, two + words + three, early), made(one + words + two, three, late)]
  })
  .map((pair) => pair.map((placed) => ({ sourceAccount: 'one', amountMinor: 1_00n, placed })))

const pairs = 10_000

test('of 10,000 pairs of orders that differ in any field no two have one approval text', () => {
  const drawn = [
    ...fc.sample(fc.tuple(order, order), { numRuns: pairs / 2, seed: 35 }),
    ...fc.sample(cut, { numRuns: pairs / 2, seed: 35 }),
  ]
  const orders = drawn.flat()
  expect(orders).toHaveLength(2 * pairs)
  // Not each with its own other alone: every one with all the others.
  for (const hashOf of [
    orderHash,
    (one: Parameters<typeof orderHash>[0]) => signedOrderHash({ ...one, currency: 'usd' }),
  ]) {
    const approved = new Map<string, string>()
    const alike: string[][] = []
    for (const { sourceAccount, amountMinor, placed } of orders) {
      const hash = hashOf({ sourceAccount, amountMinor, to: placed.to })
      const meant = JSON.stringify([sourceAccount, String(amountMinor), placed.fields])
      const before = approved.get(hash) ?? meant
      if (before !== meant) alike.push([before, meant, placed.to])
      approved.set(hash, meant)
    }
    expect(alike.slice(0, 3)).toEqual([])
    expect(approved.size).toBeGreaterThan(pairs)
  }
})
