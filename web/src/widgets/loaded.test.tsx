import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { Loaded } from './loaded.tsx'

afterEach(cleanup)

function List({ ask }: { ask: () => Promise<string> }) {
  const query = useQuery({ queryKey: ['list'], queryFn: ask })
  return (
    <Loaded query={query} skeleton={<p>bars</p>}>
      {(text) => <p>{text}</p>}
    </Loaded>
  )
}

/** A list whose every answer comes when the test gives it. */
function setUp() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const asked: PromiseWithResolvers<string>[] = []
  const ask = () => {
    const call = Promise.withResolvers<string>()
    asked.push(call)
    return call.promise
  }
  render(
    <QueryClientProvider client={client}>
      <List ask={ask} />
    </QueryClientProvider>,
  )
  return {
    answer: (text: string) => asked.at(-1)?.resolve(text),
    fail: () => asked.at(-1)?.reject(new Error('lost')),
    /** As the page does by itself after news of the bank. */
    askAgain: async () => {
      const before = asked.length
      await act(async () => void client.invalidateQueries())
      await waitFor(() => expect(asked).toHaveLength(before + 1))
    },
  }
}

const button = () => screen.queryByRole('button', { name: 'try again' })

test('a failure stays told, above what was there, until an answer comes', async () => {
  const { answer, fail, askAgain } = setUp()
  expect(screen.queryByText('bars')).not.toBe(null)
  answer('one')
  await screen.findByText('one')
  await askAgain()
  fail()
  const shown = await screen.findByRole('button', { name: 'try again' })
  expect(screen.queryByText('one')).not.toBe(null)
  await askAgain()
  expect(button()).toBe(shown)
  answer('two')
  await screen.findByText('two')
  expect(button()).toBe(null)
})

test('trying again shows bars where there was nothing, and keeps the focus in the place', async () => {
  const { answer, fail } = setUp()
  fail()
  await userEvent.click(await screen.findByRole('button', { name: 'try again' }))
  await screen.findByText('bars')
  expect(button()).toBe(null)
  expect(document.activeElement).not.toBe(document.body)
  answer('one')
  await screen.findByText('one')
})
