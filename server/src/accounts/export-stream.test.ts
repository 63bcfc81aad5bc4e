import { setTimeout as wait } from 'node:timers/promises'
import v8 from 'node:v8'
import vm from 'node:vm'
import { type exportFormats, limits } from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import type { Db, Sql } from '#db/db.ts'
import { readers } from '#testing/statement-files.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const { sql } = db
const at = new Date('2024-03-05T12:00:00Z')
const lines = 20_000

let reads = 0
const counted: Sql = (strings, ...values) => {
  if (strings.join().includes('from transactions')) reads += 1
  return sql(strings, ...values)
}
const watched: Db = { ...db, sql: counted }
const bank = await testBank(watched)
const ada = await bank.customer()
await writeHistory(ada.account.id, lines)
const address = await bank.app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => bank.stop())

/** Written past the ledger, which would take a minute; this database is never audited. */
async function writeHistory(id: bigint, lines: number): Promise<void> {
  await sql`
    insert into transactions (account_id, line, id, day, type, amount_minor, state, purpose,
      method, gateway, name, account_number, bank, swift, bank_address, routing_number,
      description, objective, reference, same, own_account, entry_id, created_at, decided_at)
    select ${id}, n, gen_random_uuid(), '2024-03-05', 'credit', n, 'completed', 'others', '', '',
      'Name ' || n, '', '', '', '', '', repeat('long text ', 200), '', '', false, false, 0,
      ${at}, ${at}
    from generate_series(1, ${lines}::int) n`
  const [{ total } = { total: 0n }] = await sql<{ total: bigint }>`
    select sum(amount_minor)::int8 as total from transactions where account_id = ${id}`
  await sql`
    insert into ledger_days (account_id, day, first_line, lines, income_minor, expense_minor,
      spend_minor)
    values (${id}, '2024-03-05', 1, ${lines}, ${total}, 0, 0)`
  await sql`
    update ledger_accounts set balance_minor = ${total}, line_count = ${lines},
      last_day = '2024-03-05' where id = ${id}`
}

function ask(
  format: (typeof exportFormats)[number],
  signal?: AbortSignal,
  dates = '',
): Promise<Response> {
  return fetch(`${address}/api/export/${ada.account.publicId}?format=${format}${dates}`, {
    headers: { authorization: `Bearer ${ada.token}` },
    ...(signal && { signal }),
  })
}

v8.setFlagsFromString('--expose_gc')
const collect = vm.runInNewContext('gc') as () => void

function heldBytes(): number {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

// asvs 1.4.3
test('a long history streams without being held in memory', async () => {
  // What a first file of this length loads and compiles stays, and is not the file's.
  await (await ask('csv')).arrayBuffer()
  const before = heldBytes()
  const reply = await ask('csv')
  let [bytes, rows, most, looked] = [0, 0, 0, 0]
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === 10) rows += 1
    if (bytes < looked + 2_000_000) continue
    looked = bytes
    most = Math.max(most, heldBytes() - before)
  }
  expect(rows).toBe(lines + 3)
  expect(bytes).toBeGreaterThan(40_000_000)
  expect(most).toBeLessThan(25_000_000)
})

// asvs 15.2.2
test('it is read no faster than it is taken, and no further when the client has gone', async () => {
  reads = 0
  const gone = new AbortController()
  const reply = await ask('csv', gone.signal)
  const body = reply.body?.getReader()
  await body?.read()
  // It fills what lies between, and stops there.
  let whilePaused = 0
  while (reads !== whilePaused) {
    whilePaused = reads
    await wait(500)
  }
  expect(reads).toBeGreaterThan(0)
  expect(reads).toBeLessThan(lines / 500)
  gone.abort()
  await body?.closed.catch(() => {})
  await wait(300)
  expect(reads - whilePaused).toBeLessThanOrEqual(1)
  expect(bank.logged.filter((line) => line.includes('broke off'))).toEqual([])
})

const askPrinted = ({ account, token }: TestCustomer) =>
  fetch(`${address}/api/statement/${account.publicId}`, {
    headers: { authorization: `Bearer ${token}` },
  })

test('a statement too long to print is refused before a line of it is read', async () => {
  reads = 0
  const reply = await askPrinted(ada)
  expect(reply.status).toBe(422)
  expect(await reply.json()).toMatchObject({
    message:
      'There are too many transactions to print. Choose a shorter time, download past months from Documents, or export them as a file.',
  })
  expect(reads).toBe(0)
})

test('the longest that is printed comes whole, and is read as it is taken', async () => {
  const eve = await bank.customer()
  await writeHistory(eve.account.id, limits.statementLinesMax)
  reads = 0
  const reply = await askPrinted(eve)
  const body = reply.body?.getReader()
  const first = await body?.read()
  await wait(500)
  expect(reads).toBeLessThan(limits.statementLinesMax / 500)
  const pieces = [first?.value ?? new Uint8Array()]
  for (let next = await body?.read(); next && !next.done; next = await body?.read()) {
    pieces.push(next.value)
  }
  const { data } = JSON.parse(Buffer.concat(pieces).toString())
  expect(data.List).toHaveLength(limits.statementLinesMax)
  expect(data.List.at(-1).Balance).toBe(data.Closing)
})

test('and afterwards the bank goes on', async () => {
  const { openingMinor, closingMinor, entries } = readers.qif?.(
    await (await ask('qif')).text(),
  ) ?? {
    ...{ openingMinor: 0n, closingMinor: 0n, entries: [] },
  }
  expect(entries).toHaveLength(lines)
  expect(entries.reduce((sum, { minor }) => sum + minor, openingMinor)).toBe(closingMinor)
})

/** A day's sum and the balance agree with each other, but not with the lines. */
async function spoil(id: bigint): Promise<void> {
  await sql`update ledger_days set income_minor = income_minor + 1 where account_id = ${id}`
  await sql`update ledger_accounts set balance_minor = balance_minor + 1 where id = ${id}`
}

test('what does not add up is cut off, not finished', async () => {
  const eve = await bank.customer()
  await writeHistory(eve.account.id, 1_000)
  await spoil(eve.account.id)
  await spoil(ada.account.id)
  for (const reply of [await ask('qif'), await askPrinted(eve)]) {
    expect(reply.status).toBe(200)
    await expect(reply.text()).rejects.toThrow()
  }
  expect(bank.logged.filter((line) => line.includes('broke off'))).toHaveLength(2)
})
