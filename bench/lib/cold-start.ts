import { type ChildProcess, spawn } from 'node:child_process'
import { get } from 'node:http'
import { resolve } from 'node:path'
import { stopped } from '../../experiments/lib/bank-server.ts'
import { freePort } from '../../server/src/testing/free-port.ts'

const root = resolve(import.meta.dirname, '../..')
const askEveryMs = 5
const tries = 60_000 / askEveryMs

/** What anything at all in this runtime costs: an HTTP server that does nothing. */
export const bareServer = `require('node:http').createServer((_, reply) => reply.end('here'))
  .listen(process.env.PORT, '127.0.0.1')`

export const startBare = () => coldStart(['-e', bareServer], {})

/** Milliseconds from the spawn of a bank to its first answer. */
export const startCold = (env: Record<string, string>) => coldStart(['server/src/main.ts'], env)

async function coldStart(words: string[], env: Record<string, string>): Promise<number> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const start = performance.now()
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, ...env, PORT: String(port), PUBLIC_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await firstAnswer(`${url}/login`, child)
    return performance.now() - start
  } finally {
    await stopped(child, 'SIGTERM')
  }
}

async function firstAnswer(url: string, child: ChildProcess): Promise<void> {
  for (let at = 0; at < tries; at += 1) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    if (await answers(url)) return
    await new Promise((done) => setTimeout(done, askEveryMs))
  }
  throw new Error('the server did not answer within a minute')
}

function answers(url: string): Promise<boolean> {
  return new Promise((done) => {
    get(url, { agent: false }, (reply) => {
      reply.resume()
      reply.once('end', () => done(true))
    }).once('error', () => done(false))
  })
}
