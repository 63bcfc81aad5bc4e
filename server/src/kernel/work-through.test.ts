import { describe, expect, test } from 'vitest'
import { workThrough } from './work-through.ts'

/** A queue of numbers: groups of three, whose even ones are done together; of the others 7 breaks. */
function queue(numbers: number[], { failing = () => false }: { failing?: () => boolean } = {}) {
  const waiting = [...numbers]
  const log: string[] = []
  const gone = (one: number) => waiting.splice(waiting.indexOf(one), 1)
  return {
    log,
    waiting,
    group: async (took: (ids: number[]) => void) => {
      const taken = waiting.slice(0, 3)
      took(taken)
      if (failing()) throw new Error('the group failed')
      const done = taken.filter((one) => one % 2 === 0)
      for (const one of done) gone(one)
      log.push(`group ${done}`)
      return taken.filter((one) => one % 2 === 1)
    },
    alone: async (one: number) => {
      if (one === 7) throw new Error('seven')
      gone(one)
      log.push(`alone ${one}`)
    },
    setAside: async (one: number, error: unknown) => {
      gone(one)
      log.push(`aside ${one}: ${(error as Error).message}`)
    },
  }
}

describe('working through a queue', () => {
  test('does groups together, what they leave alone, and sets aside what breaks', async () => {
    const one = queue([2, 7, 4, 6, 1, 8])
    await expect(workThrough(one)).rejects.toThrow('seven')
    expect(one.log).toEqual(['group 2,4', 'aside 7: seven', 'group 6,8', 'alone 1', 'group '])
  })

  test('does each of a group alone that failed as a whole', async () => {
    let calls = 0
    const one = queue([2, 4], { failing: () => calls++ === 0 })
    await workThrough(one)
    expect(one.log).toEqual(['alone 2', 'alone 4', 'group '])
  })

  test('ends where nothing could even be taken', async () => {
    const group = () => Promise.reject(new Error('the database is away'))
    await expect(workThrough({ ...queue([]), group })).rejects.toThrow('the database is away')
  })

  test('begins nothing more once it is told to stop', async () => {
    const stopping = new AbortController()
    const one = queue([1, 3, 5])
    const alone = async (id: number) => {
      await one.alone(id)
      stopping.abort()
    }
    await workThrough({ ...one, alone, signal: stopping.signal })
    expect(one.waiting).toEqual([3, 5])
  })
})
