import { expect, test } from 'vitest'
import { makeBackground } from './background.ts'

const never = () => {
  throw new Error('nothing fails here')
}

test('work for later waits, and is done at once by whoever waits for it', async () => {
  const done: string[] = []
  const background = makeBackground(never, () => 3_600_000)
  background.runLater(async () => {
    done.push('later')
    background.runLater(async () => void done.push('later still'))
  })
  background.run(async () => void done.push('now'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(done).toEqual(['now'])
  await background.settled()
  expect(done).toEqual(['now', 'later', 'later still'])
})

test('work for later comes by itself too', async () => {
  const background = makeBackground(never, () => 1)
  await new Promise<void>((resolve) => background.runLater(async () => resolve()))
  await background.settled()
})
