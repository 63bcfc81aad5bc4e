import {
  addPasskey,
  endSessions,
  initUser,
  passkeyLogin,
  passkeyLoginOptions,
  passkeyOptions,
  passkeys,
  reauthenticate,
  removePasskey,
  securityEvents,
} from '@passbook/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { setFlag } from '#cli/flags.ts'
import { makeCleanUp } from '#jobs/clean-up.ts'
import {
  passkeyAlgorithms,
  type SoftwarePasskey,
  softwarePasskey,
} from '#testing/software-passkey.ts'
import { refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const refused = refusedWith('passkey_refused', { message: 'This passkey was not accepted' })

type Options = { challenge: string }

async function optionsToAdd(token: string): Promise<Options> {
  return (await bank.ask(passkeyOptions, { use: 'add' }, token)).data as Options
}

const optionsToEnter = async () => (await bank.ask(passkeyLoginOptions, {})).data as Options

async function add(who: TestCustomer, key: SoftwarePasskey, name = 'Laptop') {
  const credential = key.create(await optionsToAdd(who.token))
  return bank.ask(addPasskey, { name, credential }, who.token)
}

const enter = async (key: SoftwarePasskey, changes = {}) =>
  bank.ask(passkeyLogin, { credential: key.sign(await optionsToEnter(), changes) })

describe('a passkey', () => {
  test.each(passkeyAlgorithms)(
    'of %s is added, listed and signs in without a code',
    async (algorithm) => {
      const ada = await bank.customer({ flags: { UseLoginVerification: true } })
      const key = softwarePasskey({ algorithm })
      const saved = await add(ada, key)
      expect(saved).toMatchObject({ http: 200, data: { Name: 'Laptop', Used: null } })
      const entered = await enter(key)
      expect(entered.http).toBe(200)
      const { token } = entered.data as { token: string }
      expect((await bank.ask(initUser, {}, token)).data).toMatchObject({
        user: { Username: ada.username },
      })
      const { data } = await bank.ask(passkeys, {}, token)
      expect(data).toMatchObject({
        Site: 'localhost',
        List: [{ Name: 'Laptop', Used: expect.any(String) }],
      })
      const log = (await bank.ask(securityEvents, {}, token)).data as { List: { Kind: string }[] }
      expect(log.List.map(({ Kind }) => Kind)).toEqual([
        'passkey_used',
        'signed_in',
        'new_device',
        'passkey_added',
      ])
      const subjects = (await bank.mailTo(ada.email)).map(({ subject }) => subject)
      expect(subjects.slice(0, 2)).toEqual(['New sign-in', 'A passkey was added'])
    },
  )

  test('that is removed signs in no more, and its sessions end', async () => {
    const ada = await bank.customer()
    const key = softwarePasskey()
    const { Id } = (await add(ada, key)).data as { Id: string }
    const { token } = (await enter(key)).data as { token: string }
    expect((await bank.ask(removePasskey, { id: Id }, ada.token)).http).toBe(200)
    expect(await enter(key)).toEqual(refused)
    expect((await bank.ask(initUser, {}, token)).http).toBe(401)
    expect((await bank.ask(passkeys, {}, ada.token)).data).toMatchObject({ List: [] })
    expect(await bank.ask(removePasskey, { id: Id }, ada.token)).toEqual(
      refusedWith('not_yours', { message: 'This passkey is not on your list', field: 'id' }),
    )
  })

  // asvs 7.5.1
  test('is added and removed by a fresh session only', async () => {
    const ada = await bank.customer()
    const key = softwarePasskey()
    const options = await optionsToAdd(ada.token)
    const { Id } = (await add(ada, softwarePasskey())).data as { Id: string }
    bank.clock.advance(5 * 60_000)
    const stale = refusedWith('reauth_required')
    expect(await bank.ask(passkeyOptions, { use: 'add' }, ada.token)).toEqual(stale)
    const credential = key.create(options)
    expect(await bank.ask(addPasskey, { name: 'x', credential }, ada.token)).toEqual(stale)
    expect(await bank.ask(removePasskey, { id: Id }, ada.token)).toEqual(stale)
  })

  test('is on one list only, and a list holds ten', async () => {
    const [ada, eve] = [await bank.customer(), await bank.customer()]
    const key = softwarePasskey()
    await add(ada, key)
    expect(await add(eve, key)).toEqual(
      refusedWith('passkey_known', { message: 'This passkey is on your list already' }),
    )
    for (let more = 1; more < 10; more += 1) {
      expect((await add(ada, softwarePasskey())).http).toBe(200)
    }
    const full = { message: 'You can have at most 10 passkeys', data: { max: 10 } }
    expect(await bank.ask(passkeyOptions, { use: 'add' }, ada.token)).toEqual(
      refusedWith('list_full', full),
    )
  })

  test('starts a day of small sums on an account that is not new', async () => {
    const coolingOf = async ({ id }: TestCustomer) =>
      (
        await db.sql<{ until: Date | null }>`
        select cooling_until as until from customers where id = ${id}`
      )[0]?.until
    const ada = await bank.customer()
    await add(ada, softwarePasskey())
    expect(await coolingOf(ada)).toBeNull()
    const eve = await bank.customer()
    bank.clock.advance(25 * 3_600_000)
    eve.token = await bank.signInAgain(eve)
    await add(eve, softwarePasskey())
    const until = await coolingOf(eve)
    expect(until?.getTime()).toBeGreaterThan(bank.clock.now().getTime() + 23.9 * 3_600_000)
    await db.sql`update customers set cooling_until = null where id = ${eve.id}`
    await add(eve, softwarePasskey())
    expect(await coolingOf(eve)).not.toBeNull()
  })
})

describe('refused alike', () => {
  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no touch', { flags: 4 }],
    ['not unlocked', { flags: 1 }],
    ['a counter that stands', { counter: 1 }],
    ['another purpose', { type: 'webauthn.create' }],
    ['a challenge of its own', { challenge: 'AAAA' }],
    ['a frame of another site', { crossOrigin: true }],
  ])('%s', async (_, changes) => {
    const ada = await bank.customer()
    const key = softwarePasskey()
    await add(ada, key)
    expect((await enter(key)).http).toBe(200)
    expect(await enter(key, changes)).toEqual(refused)
  })

  // asvs 6.3.3
  test('an unknown passkey, a wrong signature and what is no credential', async () => {
    const ada = await bank.customer()
    const key = softwarePasskey()
    await add(ada, key)
    expect(await enter(softwarePasskey())).toEqual(refused)
    const forged = JSON.parse(softwarePasskey().sign(await optionsToEnter()))
    const credential = JSON.stringify({ ...forged, id: key.id, rawId: key.id })
    expect(await bank.ask(passkeyLogin, { credential })).toEqual(refused)
    for (const nothing of [
      'x',
      '{}',
      '[]',
      'null',
      '{"id":"x","response":{"clientDataJSON":"e30"}}',
    ]) {
      expect(await bank.ask(passkeyLogin, { credential: nothing })).toEqual(refused)
    }
  })

  test('a challenge that was answered, ran out, or was made for something else', async () => {
    const ada = await bank.customer()
    const key = softwarePasskey()
    await add(ada, key)
    const options = await optionsToEnter()
    const credential = key.sign(options)
    expect((await bank.ask(passkeyLogin, { credential })).http).toBe(200)
    expect(await bank.ask(passkeyLogin, { credential })).toEqual(refused)
    expect(await bank.ask(passkeyLogin, { credential: key.sign(options) })).toEqual(refused)
    const other = await optionsToAdd(ada.token)
    expect(await bank.ask(passkeyLogin, { credential: key.sign(other) })).toEqual(refused)
    const late = key.sign(await optionsToEnter())
    bank.clock.advance(5 * 60_000)
    expect(await bank.ask(passkeyLogin, { credential: late })).toEqual(refused)
    const made = softwarePasskey().create(await optionsToEnter())
    const token = await bank.signInAgain(ada)
    expect(await bank.ask(addPasskey, { name: 'x', credential: made }, token)).toEqual(refused)
  })

  test("another customer's challenge", async () => {
    const [ada, eve] = [await bank.customer(), await bank.customer()]
    const credential = softwarePasskey().create(await optionsToAdd(ada.token))
    expect(await bank.ask(addPasskey, { name: 'x', credential }, eve.token)).toEqual(refused)
  })
})

