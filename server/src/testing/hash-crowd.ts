import { onTestFinished } from 'vitest'
import { strangers } from '#auth/queues.ts'
import { inTurn } from '#limits/fair-queue.ts'

/**
 * So many strangers in the queue of hashes, each from a network of its own, so that none of them makes room
 * for another. They stay until they are let go, or the test ends.
 */
export function crowdOfStrangers(size: number, network = 80): () => Promise<void> {
  const { promise: gate, resolve } = Promise.withResolvers<void>()
  const crowd = Array.from({ length: size }, (_, nth) =>
    inTurn({ line: strangers, network: `10.${network}.${nth}.1` }, () => gate),
  )
  onTestFinished(() => resolve())
  return async () => {
    resolve()
    await Promise.all(crowd)
  }
}
