import { expect, test } from 'vitest'
import { scorePassword } from './password-score.ts'

// shows D90
test.each([
  ['', 0],
  ['1234', 1],
  ['password1', 1],
  ['Qwerty123!', 1],
  ['aaaaaaaaaaaaaaaaaaaa', 1],
  ['x7Kp', 1],
  ['rocket92', 2],
  ['Tr0ubador!x', 3],
  ['quiet lamp river stone', 4],
])('"%s" is of level %i', (password, level) => {
  expect(scorePassword(password).level).toBe(level)
})

test('a password with the own name in it is weak, however long', () => {
  expect(scorePassword('okafor-okafor-okafor', ['Ada', 'Okafor']).level).toBe(1)
})

test('less than 15 characters are never called strong', () => {
  const { word, advice } = scorePassword('aZ3$kQ9!pL2&xW')
  expect(word).toBe('Good')
  expect(advice).toContain('15 characters')
})
