import { once } from 'node:events'
import { chmodSync, lstatSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { wordsForOperator } from '#db/why-not-opened.ts'
import type { Bank } from '#kernel/context.ts'
import { reaching } from '#kernel/socket-path.ts'
import { wakeOutbox } from '#notifications/outbox.ts'
import { type Reply, type Request, socketPath } from './ask.ts'
import { runCommand } from './commands.ts'

const patienceMs = 10_000

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
    return { ok: true, output: await runCommand(bank, words, operator) }
  } catch (error) {
    return { ok: false, output: wordsForOperator(error) }
  } finally {
    // A refusal may have told somebody too: a card payment's is told to its holder.
    wakeOutbox(bank)
  }
}

function requestOf(sent: unknown): Request {
  const { words, operator } = (sent ?? {}) as Partial<Record<keyof Request, unknown>>
  if (!Array.isArray(words) || words.some((word) => typeof word !== 'string')) {
    throw new Error('A command is a list of words')
  }
  if (typeof operator !== 'string' || operator === '') throw new Error('Say who asks')
  return { words, operator }
}
