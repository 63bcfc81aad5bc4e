import { expect, test } from 'vitest'
import { runCommand } from '#cli/commands.ts'
import { makeDb } from '#testing/make-db.ts'
import { testBank } from '#testing/test-bank.ts'
import { mustHaveKey, mustKnowKey } from './key-check.ts'

const keys = {
  first: 'the first key of a bank that has many',
  second: 'another one, drawn by dice 4711',
  third: 'and one that nobody has heard of yet',
}
type Name = keyof typeof keys
const now = new Date()

/** What starts and commands with these keys come to, each today's first. */
async function bankOf() {
  const { db, drop } = await makeDb()
  const keysOf = (name: Name, old: Name[]) => ({
    secretKey: keys[name],
    oldSecretKeys: old.map((one) => keys[one]),
  })
  const came = (to: Promise<void>) =>
    to.then(
      () => 'fine',
      (error: Error) => error.message.slice(0, 27),
    )
  return {
    db,
    drop,
    start: (name: Name, ...old: Name[]) => came(mustHaveKey(db.sql, keysOf(name, old), now)),
    command: (name: Name, ...old: Name[]) => came(mustKnowKey(db.sql, keysOf(name, old))),
    bank: (name: Name, ...old: Name[]) => testBank(db, { config: keysOf(name, old) }),
  }
}

const refused = 'SECRET_KEY is not the key t'

test('the first start says which key the bank is under, and another refuses to start', async () => {
  const { start, command, db, drop } = await bankOf()
  // Before that a command has nothing to go by, and settles nothing.
  expect(await command('third')).toBe('fine')
  expect([await start('first'), await start('first')]).toEqual(['fine', 'fine'])
  expect([await start('second'), await start('second', 'third')]).toEqual([refused, refused])
  expect([await command('first'), await command('second')]).toEqual(['fine', refused])
  const rows = await db.sql`select * from key_check`
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(keys.first)
  await drop()
})

test('a database of before keys were checked says nothing, and neither does an empty one', async () => {
  const { command, db, drop } = await bankOf()
  await db.sql`drop table key_check`
  expect(await command('first')).toBe('fine')
  await drop()
})

test('a key is changed by naming the one of before, and back the same way', async () => {
  const { start, command, drop } = await bankOf()
  await start('first')
  expect(await command('second', 'first')).toBe('fine')
  expect(await start('second', 'third', 'first')).toBe('fine')
  expect([await start('first'), await command('first')]).toEqual([refused, refused])
  expect([await start('second'), await start('second', 'first')]).toEqual(['fine', 'fine'])
  expect([await start('first', 'second'), await start('second')]).toEqual(['fine', refused])
  await drop()
})

test('of two first starts at once with different keys one refuses', async () => {
  const { start, drop } = await bankOf()
  const came = await Promise.all([start('first'), start('second')])
  expect(came.sort()).toEqual([refused, 'fine'])
  await drop()
})

test('a bank from before keys were checked knows its key by its cards', async () => {
  const { start, bank, drop } = await bankOf()
  const t = await bank('first')
  await t.customer()
  expect(await start('second')).toBe(refused)
  expect(await start('second', 'first')).toBe('fine')
  expect(await start('first')).toBe(refused)
  await t.stop()
  await drop()
})

test('where the right key is lost the operator accepts another, and it is on record', async () => {
  const { start, bank, db, drop } = await bankOf()
  await start('first')
  const t = await bank('second')
  expect(await runCommand(t.bank, ['accept-key'])).toBe('The bank is under this key now')
  expect([await start('second'), await start('first')]).toEqual(['fine', refused])
  expect(await runCommand(t.bank, ['accept-key'])).toBe('The bank is under this key already')
  const log = await db.sql<{ command: string; outcome: string }>`
    select command, outcome from operator_log order by id`
  expect(log[0]).toEqual({ command: 'accept-key', outcome: 'The bank is under this key now' })
  await t.stop()
  await drop()
})
