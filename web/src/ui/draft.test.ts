import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeDraft } from './draft.ts'

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.useRealTimers())

const blank = { name: '', sex: 'male', password: '' }
const draft = makeDraft('form', blank, ['password'])

// shows D152
test('what was typed is found again, and a secret is never written', () => {
  draft.keep({ name: 'Ada', sex: 'female', password: 'sea stories 1906' })
  expect(JSON.stringify(sessionStorage)).not.toContain('stories')
  expect(draft.read()).toEqual({ name: 'Ada', sex: 'female', password: '' })
})

// shows D152
test('what is as at first leaves nothing behind, not even beside a secret', () => {
  draft.keep({ ...blank, name: 'Ada' })
  draft.keep({ ...blank, password: 'sea stories 1906' })
  expect(sessionStorage).toHaveLength(0)
})

test('what was not changed begins as the form does the next time', () => {
  draft.keep({ ...blank, name: 'Ada' })
  const later = makeDraft('form', { ...blank, sex: 'female' }, ['password'])
  expect(later.read()).toEqual({ name: 'Ada', sex: 'female', password: '' })
})

test('what was dropped is gone', () => {
  draft.keep({ ...blank, name: 'Ada' })
  draft.drop()
  expect(draft.read()).toEqual(blank)
  expect(sessionStorage).toHaveLength(0)
})

test('nobody finds what somebody else has typed, or what is no draft', () => {
  draft.keep({ ...blank, name: 'Ada' }, 'ada')
  expect(draft.read('bob')).toEqual(blank)
  expect(draft.read('ada').name).toBe('Ada')
  sessionStorage.setItem('draft-form', '{"owner":"ada","values":{"name":7,"password":"x"}}')
  expect(draft.read('ada')).toEqual(blank)
  sessionStorage.setItem('draft-form', 'nonsense')
  expect(draft.read('ada')).toEqual(blank)
})

test('who comes half an hour later finds nothing', () => {
  vi.useFakeTimers()
  draft.keep({ ...blank, name: 'Ada' })
  vi.advanceTimersByTime(29 * 60_000)
  expect(draft.read().name).toBe('Ada')
  vi.advanceTimersByTime(2 * 60_000)
  expect(draft.read()).toEqual(blank)
})
