import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { askAgain } from './ask-again.ts'
import { makeQueryClient } from './query-client.ts'

/** A list that is looked at, and the answers that it waits for. */
function asked() {
  const client = makeQueryClient()
  const answers: ((list: string) => void)[] = []
  const queryFn = () => new Promise<string>((answer) => answers.push(answer))
  new QueryObserver(client, { queryKey: ['list', 1], queryFn }).subscribe(() => undefined)
  const shown = () => client.getQueryData(['list', 1])
  return { client, answers, shown }
}

const settled = () => new Promise((done) => setTimeout(done))

test('a first answer from before the news is asked for once more', async () => {
  const { client, answers, shown } = asked()
  const told = askAgain(client, ['list'])
  expect(answers).toHaveLength(1)
  answers[0]?.('before')
  await settled()
  expect(shown()).toBe('before')
  expect(answers).toHaveLength(2)
  answers[1]?.('after')
  await told
  expect(shown()).toBe('after')
})

test('an answer that comes again is not waited for', async () => {
  const { client, answers, shown } = asked()
  answers[0]?.('first')
  await settled()
  void askAgain(client, ['list'])
  const told = askAgain(client, ['list'])
  expect(answers).toHaveLength(3)
  answers[2]?.('after')
  answers[1]?.('before')
  await told
  expect(shown()).toBe('after')
  expect(answers).toHaveLength(3)
})
