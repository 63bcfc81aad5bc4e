import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { type HashCost, hashCost } from '#kernel/config.ts'
import { Failure } from '#kernel/failure.ts'
import { inTurn, isFull, type Turn } from '#limits/fair-queue.ts'
import { strangers } from './queues.ts'
import { sameSecret } from './secrets.ts'

const derive = promisify(argon2)

/** For what no customer waits for. */
const nobodyWaits: Turn = { line: strangers, network: '' }

/** argon2id in PHC form. Each stored hash carries the cost it was made with. */
export async function hashPassword(
  password: string,
  turn = nobodyWaits,
  cost = hashCost,
): Promise<string> {
  const salt = randomBytes(16)
  const tag = await tagOf(password, salt, cost, turn)
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

/**
 * Compares at the cost that the hash was made with. An unknown customer costs as much as one whose
 * hash is of today; a stored text that is no hash is compared in the same way and never matches.
 */
export async function passwordMatches(
  password: string,
  stored: string | undefined,
  turn = nobodyWaits,
  today = hashCost,
): Promise<boolean> {
  const known = stored === undefined ? undefined : readHash(stored)
  const { salt, tag, cost } = known ?? { salt: nobodysSalt, tag: '', cost: today }
  const computed = await tagOf(password, salt, cost, turn)
  return known !== undefined && sameSecret(unpadded(computed), tag)
}

/**
 * The hash to store anew for a password that has just matched, where the stored one has another cost
 * than today's. None while the bank is too busy: the next sign-in will do.
 */
export async function renewedHash(
  password: string,
  stored: string,
  turn: Turn,
  today = hashCost,
): Promise<string | undefined> {
  const cost = readHash(stored)?.cost
  const parts = ['memory', 'passes', 'parallelism', 'tagLength'] as const
  if (cost && parts.every((part) => cost[part] === today[part])) return undefined
  // Not in anybody else's place.
  if (isFull(turn.line)) return undefined
  return hashPassword(password, turn, today).catch((error) => {
    if (error instanceof Failure && error.code === 'unavailable') return undefined
    throw error
  })
}

const phc =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{22,86})$/

type Stored = { cost: HashCost; salt: Buffer; tag: string }

/** The parts of a stored hash; undefined for a text that is none, or that would cost too much to try. */
function readHash(stored: string): Stored | undefined {
  const [, memory = '', passes, parallelism, salt = '', tag = ''] = phc.exec(stored) ?? []
  const cost = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: Buffer.from(tag, 'base64').length,
  }
  const { memory: kib, passes: t, parallelism: p } = cost
  const sound = t >= 1 && t <= 16 && p >= 1 && p <= 16 && kib >= 8 * p && kib <= 1 << 20
  return sound ? { cost, salt: Buffer.from(salt, 'base64'), tag } : undefined
}

const tagOf = (password: string, nonce: Buffer, cost: HashCost, turn: Turn): Promise<Buffer> =>
  inTurn(turn, () => derive('argon2id', { ...cost, message: password, nonce }))

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

const nobodysSalt = randomBytes(16)
