import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { busy } from '#kernel/failure.ts'
import { sameSecret } from './secrets.ts'

const derive = promisify(argon2)

type Cost = { memory: number; passes: number; parallelism: number; tagLength: number }
/** What a hash costs now. It can be raised: each stored hash carries the cost it was made with. */
const today: Cost = { memory: 47_104, passes: 1, parallelism: 1, tagLength: 32 }

/** A queue of hashes: each takes 46 MiB and a core, and the rest of the bank must go on. */
type Line = { max: number; running: number; waitingMax: number; waiting: (() => void)[] }
const lineOf = (max: number, waitingMax: number): Line => ({
  max,
  running: 0,
  waitingMax,
  waiting: [],
})
/** For those who are customers. */
const customers = lineOf(2, 40)
/** For those whose browser has signed them in before: no flood of strangers is in front of them. */
export const familiar = lineOf(1, 20)
/** For those who want to be: however many sign up, nobody waits for them to sign in. */
export const newcomers = lineOf(1, 40)

/** argon2id in PHC form. */
export async function hashPassword(
  password: string,
  cost = today,
  line = customers,
): Promise<string> {
  const salt = randomBytes(16)
  const tag = await tagOf(password, salt, cost, line)
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
  line = customers,
): Promise<boolean> {
  const known = stored === undefined ? undefined : readHash(stored)
  const { salt, tag, cost } = known ?? nobody
  const computed = await tagOf(password, salt, cost, line)
  return known !== undefined && sameSecret(unpadded(computed), tag)
}

/**
 * The hash to store anew for a password that has just matched, where the stored one has another cost
 * than today's. None while the bank is too busy: the next sign-in will do.
 */
export async function renewedHash(password: string, stored: string): Promise<string | undefined> {
  const cost = readHash(stored)?.cost
  const parts = ['memory', 'passes', 'parallelism', 'tagLength'] as const
  if (cost && parts.every((part) => cost[part] === today[part])) return undefined
  return isFull(customers) ? undefined : hashPassword(password)
}

const phc =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{22,86})$/

type Stored = { cost: Cost; salt: Buffer; tag: string }

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

const isFull = ({ max, running, waitingMax, waiting }: Line) =>
  running >= max && waiting.length >= waitingMax

/** Refuses at once where a password could not be looked at, before anything is written for it. */
export function assertHashRoom(line = customers): void {
  if (isFull(line)) throw busy()
}

async function tagOf(password: string, nonce: Buffer, cost: Cost, line: Line): Promise<Buffer> {
  assertHashRoom(line)
  if (line.running >= line.max) {
    await new Promise<void>((resolve) => line.waiting.push(resolve))
  } else {
    line.running += 1
  }
  try {
    return await derive('argon2id', { ...cost, message: password, nonce })
  } finally {
    const next = line.waiting.shift()
    if (next) next()
    else line.running -= 1
  }
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

const nobody: Stored = {
  cost: today,
  salt: randomBytes(16),
  tag: unpadded(randomBytes(today.tagLength)),
}
