// Asks the running bank, without loading the bank: a command that is only handed on starts at once.

import { lstatSync, statSync } from 'node:fs'
import { createConnection } from 'node:net'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { reaching } from '#kernel/socket-path.ts'

/** The name is the caller's own word: whoever may open the socket may read the database as well. */
export type Request = { words: string[]; operator: string }

export type Reply = { ok: boolean; output: string }

/** The Unix socket of a running embedded bank, in its data folder, which only the owner may open. */
export const socketPath = (dataDir: string): string => join(resolve(dataDir), 'operator.sock')

/** Asks a running bank, in the name of the system's user; undefined where none listens. */
export async function askOperator(
  dataDir: string,
  words: string[],
  { operator = systemUser(), uid = process.getuid?.() }: { operator?: string; uid?: number } = {},
): Promise<Reply | undefined> {
  const path = socketPath(dataDir)
  if (!isThere(path, uid)) return undefined
  return reaching(path, (short) => exchange(short, { words, operator }))
}

/**
 * Whether there is a socket to ask. One that another user made is not asked at all: it could answer
 * that the books are sound. Root may ask the bank of whoever owns the folder.
 */
function isThere(path: string, uid: number | undefined): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || uid === undefined) return found !== undefined
  const owners = uid === 0 ? [uid, statSync(dirname(path)).uid] : [uid]
  if (owners.includes(found.uid)) return true
  throw new Error(
    `The socket ${path} belongs to another user (uid ${found.uid}), so nothing was asked. Run this as the user that the bank runs as; if that is you, remove the socket and start the bank again.`,
  )
}

function exchange(path: string, request: Request): Promise<Reply | undefined> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path)
    let received = ''
    socket.setEncoding('utf8')
    socket.on('connect', () => socket.write(`${JSON.stringify(request)}\n`))
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('end', () => {
      if (received.endsWith('\n')) resolve(JSON.parse(received) as Reply)
      else reject(new Error('The bank stopped before it had answered'))
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined)
      else reject(error)
    })
  })
}

/** Who runs this process; a container may run one that the system has no name for. */
export function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.()}`
  }
}
