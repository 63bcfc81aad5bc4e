import { credentials } from '@passbook/contract'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { useForm } from './form.ts'
import { Notice } from './notice.tsx'
import { TextField } from './text-field.tsx'

afterEach(cleanup)

function Form({ onReady }: { onReady: (values: Record<string, string>) => void }) {
  const form = useForm({ username: '', password: '' })
  return (
    <form onSubmit={form.check(credentials, onReady)} noValidate>
      {form.problem ? <Notice id={form.problemId}>{form.problem.message}</Notice> : null}
      <TextField label="Username" {...form.field('username')} />
      <TextField label="Password" {...form.field('password')} />
      <button type="submit">Login</button>
    </form>
  )
}

// shows §5.1 D113
test('the first failing check is told and takes the focus, and all that is empty is marked', async () => {
  const user = userEvent.setup()
  const onReady = vi.fn()
  render(<Form onReady={onReady} />)
  const submit = screen.getByRole('button')
  const [username, password] = [
    screen.getByLabelText('Username'),
    screen.getByLabelText('Password'),
  ]

  await user.click(submit)
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toBe('Invalid username')
  expect(username.getAttribute('aria-invalid')).toBe('true')
  expect(username.getAttribute('aria-describedby')).toBe(alert.id)
  // It is empty too; what is told is about the other.
  expect(password.getAttribute('aria-invalid')).toBe('true')
  expect(password.getAttribute('aria-describedby')).toBe(null)
  expect(document.activeElement).toBe(username)

  await user.keyboard('ada')
  expect(username.getAttribute('aria-invalid')).toBe(null)
  expect(password.getAttribute('aria-invalid')).toBe('true')
  await user.click(submit)
  expect(screen.getByRole('alert').textContent).toBe('Invalid password')
  expect(document.activeElement).toBe(password)

  await user.keyboard('abc{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('Password is too short')

  await user.keyboard('d{Enter}')
  expect(screen.queryByRole('alert')).toBe(null)
  expect(onReady).toHaveBeenCalledWith({ username: 'ada', password: 'abcd' })
})

const refusing = {
  safeParse: () => ({
    success: false as const,
    error: {
      issues: ['first', 'typed', 'shown', 'elsewhere'].map((name) => ({
        message: `${name} is wrong`,
        path: [name],
      })),
    },
  }),
}

function Refused() {
  const form = useForm({ first: '', typed: 'x', shown: '', elsewhere: '', note: '' })
  return (
    <form onSubmit={form.check(refusing, () => {})} noValidate>
      <TextField label="First" {...form.field('first')} />
      <TextField label="Typed" {...form.field('typed')} />
      <TextField label="Shown" readOnly {...form.field('shown')} />
      <TextField label="Note" {...form.field('note')} />
      <button type="submit">Send</button>
    </form>
  )
}

test('what is typed wrongly, may stay empty or cannot be typed into is not marked as empty', async () => {
  render(<Refused />)
  await userEvent.setup().click(screen.getByRole('button'))
  const fields = screen.getAllByRole('textbox')
  const marked = fields.filter((field) => field.getAttribute('aria-invalid') === 'true')
  expect(marked).toEqual([screen.getByLabelText('First')])
})
