import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The key that secrets are kept under, and those of before: what is under them still works. */
export type Keys = { secretKey: string; oldSecretKeys: readonly string[] }

/** Today's key first. */
export const keysOf = ({ secretKey, oldSecretKeys }: Keys): readonly string[] => [
  secretKey,
  ...oldSecretKeys,
]

/** A name for a key that gives nothing of it away. */
export const keyId = (key: string): string =>
  createHmac('sha256', key).update('key id').digest('hex').slice(0, 16)

/** What the database keeps to know the key again. */
export const keyCheck = (key: string): string =>
  createHmac('sha256', key).update('check').digest('hex')

const secretMin = 32
// Of 32 random hexadecimal digits about 14 differ, and fewer than 8 once in a hundred million keys.
const differentMin = 8

const makeOne = 'Make one with: openssl rand -base64 33'

/** A key from the settings, where it is long enough and not easy to guess. */
export function givenSecret(key: string): string {
  if (key.length < secretMin) {
    throw new Error(`SECRET_KEY is too short. It needs ${secretMin} characters or more. ${makeOne}`)
  }
  if (!isGuessable(key)) return key
  throw new Error(
    `SECRET_KEY is easy to guess: it repeats itself or runs in order. ${makeOne} and, where a bank has used the old one, name that in SECRET_KEY_OLD.`,
  )
}

/** Few different characters, few different steps from one to the next (abc…), or one part repeated. */
function isGuessable(key: string): boolean {
  const codes = [...key].map((one) => one.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0))
  return (
    new Set(codes).size < differentMin ||
    new Set(steps).size < differentMin ||
    `${key}${key}`.indexOf(key, 1) < key.length ||
    key.slice(0, key.length / 2) === key.slice(Math.ceil(key.length / 2))
  )
}

/**
 * Keys of before, newest first, with commas between them or, where a key has one in it, as a list in
 * JSON. A weak one is taken too: that is what one moves away from.
 */
export function oldSecrets(text: string): readonly string[] {
  const keys = text.startsWith('[') ? listOf(text) : text.split(',')
  return keys.map((key) => key.trim()).filter((key) => key !== '')
}

function listOf(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list) && list.every((key) => typeof key === 'string')) return list
  } catch {
    // Told below, without the keys.
  }
  throw new Error('SECRET_KEY_OLD begins with [ but is no list of texts in JSON.')
}

/** Made once and kept in the data folder, readable by its owner only: losing it voids every PIN. */
export function ownSecret(dataDir: string): string {
  const file = join(dataDir, 'secret.key')
  if (!existsSync(file)) makeSecret(dataDir, file)
  const key = readFileSync(file, 'utf8').trim()
  if (key.length >= secretMin) return key
  throw new Error(`${file} does not hold a whole key. Put it back from a copy.`)
}

/** Hard-linked into place complete: no crash leaves half a key, no second process another. */
function makeSecret(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
