import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type documents, type Output, toDecimal } from '@passbook/contract'
import { incomingCredit } from '../server/src/accounts/incoming.ts'
import { publicKeys } from '../server/src/documents/keys.ts'
import { renderer } from '../server/src/documents/renderer.ts'
import { makeDb } from '../server/src/testing/make-db.ts'
import { isSigned } from '../server/src/testing/pdf-file.ts'
import { type TestCustomer, testBank } from '../server/src/testing/test-bank.ts'
import { randomFrom, readArguments, report } from './lib/arguments.ts'
import { quantile } from './lib/figures.ts'

// Makes the statement of a month with many lines while others use the bank, looks at the file with
// programs of others, and changes every byte of a small one in turn.
const { lines, seed, within, database } = readArguments({
  lines: 5_000,
  seed: 1,
  /** For how many milliseconds nobody may wait for the making of one. */
  within: 100,
  database: 'embedded',
})
const missing = ['qpdf', 'pdfinfo', 'pdftotext'].filter(
  (name) => run(name, '--help').error !== undefined,
)
if (missing.length > 0) {
  throw new Error(`${missing.join(', ')} not found: apt-get install -y qpdf poppler-utils`)
}

const made = await makeDb({ database: database === 'postgres' ? 'postgres' : 'embedded' })
const bank = await testBank(made.db)
await bank.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = bank.app.server.address() as AddressInfo
const random = randomFrom(seed)
const folder = mkdtempSync(join(tmpdir(), 'passbook-pdf-'))

const [busy, quiet] = [await bank.customer(), await bank.customer()]
await bookLines(busy, lines)
await bookLines(quiet, 3)
nextMonth()
for (const who of [busy, quiet]) who.token = await bank.signInAgain(who)

const idle = await probed(() => wait(3_000))
const small = await fileOf(quiet)
const making = await probed(async () => void (await fileOf(busy)))
const large = await fileOf(busy)
const outside = { large: look(large), small: look(small) }
const keys = await publicKeys(bank.bank)
const believed = changedBytes(small)
const result = {
  ...{ lines, seed, database: made.db.kind, idle, making },
  ...outside,
  bytesChanged: small.length,
  believed,
}
rmSync(folder, { recursive: true, force: true })
await bank.stop()
await renderer.stop()
await made.drop()
report({
  ok:
    [outside.large, outside.small].every(({ ok }) => ok) &&
    believed.length === 0 &&
    making.longestTurnMs <= within,
  experiment: 'pdf',
  ...result,
})

/** In groups, each a transaction: one by one it would take minutes. */
async function bookLines({ account }: TestCustomer, count: number): Promise<void> {
  for (let from = 0; from < count; from += 100) {
    await made.db.transaction(async (sql) => {
      for (let at = from; at < Math.min(count, from + 100); at += 1) {
        const amountMinor = BigInt(1 + Math.floor(random() * 1_000_000))
        const paid = { number: account.number, amountMinor, from: `Payer ${at}, Ayşe & Иван` }
        await incomingCredit(bank.bank, sql, paid)
      }
    })
  }
}

function nextMonth(): void {
  const now = bank.clock.now()
  const then = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2, 12)
  bank.clock.advance(then - now.getTime())
}

function ask(path: string, who: TestCustomer): Promise<Response> {
  const headers = { authorization: `Bearer ${who.token}` }
  return fetch(`http://127.0.0.1:${port}/api/${path}`, { headers })
}

/** Asks for the documents until the newest is there. */
async function fileOf(who: TestCustomer): Promise<Buffer> {
  for (;;) {
    const { data } = (await (await ask('documents', who)).json()) as {
      data: Output<typeof documents>
    }
    const [newest] = data.List
    if (newest?.State === 'ready') {
      return Buffer.from(await (await ask(`documents/${newest.Id}`, who)).arrayBuffer())
    }
    await wait(50)
  }
}

/** How long others wait meanwhile: requests that read, and the longest turn of the event loop. */
async function probed(work: () => Promise<void>) {
  const reader = await bank.customer({ balance: '10.00' })
  reader.token = await bank.signInAgain(reader)
  const waits: number[] = []
  let over = false
  const probe = (async () => {
    while (!over) {
      const asked = performance.now()
      await (await ask(`transactions/${reader.account.publicId}`, reader)).arrayBuffer()
      waits.push(performance.now() - asked)
      await wait(5)
    }
  })()
  const turns = watchTurns()
  const started = performance.now()
  await work()
  const seconds = (performance.now() - started) / 1000
  over = true
  await probe
  const ms = (value: number) => Math.round(value * 10) / 10
  return {
    requests: waits.length,
    medianMs: ms(quantile(waits, 0.5)),
    p99Ms: ms(quantile(waits, 0.99)),
    slowestMs: ms(Math.max(...waits)),
    longestTurnMs: ms(turns.stop()),
    seconds: ms(seconds),
  }
}

/**
 * The longest that the process was busy with one thing, in processor time of its main thread: on a
 * machine that others use too, the time on the wall says how long it was not let run.
 */
function watchTurns(): { stop(): number } {
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let [before, longest] = [usedMs(), 0]
  const look = () => {
    const now = usedMs()
    longest = Math.max(longest, now - before)
    before = now
  }
  const timer = setInterval(look, 1)
  return {
    stop() {
      clearInterval(timer)
      return longest
    },
  }
}

/** Runs a program of others to its end; a long statement is a long text. */
function run(name: string, ...words: string[]) {
  return spawnSync(name, words, { encoding: 'utf8', maxBuffer: 2 ** 28 })
}

/** What qpdf, pdfinfo and pdftotext say of a file. */
function look(file: Buffer) {
  const path = join(folder, 'one.pdf')
  writeFileSync(path, file)
  const checked = run('qpdf', '--check', path)
  const info = run('pdfinfo', path).stdout
  const text = run('pdftotext', '-layout', path, '-').stdout
  const minor = (words: string) => BigInt(words.replaceAll(/[+,.]/g, '').replace('\u2212', '-'))
  const figure = (label: string) =>
    minor(new RegExp(`\\d{4} +${label} +([\u2212\\d,.]+)`).exec(text)?.[1] ?? 'none')
  const rows = [...text.matchAll(/ ([+\u2212][\d,]+\.\d\d) +[\u2212\d,]+\.\d\d$/gm)]
  const moved = rows.reduce((sum, [, amount = '0']) => sum + minor(amount), 0n)
  const [opening, closing] = [figure('Opening balance'), figure('Closing balance')]
  const tagged = /^Tagged: +yes$/m.test(info)
  const addsUp = opening + moved === closing
  return {
    ok: checked.status === 0 && tagged && addsUp,
    qpdf: checked.status,
    ...{ tagged, addsUp, rows: rows.length, closing: toDecimal(closing) },
    pages: Number(/^Pages: +(\d+)/m.exec(info)?.[1]),
    bytes: file.length,
  }
}

/** The places of a file where another byte is believed; there must be none. */
function changedBytes(file: Buffer): number[] {
  if (!isSigned(file, keys)) return [-1]
  const changed = Buffer.from(file)
  return [...file.keys()].filter((place) => {
    changed[place] = (file[place] ?? 0) ^ (1 + Math.floor(random() * 255))
    const good = isSigned(changed, keys)
    changed[place] = file[place] ?? 0
    return good
  })
}
