import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { Config } from '#kernel/config.ts'
import { busy, invalid } from '#kernel/failure.ts'
import { sameSecret } from './secrets.ts'

const derive = promisify(argon2)
const cost = { memory: 47_104, passes: 1, parallelism: 1, tagLength: 32 }
const running = { max: 2, now: 0 }
const waitingMax = 40
const waiting: (() => void)[] = []

/** A bank may ask for more than the four characters that every password has. */
export function assertLongEnough(
  { passwordMin }: Pick<Config, 'passwordMin'>,
  { password, field, message }: { password: string; field: string; message: string },
): void {
  if (password.length < passwordMin) throw invalid(field, message)
}

/** argon2id in PHC form. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await tagOf(password, salt)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

/** Does the same work whether or not there is a hash to compare with. */
export async function passwordMatches(
  password: string,
  stored: string | undefined,
): Promise<boolean> {
  const [, , , , salt, tag] = (stored ?? nobody).split('$')
  const computed = await tagOf(password, Buffer.from(salt ?? '', 'base64'))
  return stored !== undefined && sameSecret(unpadded(computed), tag ?? '')
}

/** Refuses at once where a password could not be looked at, before anything is written for it. */
export function assertHashRoom(): void {
  if (running.now >= running.max && waiting.length >= waitingMax) throw busy()
}

/** At most two at once: each takes 46 MiB and a core, and the rest of the bank must go on. */
async function tagOf(password: string, nonce: Buffer): Promise<Buffer> {
  assertHashRoom()
  if (running.now >= running.max) {
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running.now += 1
  }
  try {
    return await derive('argon2id', { ...cost, message: password, nonce })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running.now -= 1
  }
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

const nobody = `$argon2id$v=19$m=47104,t=1,p=1$${unpadded(randomBytes(16))}$${unpadded(randomBytes(32))}`
