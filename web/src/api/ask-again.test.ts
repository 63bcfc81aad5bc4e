import { QueryObserver, queryOptions } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { askAgain } from './ask-again.ts'
import { changeHeld } from './change-held.ts'
import { makeQueryClient } from './query-client.ts'

const { queryKey: key } = queryOptions({ queryKey: ['list', 1], queryFn: () => '' })

/** A list that is looked at, and the answers that it waits for. */
function asked() {
  const client = makeQueryClient()
  const answers: ((list: string) => void)[] = []
  const queryFn = () => new Promise<string>((answer) => answers.push(answer))
  new QueryObserver(client, { queryKey: key, queryFn }).subscribe(() => undefined)
  const shown = () => client.getQueryData(key)
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

test('an answer from before a change does not undo it', async () => {
  const { client, answers, shown } = asked()
  answers[0]?.('first')
  await settled()
  void client.invalidateQueries()
  expect(answers).toHaveLength(2)
  changeHeld(client, key, () => 'changed')
  expect(shown()).toBe('changed')
  answers[1]?.('first')
  await settled()
  expect(shown()).toBe('changed')
  answers[2]?.('changed, says the bank')
  await settled()
  expect(shown()).toBe('changed, says the bank')
})

test('where nothing is on its way a change asks for nothing', async () => {
  const { client, answers, shown } = asked()
  answers[0]?.('first')
  await settled()
  changeHeld(client, key, () => 'changed')
  await settled()
  expect(shown()).toBe('changed')
  expect(answers).toHaveLength(1)
})
