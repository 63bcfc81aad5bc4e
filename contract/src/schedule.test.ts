import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueAfter, dueDate, dueDates, rhythms, type Schedule, scheduleWords } from './schedule.ts'

const open = { until: null, times: null }
const three = (schedule: Schedule, from = schedule.firstOn) =>
  dueDates(schedule, { from, count: 3 })

test('each rhythm gives its next three dates', () => {
  const from = (every: Schedule['every'], firstOn = '2027-01-31') => ({ every, firstOn, ...open })
  expect(three(from('once'))).toEqual(['2027-01-31'])
  expect(three(from('weekly'))).toEqual(['2027-01-31', '2027-02-07', '2027-02-14'])
  expect(three(from('every two weeks'))).toEqual(['2027-01-31', '2027-02-14', '2027-02-28'])
  expect(three(from('monthly'))).toEqual(['2027-01-31', '2027-02-28', '2027-03-31'])
  expect(three(from('monthly', '2028-01-30'))).toEqual(['2028-01-30', '2028-02-29', '2028-03-30'])
  expect(three(from('yearly', '2028-02-29'))).toEqual(['2028-02-29', '2029-02-28', '2030-02-28'])
  expect(three(from('yearly', '2028-02-29'), '2031-03-01')[0]).toBe('2032-02-29')
})

test('an order ends with its last day, with its number of times, or with the calendar', () => {
  const monthly = { every: 'monthly', firstOn: '2027-01-31', ...open } as const
  expect(three({ ...monthly, until: '2027-02-28' })).toEqual(['2027-01-31', '2027-02-28'])
  expect(three({ ...monthly, until: '2027-02-27' })).toEqual(['2027-01-31'])
  expect(three({ ...monthly, times: 2 })).toEqual(['2027-01-31', '2027-02-28'])
  expect(dueAfter({ ...monthly, times: 2 }, '2027-02-28')).toBeNull()
  expect(three({ ...monthly, firstOn: '9999-11-30' })).toEqual(['9999-11-30', '9999-12-30'])
})

test('the words of two schedules are never the same', () => {
  const monthly = { every: 'monthly', firstOn: '2027-01-31', ...open } as const
  expect(scheduleWords(monthly)).toBe('every month from 2027-01-31')
  expect(scheduleWords({ ...monthly, every: 'once' })).toBe('on 2027-01-31')
  expect(scheduleWords({ ...monthly, until: '2028-01-31', times: 3 })).toBe(
    'every month from 2027-01-31 until 2028-01-31, 3 times',
  )
})

const dayMs = 86_400_000
const day = fc.integer({ min: 0, max: 40_000 }).map((days) => {
  return new Date(Date.UTC(2000, 0, 1) + days * dayMs).toISOString().slice(0, 10)
})
const schedules = fc.record({
  every: fc.constantFrom(...rhythms),
  firstOn: day,
  until: fc.option(day),
  times: fc.option(fc.integer({ min: 1, max: 60 })),
})

/** Says from day to day whether an order is due, and knows nothing of months' lengths but tomorrow. */
function walked({ every, firstOn, until, times }: Schedule, days: number): string[] {
  const dates: string[] = []
  const [, month = '', wanted = ''] = firstOn.split('-')
  for (let passed = 0; passed < days; passed += 1) {
    const at = Date.parse(`${firstOn}T00:00:00Z`) + passed * dayMs
    const current = new Date(at).toISOString().slice(0, 10)
    const lastOfMonth = new Date(at + dayMs).getUTCDate() === 1
    const onDay = current.slice(8) === wanted || (lastOfMonth && current.slice(8) < wanted)
    const due = {
      once: passed === 0,
      weekly: passed % 7 === 0,
      'every two weeks': passed % 14 === 0,
      monthly: onDay,
      yearly: onDay && current.slice(5, 7) === month,
    }[every]
    const over = (until !== null && current > until) || dates.length === times
    if (due && !over) dates.push(current)
  }
  return dates
}

test('the dates are those of a calendar that walks from day to day', () => {
  fc.assert(
    fc.property(schedules, fc.integer({ min: 1, max: 1500 }), (schedule, days) => {
      const expected = walked(schedule, days)
      const dates = dueDates(schedule, { from: schedule.firstOn, count: expected.length })
      expect(dates).toEqual(expected)
    }),
    { numRuns: 150 },
  )
})

test('from any day on the dates are the rest, and the one after it comes later', () => {
  fc.assert(
    fc.property(schedules, day, (schedule, from) => {
      const [first] = dueDates(schedule, { from, count: 1 })
      const next = dueAfter(schedule, from)
      if (first !== undefined) expect(first >= from).toBe(true)
      if (next !== null) expect(next > from).toBe(true)
      if (first !== undefined && first > from) expect(next).toBe(first)
      // None is left out: the one before it lies before the day.
      for (let number = 0; number < 60; number += 1) {
        const date = dueDate(schedule, number)
        if (date !== null && date >= from && first !== undefined) expect(date >= first).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})
