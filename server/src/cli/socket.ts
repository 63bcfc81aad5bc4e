import { once } from 'node:events'
import { chmodSync, lstatSync, rmSync, statSync } from 'node:fs'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { wordsForOperator } from '#db/why-not-opened.ts'
import type { Bank } from '#kernel/context.ts'
import { reaching } from '#kernel/socket-path.ts'
import { wakeOutbox } from '#notifications/outbox.ts'
import { runCommand, systemUser } from './commands.ts'

type Reply = { ok: boolean; output: string }

const patienceMs = 10_000

/** The Unix socket of a running embedded bank, in its data folder, which only the owner may open. */
export const socketPath = (dataDir: string): string => join(resolve(dataDir), 'operator.sock')

/** Serves the operator's commands while the bank runs. */
export async function serveOperator(bank: Bank): Promise<Server> {
  const path = socketPath(bank.config.dataDir)
  // A socket file that a killed process left behind; the folder's lock says that none serves it.
  rmSync(path, { force: true })
  const server = createServer((socket) => hear(bank, socket))
  await reaching(path, async (short) => {
    server.listen(short)
    await once(server, 'listening')
  })
  chmodSync(path, 0o600)
  // By its inode: another bank may listen at this address by the time that this one has closed.
  const { ino } = lstatSync(path)
  server.once('close', () => {
    if (lstatSync(path, { throwIfNoEntry: false })?.ino === ino) rmSync(path, { force: true })
  })
  return server
}

/** Answers one line. Who says nothing, or does not take the answer, holds up no end of the bank. */
function hear(bank: Bank, socket: Socket): void {
  const patience = () => socket.setTimeout(patienceMs)
  socket.on('error', () => socket.destroy()).on('timeout', () => socket.destroy())
  patience()
  const lines = createInterface({ input: socket })
  // A caller that dies leaves an error on both; where nobody listens it would end the process.
  lines.on('error', () => {})
  lines.once('line', async (line) => {
    socket.setTimeout(0)
    const reply = await answer(bank, line)
    patience()
    socket.end(`${JSON.stringify(reply)}\n`)
  })
}

async function answer(bank: Bank, line: string): Promise<Reply> {
  try {
    const { words, operator } = requestOf(JSON.parse(line))
    const output = await runCommand(bank, words, operator)
    wakeOutbox(bank)
    return { ok: true, output }
  } catch (error) {
    return { ok: false, output: wordsForOperator(error) }
  }
}

/** The name is the caller's own word: whoever may open the socket may read the database as well. */
type Request = { words: string[]; operator: string }

function requestOf(sent: unknown): Request {
  const { words, operator } = (sent ?? {}) as Partial<Record<keyof Request, unknown>>
  if (!Array.isArray(words) || words.some((word) => typeof word !== 'string')) {
    throw new Error('A command is a list of words')
  }
  if (typeof operator !== 'string' || operator === '') throw new Error('Say who asks')
  return { words, operator }
}

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
