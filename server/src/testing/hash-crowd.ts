import { strangers } from '#auth/fair-queue.ts'
import { hashPassword } from '#auth/password.ts'

/**
 * Fills the queue of hashes with strangers, each from a network of its own, so that none of them makes room
 * for another; resolves once the last of them has had its turn.
 */
export async function crowdOfStrangers(): Promise<void> {
  const slow = { memory: 47_104, passes: 16, parallelism: 1, tagLength: 32 }
  const quick = { ...slow, memory: 8, passes: 1 }
  const crowd = Array.from({ length: strangers.max + strangers.waitingMax }, (_, nth) => {
    const turn = { line: strangers, network: `10.80.${nth}.1` }
    return hashPassword('flood', turn, nth < strangers.max ? slow : quick)
  })
  await Promise.all(crowd)
}