test('of twenty answers to one challenge at once, one signs in', async () => {
  const ada = await bank.customer()
  const key = softwarePasskey({ counts: false })
  await add(ada, key)
  const credential = key.sign(await optionsToEnter())
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => bank.ask(passkeyLogin, { credential })),
  )
  expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
})

test('a blocked customer does not get in', async () => {
  const ada = await bank.customer()
  const key = softwarePasskey()
  await add(ada, key)
  await db.transaction((sql) =>
    setFlag(sql, { username: ada.username, flag: 'Blocked', value: true }),
  )
  expect(await enter(key)).toEqual(refusedWith('blocked'))
})

test('guesses and challenges are limited for each address', async () => {
  const address = '192.0.2.77'
  const send = (credential: string) => bank.send(passkeyLogin, { credential }, { address })
  for (let tries = 0; tries < 30; tries += 1) expect((await send('{}')).statusCode).toBe(422)
  expect((await send('{}')).statusCode).toBe(429)
  const asked = () => bank.send(passkeyLoginOptions, {}, { address })
  for (let times = 0; times < 60; times += 1) expect((await asked()).statusCode).toBe(200)
  expect((await asked()).statusCode).toBe(429)
})

test('old challenges are cleared away', async () => {
  await optionsToEnter()
  bank.clock.advance(5 * 60_000)
  await optionsToEnter()
  await makeCleanUp(bank.bank)()
  expect(await db.sql`select 1 from passkey_challenges`).toHaveLength(1)
})

