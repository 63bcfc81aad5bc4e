import { fork } from 'node:child_process'
import { join } from 'node:path'
import { rounded } from '../../experiments/lib/figures.ts'
import type { Person } from './bench-customers.ts'
import type { Asked, Told } from './stream-reader.ts'

export type Storm = { opened: number; refused: number; seconds: number }

/** The process that holds the streams, and what can be asked of it. */
export function makeReaders(url: string) {
  const child = fork(join(import.meta.dirname, 'stream-reader.ts'))
  const ask = (asked: Asked) =>
    new Promise<Told>((resolve, reject) => {
      const ended = () => reject(new Error('the reader of the streams has ended'))
      child.once('exit', ended)
      child.once('message', (told: Told) => {
        child.off('exit', ended)
        resolve(told)
      })
      child.send(asked)
    })
  return {
    async open(people: Person[]): Promise<Storm> {
      const start = performance.now()
      const tokens = people.map(({ token }) => token)
      const { opened, refused } = await ask({ open: { port: Number(new URL(url).port), tokens } })
      return { opened, refused, seconds: rounded((performance.now() - start) / 1000) }
    },
    count: async () => (await ask({ count: true })).events,
    close: () => ask({ close: true }),
    stop: () => child.kill(),
  }
}
