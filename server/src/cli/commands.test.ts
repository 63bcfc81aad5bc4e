import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { initUser, tokenLogin } from '@passbook/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkIn, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { askOperator, socketPath } from './ask.ts'
import { help, runCommand } from './commands.ts'
import { flagNames } from './flags.ts'
import { serveOperator } from './socket.ts'

const folder = mkdtempSync(join(tmpdir(), 'passbook-cli-'))
const db = await testDb()
const bank = await testBank(db, { config: { dataDir: folder } })
afterAll(async () => {
  await bank.stop()
  rmSync(folder, { recursive: true, force: true })
})

let ada: TestCustomer
beforeAll(async () => {
  ada = await bank.customer()
})
const run = (...words: string[]) => runCommand(bank.bank, words)
const lastTrace = async () => {
  const [row] = await db.sql<{ command: string; outcome: string }>`
    select command, outcome from operator_log order by id desc limit 1`
  return row
}

describe('the operator', () => {
  // shows D3
  test('credits an account by its number, as an entry of the ledger', async () => {
    const { number } = ada.account
    expect(await run('fund', number, '1,250.50')).toBe(`${number} has 1250.50 usd available`)
    expect(await run('fund', number, '0.50')).toBe(`${number} has 1251.00 usd available`)
    expect(await bank.findings()).toEqual([])
    expect(await lastTrace()).toEqual({
      command: `fund ${number} 0.50`,
      outcome: `${number} has 1251.00 usd available`,
    })
  })

  // shows D1
  test.each([
    [['fund', '1234567890', '5'], /1234567890 is no account number/],
    [['fund', '0000000000', '5'], /No account has the number 0000000000/],
    [['fund', '$number', '-5'], /Enter a valid amount/],
    [['fund', '$number', '1e3'], /Enter a valid amount/],
    [['fund', '$number', '0'], /Enter a valid amount/],
    [['fund', '$number', '1.001'], /Enter a valid amount/],
    [['set-flag', 'nobody', 'Blocked', 'true'], /No customer has the username nobody/],
    [['set-flag', '$username', 'Pin', 'true'], /No flag Pin\. There are: UseLoginVerification/],
    [['set-flag', '$username', 'constructor', 'true'], /No flag constructor/],
    [['set-flag', '$username', 'Blocked', 'yes'], /Say true or false/],
    [['login-link', 'nobody'], /No customer has the username nobody/],
  ])('is refused %j and leaves a trace of it', async (words, message) => {
    const known = new Map([
      ['$number', ada.account.number],
      ['$username', ada.username],
    ])
    const said = words.map((word) => known.get(word) ?? word)
    await expect(run(...said)).rejects.toThrow(message)
    expect(await lastTrace()).toEqual({
      command: said.join(' '),
      outcome: expect.stringMatching(/^refused: /),
    })
  })

  test.each([['fund'], ['fund', '1'], ['audit', 'now'], ['set-flag', 'a', 'b']])(
    'is told how to say %s',
    async (...words) => {
      await expect(run(...words)).rejects.toThrow(/^Say: /)
    },
  )

  // shows D1
  test('is told what there is', async () => {
    await expect(run('rob')).rejects.toThrow(/^No command rob\n\nnpm run bank -- <command>/)
    await expect(run('toString')).rejects.toThrow(/^No command toString/)
    expect(await run()).toBe(help())
    for (const command of ['fund', 'set-flag', 'login-link', 'audit', 'seed']) {
      expect(help()).toContain(`\n  ${command}`)
    }
  })

  // shows D171
  test('passes days of a demonstration', async () => {
    expect(await run('pass-days', '40')).toBe(
      'The days are being passed by the bank, or at its next start',
    )
    expect(await db.sql`select days from bank_clock`).toEqual([{ days: 40 }])
    await expect(run('pass-days', 'x')).rejects.toThrow(
      'Choose a day, a week, the next pay-day or up to 366 days',
    )
    await db.sql`
      update bank_clock set stands_at = null, from_at = null, until_at = null, days = null`
    const real = { ...bank.bank, config: { ...bank.bank.config, demo: false } }
    await expect(runCommand(real, ['pass-days', '1'])).rejects.toThrow(
      'Only a bank with DEMO=1 has a date that can be moved',
    )
  })

  // shows D1 D91
  test('sets every flag that a customer has', async () => {
    const eve = await bank.customer()
    // What only the customer can switch on is only switched off.
    const valuesOf = (flag: string) => (flag === 'UseAuthenticator' ? ['false'] : ['true', 'false'])
    for (const flag of flagNames) {
      for (const value of valuesOf(flag)) {
        expect(await run('set-flag', eve.username, flag, value)).toBe(
          `${flag} of ${eve.username} is ${value}`,
        )
      }
    }
    const { data } = await bank.ask(initUser, {}, await bank.signInAgain(eve))
    const shown = flagNames.filter((flag) => flag !== 'PasskeyRequired')
    for (const flag of shown) expect(data).toMatchObject({ user: { [flag]: false } })
    await expect(run('set-flag', eve.username, 'UseAuthenticator', 'true')).rejects.toThrow(
      'Only the customer can switch this on',
    )
  })

  test('gives codes back for good, not until the next wrong one', async () => {
    const eve = await bank.customer()
    await db.sql`
      update customers set lock_otp = true, otp_wrong = 15, otp_wrong_day = ${bank.clock.now()}
      where id = ${eve.id}`
    await run('set-flag', eve.username, 'LockOTP', 'false')
    const [kept] = await db.sql`
      select lock_otp as locked, otp_wrong as wrong from customers where id = ${eve.id}`
    expect(kept).toEqual({ locked: false, wrong: 0 })
  })

  // shows D2
  test('makes a login link that works, and whose trace does not', async () => {
    const link = await run('login-link', ada.username.toUpperCase())
    expect(link).toMatch(/^http:\/\/localhost:3000\/user-login\/[\w-]{43}$/)
    const traces = await db.sql`select operator_log::text as row from operator_log`
    expect(JSON.stringify(traces)).not.toContain(linkIn({ text: link }))
    expect(await lastTrace()).toMatchObject({ outcome: 'made' })
    expect((await bank.ask(tokenLogin, { token: linkIn({ text: link }) })).http).toBe(200)
  })

  test('hears that the ledger is sound', async () => {
    expect(await run('audit')).toBe('The ledger is sound')
  })

  test('reads what stands on the bank’s own accounts, each in one line', async () => {
    const clearing = async () => {
      const lines = (await run('house'))
        .split('\n')
        .filter((line) => line.startsWith('clearing usd'))
      return lines.map((line) => Number(line.split(' ')[2]))
    }
    const [before = 0] = await clearing()
    for (const { account } of [ada, await bank.customer()])
      await run('fund', account.number, '10.25')
    expect(await clearing()).toEqual([before - 20.5])
  })
})

