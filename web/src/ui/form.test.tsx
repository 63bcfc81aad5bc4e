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
test('the first failing check wins, marks its field, is described there and takes the focus', async () => {
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
  expect(password.getAttribute('aria-invalid')).toBe(null)
  expect(document.activeElement).toBe(username)

  await user.keyboard('ada')
  expect(username.getAttribute('aria-invalid')).toBe(null)
  await user.click(submit)
  expect(screen.getByRole('alert').textContent).toBe('Invalid password')
  expect(document.activeElement).toBe(password)

  await user.keyboard('abc{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('Password is too short')

  await user.keyboard('d{Enter}')
  expect(screen.queryByRole('alert')).toBe(null)
  expect(onReady).toHaveBeenCalledWith({ username: 'ada', password: 'abcd' })
})
