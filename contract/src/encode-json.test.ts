import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { anything } from './call.ts'
import { calls } from './calls.ts'
import { moment } from './dates.ts'
import { encodeJson } from './encode-json.ts'
import { money } from './money.ts'
import { presentable } from './visible.ts'

/** Values that fit a schema, and some that do not. */
function valuesOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const definition = schema._zod.def as unknown as {
    type: string
    shape: Record<string, z.core.$ZodType>
    innerType: z.core.$ZodType
    element: z.core.$ZodType
    options: z.core.$ZodType[]
    valueType: z.core.$ZodType
    out: z.core.$ZodType
    entries: Record<string, string>
    values: unknown[]
  }
  switch (definition.type) {
    case 'string':
      return fc.oneof(
        fc.string(),
        fc.string({ unit: 'binary' }),
        fc.constantFrom('2026-02-28', '12.50', 'ab12cd34', '"', '\\', '\u007f\ud800'),
      )
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 400 }), fc.double())
    case 'boolean':
      return fc.boolean()
    case 'bigint':
      // Below zero now and then: what cannot be is refused, and nearly every reply would be.
      return fc.oneof(
        { weight: 19, arbitrary: fc.bigInt({ min: 0n, max: 10n ** 15n }) },
        { weight: 1, arbitrary: fc.bigInt({ min: -(10n ** 15n), max: -1n }) },
      )
    case 'date':
      return fc.date({ noInvalidDate: false })
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries))
    case 'literal':
      return fc.constantFrom(...definition.values)
    case 'optional':
      return fc.oneof(valuesOf(definition.innerType), fc.constant(undefined))
    case 'nullable':
      return fc.oneof(valuesOf(definition.innerType), fc.constant(null))
    case 'array':
      return fc.array(valuesOf(definition.element), { maxLength: 3 })
    case 'record':
      return fc.dictionary(fc.string(), valuesOf(definition.valueType), { maxKeys: 3 })
    case 'union':
      return fc.oneof(...definition.options.map(valuesOf))
    case 'pipe':
      return valuesOf(definition.out)
    case 'object': {
      const fields = Object.entries(definition.shape).map(([name, field]) => [
        name,
        valuesOf(field),
      ])
      return fc
        .record(Object.fromEntries(fields))
        .map((value) => ({ ...value, surplus: 'unnamed' }))
    }
    default:
      return fc.anything()
  }
}

/** What becomes of a value, as it stands on the wire. */
function sent(text: () => string): unknown {
  try {
    return text()
  } catch (error) {
    return (error as z.core.$ZodError).issues
  }
}

const same = (schema: z.ZodMiniType, value: unknown) =>
  expect(shown(() => encodeJson(schema, value))).toEqual(
    shown(() => JSON.stringify(z.encode(schema, value))),
  )

/** The same with its texts as they look. */
function shown(text: () => string): unknown {
  const wire = sent(text)
  const look = (_: string, one: unknown) => (typeof one === 'string' ? presentable(one) : one)
  return typeof wire === 'string' ? JSON.parse(wire, look) : wire
}

test.each(Object.entries(calls).map(([name, { response }]) => [name, response] as const))(
  'the reply of %s is put on the wire as its schema says',
  (_, response) => {
    let good = 0
    fc.assert(
      fc.property(valuesOf(response), (value) => {
        same(response, value)
        if (z.safeEncode(response, value as never).success) good += 1
      }),
      { numRuns: 60 },
    )
    expect(good).toBeGreaterThan(0)
  },
)

describe('what is wrong is refused', () => {
  const whole = z.object({
    name: z.string(),
    amount: money,
    at: z.optional(moment),
    more: anything,
  })
  const good = { name: 'Ada', amount: 1250n, at: new Date(0), more: { any: 1 } }

  test.each([
    ['a text that is a number', { ...good, name: 1 }],
    ['an amount that is text', { ...good, amount: '12.50' }],
    ['no moment at all', { ...good, at: new Date(Number.NaN) }],
    ['a missing field', { ...good, name: undefined }],
    ['a list', [good]],
    ['nothing', null],
  ])('%s', (_, value) => {
    expect(() => encodeJson(whole, value as never)).toThrow()
    same(whole, value)
  })

  test('a list with a hole', () => {
    const list = z.array(z.string())
    expect(() => encodeJson(list, new Array(1))).toThrow()
    same(list, new Array(1))
  })

  test('and what is right is sent, without what has no name', () => {
    expect(JSON.parse(encodeJson(whole, { ...good, surplus: 1 } as never))).toEqual({
      name: 'Ada',
      amount: '12.50',
      at: '1970-01-01T00:00:00.000Z',
      more: { any: 1 },
    })
  })
})
