import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  dateFilter,
  dayIn,
  formatDateTime,
  formatDay,
  formatReceiptDate,
  formatReceiptTime,
  isRealDate,
  moment,
  toDateParts,
} from './dates.ts'

const at = new Date('2024-03-05T02:05:09Z')

describe('formats of section 9', () => {
  // shows D44
  test('details and rows', () => {
    expect(formatDateTime(new Date('2024-03-05T02:30:00Z'))).toBe('05 Mar 2024, 02:30')
    expect(formatDateTime(new Date('2024-03-05T00:00:00Z'))).toBe('05 Mar 2024, 00:00')
    expect(formatDateTime(new Date('2024-12-31T23:59:00Z'))).toBe('31 Dec 2024, 23:59')
  })

  // shows §9.20 D45
  test('receipts', () => {
    expect(formatReceiptDate(at)).toBe('05 Mar 24')
    expect(formatReceiptTime(at)).toBe('2:05')
    expect(formatReceiptTime(new Date('2024-03-05T14:30:00Z'))).toBe('14:30')
  })

  // shows D39
  test('a day in a zone is that zone’s day', () => {
    const late = new Date('2024-12-31T22:30:00Z')
    expect(dayIn(late)).toBe('2024-12-31')
    expect(dayIn(late, 'Europe/Istanbul')).toBe('2025-01-01')
    expect(formatDay(late, 'Europe/Istanbul')).toBe('01 Jan 2025')
  })

  test('UTC, which needs no formatter, is what a formatter says of it', () => {
    const years = { min: new Date('1900-01-01T00:00:00Z'), max: new Date('2199-12-31T23:59:59Z') }
    fc.assert(
      fc.property(fc.date({ ...years, noInvalidDate: true }), (moment) => {
        expect(toDateParts(moment, 'UTC')).toEqual(toDateParts(moment, 'Etc/GMT'))
      }),
    )
  })
})

describe('the date filter', () => {
  // shows §5.71 §7.14 D38
  test('both today sends no dates', () => {
    expect(dateFilter('2024-03-05', '2024-03-05', '2024-03-05')).toEqual({})
  })

  test('any other pair is sent', () => {
    expect(dateFilter('2024-03-04', '2024-03-05', '2024-03-05')).toEqual({
      start_date: '2024-03-04',
      end_date: '2024-03-05',
    })
  })

  test.each(['2024-02-30', '24-1-1', '2024-13-01', '2024-01-01;drop', ''])(
    '%j is no date',
    (text) => {
      expect(isRealDate(text)).toBe(false)
    },
  )

  test('leap days are real in leap years only', () => {
    expect(isRealDate('2024-02-29')).toBe(true)
    expect(isRealDate('2023-02-29')).toBe(false)
  })
})

describe('moments on the wire', () => {
  test.each([
    '2024-03-05T02:05:09Z',
    1_709_604_309,
    1_709_604_309_000,
    { day: 5, month: 3, year: 2024, hour: 2, minute: 5, second: 9 },
    { Day: 5, Month: 3, Year: 2024, Hour: 2, Minute: 5, Second: 9, MonthName: 'March' },
  ])('%j is read', (sent) => {
    expect(z.decode(moment, sent)).toEqual(at)
  })

  // shows §3.9 D96
  test('leaves as RFC 3339', () => {
    expect(z.encode(moment, at)).toBe('2024-03-05T02:05:09.000Z')
  })

  test('what is no moment is refused', () => {
    expect(z.safeDecode(moment, 'yesterday').success).toBe(false)
    expect(z.safeDecode(moment, {}).success).toBe(false)
    // An object that brings a `toString` along which is none.
    expect(z.safeDecode(moment, { year: { toString: false } }).success).toBe(false)
  })

  // shows §3.2
  test('parts carry the names of day and month', () => {
    expect(toDateParts(at)).toEqual({
      day: 5,
      month: 3,
      year: 2024,
      hour: 2,
      minute: 5,
      second: 9,
      weekday: 'Tuesday',
      monthName: 'March',
    })
  })
})