describe('the socket of a running bank', () => {
  // asvs 13.2.1
  test('takes commands and answers refusals, for the owner of the folder only', async () => {
    // What a process that was killed leaves behind.
    writeFileSync(socketPath(folder), 'stale')
    const server = await serveOperator(bank.bank)
    expect(statSync(socketPath(folder)).mode & 0o777).toBe(0o600)
    expect(await askOperator(folder, ['audit'])).toEqual({
      ok: true,
      output: 'The ledger is sound',
    })
    expect(await askOperator(folder, ['fund', 'x', '1'])).toEqual({
      ok: false,
      output: 'x is no account number',
    })
    const many = await Promise.all(
      Array.from({ length: 20 }, () => askOperator(folder, ['fund', ada.account.number, '1.00'])),
    )
    expect(many.every((reply) => reply?.ok)).toBe(true)
    server.close()
    expect(await bank.findings()).toEqual([])
  })

  test('survives a caller that goes away without its answer', async () => {
    const server = await serveOperator(bank.bank)
    const uncaught: unknown[] = []
    const note = (error: unknown) => uncaught.push(error)
    process.on('uncaughtException', note)
    for (let caller = 0; caller < 5; caller += 1) {
      const socket = createConnection(socketPath(folder)).pause()
      socket.write(`${JSON.stringify({ words: ['help'], operator: 'eve' })}\n`)
      // The answer lies there unread: whoever closes now resets the connection.
      await new Promise((done) => setTimeout(done, 100))
      socket.destroy()
    }
    expect(await askOperator(folder, ['audit'])).toMatchObject({ ok: true })
    process.off('uncaughtException', note)
    expect(uncaught).toEqual([])
    server.close()
    await once(server, 'close')
  })

  test('survives what is no command', async () => {
    const server = await serveOperator(bank.bank)
    for (const words of [{}, null, 7, 'audit', [1, 2], [['audit']]]) {
      const reply = await askOperator(folder, words as never)
      expect(reply?.ok).toBe(false)
    }
    server.close()
  })

  test('lies in the data folder, however long its name is, and leaves nothing anywhere', async () => {
    const long = join(folder, 'a'.repeat(120), 'b'.repeat(60))
    mkdirSync(long, { recursive: true })
    const links = () => readdirSync(tmpdir()).filter((name) => name.startsWith('passbook-socket-'))
    const before = links()
    const far = { ...bank.bank, config: { ...bank.bank.config, dataDir: long } }
    const server = await serveOperator(far)
    expect(readdirSync(long)).toEqual(['operator.sock'])
    expect(await askOperator(long, ['audit'])).toMatchObject({ ok: true })
    server.close()
    await once(server, 'close')
    expect(readdirSync(long)).toEqual([])
    expect(links().filter((name) => !before.includes(name))).toEqual([])
  })

  // asvs 13.2.1
  test('is not asked where another user made it', async () => {
    const server = await serveOperator(bank.bank)
    const stranger = 4_000_000
    await expect(askOperator(folder, ['audit'], { uid: stranger })).rejects.toThrow(
      /^The socket .*operator\.sock belongs to another user \(uid \d+\), so nothing was asked\./,
    )
    server.close()
  })

  test('that nobody listens on is no answer', async () => {
    expect(await askOperator(join(folder, 'empty'), ['audit'])).toBeUndefined()
  })
})
