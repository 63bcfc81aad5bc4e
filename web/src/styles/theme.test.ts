import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { themeCss } from './theme-css.ts'

// The formatter may lay the file out as it likes.
const squash = (css: string) => css.replaceAll(/\s/g, '').replaceAll('"', "'")

test('theme.css holds what the theme asks for', () => {
  const file = readFileSync(`${import.meta.dirname}/theme.css`, 'utf8')
  expect(squash(file)).toBe(squash(themeCss()))
})
