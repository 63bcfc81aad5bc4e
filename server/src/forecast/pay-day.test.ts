import { expect, test } from 'vitest'
import { dayAfter } from '#kernel/calendar.ts'
import { type Credit, mainPay, regularPay } from './pay-day.ts'

const today = '2027-04-10'
const last = dayAfter(today, 92)
const from = (payer: string, dates: string[], amountMinor = 2000_00n): Credit[] =>
  dates.map((on) => ({ accountId: 1n, payer, name: payer, on, amountMinor }))
const datesOf = (dates: string[], now = today) =>
  regularPay(from('Acme', dates), { today: now, last: dayAfter(now, 70) })[0]?.dates

test('pay comes every week, every two or four weeks, or every month', () => {
  expect(datesOf(['2027-03-26', '2027-04-02', '2027-04-09'])?.slice(0, 2)).toEqual([
    ...['2027-04-16', '2027-04-23'],
  ])
  expect(datesOf(['2027-03-05', '2027-03-19', '2027-04-02'])?.[0]).toBe('2027-04-16')
  expect(datesOf(['2027-02-04', '2027-03-04', '2027-04-01'])?.[0]).toBe('2027-04-29')
  expect(datesOf(['2027-01-25', '2027-02-25', '2027-03-25'])?.slice(0, 2)).toEqual([
    ...['2027-04-25', '2027-05-25'],
  ])
})

test('a weekend before the day, or the end of the month, moves no later pay-day', () => {
  expect(datesOf(['2027-01-25', '2027-02-25', '2027-03-24'])?.[0]).toBe('2027-04-25')
  expect(datesOf(['2027-01-31', '2027-02-28', '2027-03-31'])?.slice(0, 2)).toEqual([
    ...['2027-04-30', '2027-05-31'],
  ])
  expect(datesOf(['2027-01-01', '2027-02-01', '2027-02-28'], '2027-03-02')?.[0]).toBe('2027-04-01')
  expect(datesOf(['2027-03-26', '2027-04-02', '2027-04-08'])?.[0]).toBe('2027-04-16')
})

test('what came twice, at any time, or has ended is no pay', () => {
  expect(datesOf(['2027-02-25', '2027-03-25'])).toBeUndefined()
  expect(datesOf(['2027-02-01', '2027-02-25', '2027-04-09'])).toBeUndefined()
  // Late by five days is late, by six it has ended; either way the next day is a later one.
  const monthly = ['2027-01-05', '2027-02-05', '2027-03-05']
  expect(datesOf(monthly, '2027-04-10')?.[0]).toBe('2027-05-05')
  expect(datesOf(monthly, '2027-04-11')).toBeUndefined()
  expect(datesOf(monthly, '2027-04-05')?.[0]).toBe('2027-05-05')
})

test('payers are told apart, and the largest pay gives the pay-day', () => {
  const friends = from('Ben', ['2027-03-26', '2027-04-02', '2027-04-09'], 10_00n)
  const salary = ['2027-01-25', '2027-02-25', '2027-03-25'].flatMap((on, at) =>
    from('Acme', [on], BigInt(2000 + at) * 100n),
  )
  const pays = regularPay([...salary, ...friends], { today, last })
  expect(pays).toHaveLength(2)
  expect(mainPay(pays)).toMatchObject({ name: 'Acme', amountMinor: 2001_00n })
  const mixed = from('Acme', ['2027-03-26']).concat(from('Ben', ['2027-04-02', '2027-04-09']))
  expect(regularPay(mixed, { today, last })).toEqual([])
  expect(mainPay([])).toBeUndefined()
})
