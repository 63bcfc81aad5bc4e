import { createHash } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Bank } from '#kernel/context.ts'
import { wakeOutbox } from '#notifications/outbox.ts'
import { runCommand, systemUser } from './commands.ts'

type Reply = { ok: boolean; output: string }

// The system allows about 100 bytes; longer paths get a short name of their own.
const pathMax = 100

/** The Unix socket of a running embedded bank; only the owner of the folder may open it. */
export function socketPath(dataDir: string): string {
  const beside = join(resolve(dataDir), 'operator.sock')
  if (Buffer.byteLength(beside) <= pathMax) return beside
  const name = createHash('sha256').update(beside).digest('hex').slice(0, 16)
  return join(tmpdir(), `passbook-${name}.sock`)
}

/** Serves the operator's commands while the bank runs. */
export async function serveOperator(bank: Bank): Promise<Server> {
  const path = socketPath(bank.config.dataDir)
  // A socket file that a killed process left behind; the folder's lock says that none serves it.
  rmSync(path, { force: true })
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    createInterface({ input: socket }).once('line', async (line) => {
      socket.end(`${JSON.stringify(await answer(bank, line))}\n`)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  chmodSync(path, 0o600)
  return server
}

async function answer(bank: Bank, line: string): Promise<Reply> {
  try {
    const { words, operator } = requestOf(JSON.parse(line))
    const output = await runCommand(bank, words, operator)
    wakeOutbox(bank)
    return { ok: true, output }
  } catch (error) {
    return { ok: false, output: error instanceof Error ? error.message : String(error) }
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
export function askOperator(
  dataDir: string,
  words: string[],
  operator = systemUser(),
): Promise<Reply | undefined> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(socketPath(dataDir))
    let received = ''
    socket.setEncoding('utf8')
    socket.on('connect', () =>
      socket.write(`${JSON.stringify({ words, operator } satisfies Request)}\n`),
    )
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
