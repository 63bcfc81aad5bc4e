import { setTimeout as wait } from 'node:timers/promises'
import v8 from 'node:v8'
import vm from 'node:vm'
import type { exportFormats } from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import type { Db, Sql } from '#db/db.ts'
import { readers } from '#testing/statement-files.ts'
import { testBank } from '#testing/test-bank.ts'
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
await writeHistory(ada.account.id)
const address = await bank.app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => bank.stop())

/** Written past the ledger, which would take a minute; this database is never audited. */
async function writeHistory(id: bigint): Promise<void> {
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

test('a long history streams without being held in memory', async () => {
  // What a first request loads stays, and is not the file's.
  await (await ask('csv', undefined, '&start_date=2020-01-01&end_date=2020-01-01')).text()
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

test('it is read no faster than it is taken, and no further when the client has gone', async () => {
  reads = 0
  const gone = new AbortController()
  const reply = await ask('csv', gone.signal)
  const body = reply.body?.getReader()
  await body?.read()
  await wait(500)
  const whilePaused = reads
  await wait(300)
  expect(reads).toBe(whilePaused)
  expect(reads).toBeLessThan(lines / 500)
  gone.abort()
  await body?.closed.catch(() => {})
  await wait(300)
  expect(reads - whilePaused).toBeLessThanOrEqual(1)
  expect(bank.logged.filter((line) => line.includes('broke off'))).toEqual([])
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

test('a file that does not add up is cut off, not finished', async () => {
  const { id } = ada.account
  await sql`update ledger_days set income_minor = income_minor + 1 where account_id = ${id}`
  await sql`update ledger_accounts set balance_minor = balance_minor + 1 where id = ${id}`
  const reply = await ask('qif')
  expect(reply.status).toBe(200)
  await expect(reply.text()).rejects.toThrow()
  expect(bank.logged.filter((line) => line.includes('broke off'))).toHaveLength(1)
})
