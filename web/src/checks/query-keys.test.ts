import { expect, test } from 'vitest'
import { clientFiles } from './read-texts.ts'

test('whatever is loaded has a key that begins with one of keys.ts', () => {
  const own = /queryKey: \[\s*(?!\.\.\.keys\.)/
  expect(own.test("queryKey: ['list']")).toBe(true)
  const files = clientFiles().filter(({ text }) => own.test(text))
  expect(files.map(({ name }) => name)).toEqual([])
})
