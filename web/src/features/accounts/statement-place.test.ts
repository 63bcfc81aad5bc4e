import { messages } from '@passbook/contract'
import { expect, test } from 'vitest'
import { isMeant, rangeProblem, readPlace, writePlace } from './statement-place.ts'

const today = '2024-03-05'
const read = (search: string) => readPlace(new URLSearchParams(search), today)

test('an address without words is today, page one', () => {
  expect(read('')).toEqual({ start: today, end: today, page: 1 })
})

test('nonsense in an address is read as if it were not there', () => {
  expect(read('start=2024-02-30&end=yesterday&page=-3')).toEqual({
    start: today,
    end: today,
    page: 1,
  })
  expect(read('page=1e3')).toMatchObject({ page: 1 })
  expect(read('page=12345678901')).toMatchObject({ page: 1 })
})

test('a place survives its address', () => {
  for (const place of [
    { start: today, end: today, page: 1 },
    { start: today, end: today, page: 7 },
    { start: '2024-01-01', end: today, page: 1 },
    { start: '2024-01-01', end: '2024-01-31', page: 500 },
  ]) {
    expect(readPlace(writePlace(place, today), today)).toEqual(place)
  }
})

test('a link that ends today still ends on that day tomorrow', () => {
  const link = writePlace({ start: '2024-03-01', end: today, page: 1 }, today)
  expect(readPlace(link, '2024-03-06')).toEqual({ start: '2024-03-01', end: today, page: 1 })
})

test('what else is in an address stays there', () => {
  const before = new URLSearchParams('q=tea&start=2024-01-01&end=2024-01-31&page=3')
  const place = { start: '2024-02-01', end: '2024-02-29', page: 1 }
  expect(writePlace(place, today, before).toString()).toBe('q=tea&start=2024-02-01&end=2024-02-29')
})

test('both dates today leave no trace in the address', () => {
  expect(writePlace({ start: today, end: today, page: 1 }, today).toString()).toBe('')
})

// shows D39
test('a start after its end is told and asks nothing', () => {
  const problem = (start: string, end: string) => rangeProblem({ start, end }, today)
  expect(problem(today, '2024-03-04')).toBe(messages.datesReversed)
  expect(problem('2024-03-06', today)).toBe('Start date is in the future')
  expect(problem('2024-03-06', '2024-03-07')).toBe('Start date is in the future')
  expect(problem('', today)).toBe(messages.dateInvalid)
  expect(problem(today, today)).toBeNull()
  expect(problem(today, '2024-03-07')).toBeNull()
})

test('a year that is being typed is not meant yet', () => {
  expect(isMeant('0002-03-05')).toBe(false)
  expect(isMeant('0202-03-05')).toBe(false)
  expect(isMeant('')).toBe(false)
  expect(isMeant('2024-03-05')).toBe(true)
})
