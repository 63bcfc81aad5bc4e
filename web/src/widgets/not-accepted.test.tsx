import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from '#api/page.ts'
import type { Problem } from '#ui/form.ts'
import { PasswordStrength } from '#ui/password-strength.tsx'
import { useNotAccepted } from './not-accepted.ts'

const { refusesGuessable } = page
beforeEach(() => {
  page.refusesGuessable = true
})
afterEach(() => {
  cleanup()
  page.refusesGuessable = refusesGuessable
})

const nora = { firstName: 'Nora', lastName: 'Berg', username: 'nberg', email: 'sea@example.com' }

function Meter({ password, problem = null }: { password: string; problem?: Problem | null }) {
  const notAccepted = useNotAccepted(password, nora, problem)
  return <PasswordStrength password={password} notAccepted={notAccepted} />
}

const common = 'Not accepted. It is one of the passwords that are guessed first.'
const personal =
  'Not accepted. It contains your name, your username, your email or the name of the bank.'

// shows D157
test.each([
  ...['1234', 'qwerty', 'Password', 'summer', 'ｑｗｅｒｔｙ'].map((password) => [password, common]),
  ...['Nora1234', 'my nberg!', 'berg', 'sea'].map((password) => [password, personal]),
])('the meter says of "%s" that it is not accepted, and why', async (password, words) => {
  render(<Meter password={password} />)
  await expect.poll(() => document.body.textContent).toBe(words)
})

test('the meter rates what the bank takes', async () => {
  for (const password of ['qzrt', 'quiet lamp river stone']) {
    render(<Meter password={password} />)
    await new Promise((done) => setTimeout(done, 50))
    expect(document.body.textContent).not.toContain('Not accepted')
    cleanup()
  }
})

test('at a bank that does not say that it refuses them the meter only warns', async () => {
  page.refusesGuessable = false
  render(<Meter password="Nora1234" />)
  render(<Meter password="qwerty" />)
  await new Promise((done) => setTimeout(done, 50))
  expect(document.body.textContent).not.toContain('Not accepted')
})

test('what the bank has refused the meter does not call good', () => {
  page.refusesGuessable = false
  const problem = { message: 'Make a hard to guess password', code: 'password_common' }
  render(<Meter password="quiet lamp river stone" problem={problem} />)
  expect(document.body.textContent).toBe(common)
})
