import { expect, test } from 'vitest'
import { isSearching, noFilter, readFilter, writeFilter } from './search-filter.ts'

const read = (search: string) => readFilter(new URLSearchParams(search))

test('an address without words looks for nothing', () => {
  expect(read('start=2024-01-01&end=2024-01-31&page=2')).toEqual(noFilter)
  expect(isSearching(read('page=2'))).toBe(false)
  expect(isSearching(read('state=failed'))).toBe(true)
})

test('a choice that there is none of is as if it were not there', () => {
  expect(read('direction=sideways&state=gone&type=gift')).toEqual(noFilter)
})

test('a filter survives its address, which keeps the dates and begins at page one', () => {
  const filter = {
    ...{ q: 'a & b%', direction: 'out', state: 'failed', type: 'loan' },
    ...{ min: '1', max: '2', account: 'x' },
  }
  const before = new URLSearchParams('start=2024-01-01&end=2024-01-31&page=4&find=')
  const after = writeFilter(before, filter)
  expect(readFilter(after)).toEqual(filter)
  expect(after.get('start')).toBe('2024-01-01')
  expect(after.has('page')).toBe(false)
  expect(writeFilter(after, noFilter).toString()).toBe('start=2024-01-01&end=2024-01-31')
})