test('a bank on a bare IP address says that passkeys cannot work there', async () => {
  const bare = await testBank(db, {
    config: { publicUrl: 'http://192.168.1.20:3000' },
  })
  const ada = await bare.customer()
  expect((await bare.ask(passkeys, {}, ada.token)).data).toEqual({ List: [], Site: null })
  const message =
    'Passkeys need a name as the address of the bank. They cannot work on a bare IP address'
  const cannot = refusedWith('no_passkeys_here', { message })
  expect(await bare.ask(passkeyOptions, { use: 'add' }, ada.token)).toEqual(cannot)
  expect(await bare.ask(passkeyLoginOptions, {})).toEqual(cannot)
  await bare.stop()
})

test('only the calls that take a passkey take a long field', async () => {
  const ada = await bank.customer()
  const long = 'x'.repeat(16_384)
  expect(await bank.ask(passkeyLogin, { credential: long })).toEqual(refused)
  expect((await bank.ask(passkeyLogin, { credential: `${long}x` })).http).toBe(413)
  const use = 'x'.repeat(4_097)
  const asked = await bank.send(passkeyOptions, { use }, { token: ada.token })
  expect(asked.statusCode).toBe(413)
})

test('guesses from the addresses of one IPv6 network are counted together', async () => {
  const guess = async (address: string) => {
    const credential = softwarePasskey({ algorithm: 'ES256' }).sign(await optionsToEnter())
    return (await bank.send(passkeyLogin, { credential }, { address })).statusCode
  }
  const codes: number[] = []
  for (let nth = 1; nth <= 31; nth += 1) codes.push(await guess(`2001:db8:5:6::${nth}`))
  expect(codes.slice(0, 30).every((code) => code === 422)).toBe(true)
  expect(codes[30]).toBe(429)
  expect(await guess('2001:db8:5:7::1')).toBe(422)
})

test('needs a name, and to be told what it is for', async () => {
  const ada = await bank.customer()
  const credential = softwarePasskey({ algorithm: 'ES256' }).create(await optionsToAdd(ada.token))
  expect(await bank.ask(addPasskey, { name: ' ', credential }, ada.token)).toEqual(
    refusedWith('invalid', { message: 'Enter a name for the passkey', field: 'name' }),
  )
  expect(await bank.ask(passkeyOptions, { use: 'x' } as never, ada.token)).toEqual(
    refusedWith('invalid', { message: 'Choose what the passkey is for', field: 'use' }),
  )
})

describe('a session that is no longer fresh', () => {
  const toConfirm = async (token: string) =>
    (await bank.ask(passkeyOptions, { use: 'confirm' }, token)).data as Options
  const prove = (token: string, credential: string) =>
    bank.ask(reauthenticate, { credential }, token)

  // shows D147
  test('is proven by a passkey of its customer, once for each signature', async () => {
    const ada = await bank.customer()
    const key = softwarePasskey({ algorithm: 'ES256' })
    await add(ada, key)
    bank.clock.advance(5 * 60_000 + 1000)
    expect((await bank.ask(endSessions, {}, ada.token)).code).toBe('reauth_required')
    const credential = key.sign(await toConfirm(ada.token))
    const answers = await Promise.all([
      prove(ada.token, credential),
      prove(ada.token, credential),
      prove(ada.token, credential),
    ])
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 422, 422])
    expect((await bank.ask(endSessions, {}, ada.token)).http).toBe(200)
    expect(await prove(ada.token, credential)).toEqual(refused)
  })

  test('is not proven by a stranger, nor by a signature that was asked for otherwise', async () => {
    const [ada, eve] = [await bank.customer(), await bank.customer()]
    const [hers, theirs] = [
      softwarePasskey({ algorithm: 'ES256' }),
      softwarePasskey({ algorithm: 'ES256' }),
    ]
    await add(ada, hers)
    await add(eve, theirs)
    bank.clock.advance(5 * 60_000 + 1000)
    const stale = await bank.signInAgain(ada)
    bank.clock.advance(5 * 60_000 + 1000)
    for (const credential of [
      theirs.sign(await toConfirm(stale)),
      theirs.sign(await toConfirm(eve.token)),
      hers.sign(await optionsToEnter()),
    ]) {
      expect(await prove(stale, credential)).toEqual(refused)
    }
    expect((await bank.ask(endSessions, {}, stale)).code).toBe('reauth_required')
    const confirmed = hers.sign(await toConfirm(stale))
    expect(await bank.ask(passkeyLogin, { credential: confirmed })).toEqual(refused)
  })
})
