import {
  askForMoney,
  cancelRequest,
  createAccount,
  declineRequest,
  limits,
  messages,
  notifications,
  openRequest,
  paymentRequests,
  receiveInto,
  requestQr,
  transferLocal,
  undoTransfer,
} from '@passbook/contract'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { balance } from '#ledger/ledger.ts'
import { type Answer, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { sandbox } from '#transfers/rails.ts'
import { settleDue } from '#transfers/settle-due.ts'

const db = await testDb()
const t = await testBank(db, { config: { bankCountry: 'DE', bankCode: '99999999' } })
afterAll(() => t.stop())
afterEach(async () => {
  expect(await t.findings()).toEqual([])
})

const dayMs = 86_400_000
const pin = '4821'
const payer = (changes: object = {}) =>
  t.customer({ pin, balance: '100.00', flags: { UseOtp: false }, ...changes })
const asker = () => t.customer({ firstName: 'Bea', lastName: 'Stone' })

type Shown = {
  Id: string
  State: string
  Link: string
  Seen: string | null
  PaidBy: string | null
  Created: string
  Expires: string
}
const shownOf = ({ data }: Answer) => data as Shown

async function ask(who: TestCustomer, changes: object = {}): Promise<Shown & { token: string }> {
  const order = { account: who.account.publicId, amount: '12.50', note: 'Pizza', ...changes }
  const reply = await t.ask(askForMoney, order, who.token)
  expect(reply.http).toBe(200)
  const shown = shownOf(reply)
  return { ...shown, token: shown.Link.split('/pay/')[1] ?? '' }
}

const pay = (from: TestCustomer, to: TestCustomer, request: string, changes: object = {}) =>
  t.ask(
    transferLocal,
    {
      source_account: from.account.publicId,
      amount: '12.50',
      acc_number: to.account.number,
      acc_name: to.name,
      pin,
      request,
      ...changes,
    },
    from.token,
  )

const listOf = async ({ token }: TestCustomer) =>
  ((await t.ask(paymentRequests, {}, token)).data as { List: Shown[] }).List
const stateOf = async (who: TestCustomer) => (await listOf(who))[0]?.State
const balanceOf = async ({ account }: TestCustomer) =>
  (await balance(db.sql, { accountId: account.id })).balanceMinor

describe('a request for money', () => {
  test('has a link that shows the payer whom and what it pays, and the asker that it was seen', async () => {
    const [ada, bea] = [await payer(), await asker()]
    const made = await ask(bea)
    expect(made).toMatchObject({
      State: 'open',
      Amount: '12.50',
      Note: 'Pizza',
      Seen: null,
      PaidBy: null,
    })
    expect(made.Link).toMatch(/^http:\/\/[^/]+\/pay\/[\w-]{43}$/)
    expect(Date.parse(made.Expires) - Date.parse(made.Created)).toBe(limits.requestDays * dayMs)
    expect((await t.ask(openRequest, { token: made.token }, bea.token)).data).toMatchObject({
      Own: true,
    })
    expect((await listOf(bea))[0]?.Seen).toBeNull()
    const opened = await t.ask(openRequest, { token: made.token }, ada.token)
    expect(opened.data).toEqual({
      Amount: '12.50',
      Currency: { Code: 'usd' },
      Note: 'Pizza',
      Expires: made.Expires,
      State: 'open',
      Name: 'Bea Stone',
      Number: bea.account.number,
      Own: false,
    })
    expect((await listOf(bea))[0]?.Seen).toMatch(/^\d{4}-/)
  })

  test('is paid once, and stands as paid by whom', async () => {
    const [ada, bea] = [await payer(), await asker()]
    const { token } = await ask(bea)
    expect((await pay(ada, bea, token)).http).toBe(200)
    expect(await listOf(bea)).toMatchObject([{ State: 'paid', PaidBy: ada.name }])
    expect(await pay(ada, bea, token)).toEqual(
      refusedWith('request_over', { message: 'This request can no longer be paid' }),
    )
    expect(await balanceOf(bea)).toBe(1250n)
    expect((await t.ask(openRequest, { token }, ada.token)).data).toMatchObject({ State: 'paid' })
  })

  test('100: opened and paid by 20 at once it is paid once', async () => {
    const bea = await asker()
    const payers = await Promise.all(Array.from({ length: 20 }, () => payer()))
    const { token } = await ask(bea)
    const answers = await Promise.all(
      payers.map(async (one) => {
        await t.ask(openRequest, { token }, one.token)
        return pay(one, bea, token)
      }),
    )
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'request_over')).toHaveLength(19)
    expect(await balanceOf(bea)).toBe(1250n)
  })

  test('100: an order sent again under its key is answered as before', async () => {
    const [ada, bea] = [await payer(), await asker()]
    const { token } = await ask(bea)
    const order = {
      source_account: ada.account.publicId,
      amount: '12.50',
      acc_number: bea.account.number,
      acc_name: bea.name,
      pin,
      request: token,
    }
    const send = () =>
      t.send(transferLocal, order, { token: ada.token, headers: { 'idempotency-key': 'the-one' } })
    const [first, second] = [await send(), await send()]
    expect(second.json()).toEqual(first.json())
    expect(await balanceOf(bea)).toBe(1250n)
  })

  test('100: another amount or another payee is not what was asked for', async () => {
    const [ada, bea, eve] = [await payer(), await asker(), await asker()]
    const { token } = await ask(bea)
    for (const [to, changes] of [
      [bea, { amount: '12.49' }],
      [bea, { amount: '12.51' }],
      [eve, {}],
    ] as const) {
      expect(await pay(ada, to, token, changes)).toEqual(
        refusedWith('request_differs', { message: 'This is not what was asked for' }),
      )
      const held = await pay(ada, to, token, { ...changes, undo_seconds: '10' })
      expect(held).toEqual(refusedWith('request_differs'))
    }
    expect(await balanceOf(ada)).toBe(10_000n)
    expect(await pay(ada, bea, 'no-such-token')).toEqual(refusedWith('request_over'))
    expect(await stateOf(bea)).toBe('open')
  })

  test('is being paid while the payer can call it back, and open again when that was done', async () => {
    const [ada, bob, bea] = [await payer(), await payer(), await asker()]
    const { token } = await ask(bea)
    const held = await pay(ada, bea, token, { undo_seconds: '10' })
    const { Id: id } = (held.data as { transaction: { Id: string } }).transaction
    expect(await stateOf(bea)).toBe('paying')
    expect(await pay(bob, bea, token)).toEqual(refusedWith('request_over'))
    expect((await t.ask(undoTransfer, { id }, ada.token)).http).toBe(200)
    expect(await stateOf(bea)).toBe('open')
    expect((await pay(bob, bea, token, { undo_seconds: '10' })).http).toBe(200)
    t.clock.advance(11_000)
    await settleDue(t.bank, sandbox)
    expect(await listOf(bea)).toMatchObject([{ State: 'paid', PaidBy: bob.name }])
    expect(await balanceOf(bea)).toBe(1250n)
  })

  test('is over when it expires, whatever the payer’s clock says', async () => {
    const [ada, bea] = [await payer(), await asker()]
    const { token } = await ask(bea, { days: '1' })
    const later = async (ms: number) => {
      t.clock.advance(ms)
      return {
        payer: { ...ada, token: await t.signInAgain(ada) },
        asker: { ...bea, token: await t.signInAgain(bea) },
      }
    }
    const before = await later(dayMs - 60_000)
    expect(await stateOf(before.asker)).toBe('open')
    const after = await later(60_000)
    expect(await stateOf(after.asker)).toBe('expired')
    expect(await pay(after.payer, bea, token)).toEqual(refusedWith('request_over'))
  })

  test('can be taken back by its asker alone, as long as nobody pays it', async () => {
    const [ada, bea] = [await payer(), await asker()]
    const { Id: id, token } = await ask(bea)
    for (const call of [cancelRequest, requestQr]) {
      expect(await t.ask(call, { id }, ada.token)).toEqual(
        refusedWith('not_yours', { message: 'This request does not exist' }),
      )
    }
    for (let twice = 0; twice < 2; twice += 1) {
      const reply = await t.ask(cancelRequest, { id }, bea.token)
      expect(reply).toMatchObject({ http: 200, data: { State: 'cancelled' } })
    }
    expect(await pay(ada, bea, token)).toEqual(refusedWith('request_over'))
    expect(await t.ask(requestQr, { id }, bea.token)).toEqual(refusedWith('request_over'))
    const paid = await ask(bea)
    expect((await t.ask(requestQr, { id: paid.Id }, bea.token)).http).toBe(200)
    await pay(ada, bea, paid.token)
    expect(await t.ask(requestQr, { id: paid.Id }, bea.token)).toEqual(refusedWith('request_over'))
    const late = await t.ask(cancelRequest, { id: paid.Id }, bea.token)
    expect(late).toEqual(refusedWith('request_over'))
  })

  test('can be declined by whoever has the link; the asker is told once, and not by whom', async () => {
    const [ada, bea] = [await payer(), await asker()]
    const { token } = await ask(bea)
    expect(await t.ask(declineRequest, { token }, bea.token)).toEqual(
      refusedWith('not_yours', { message: 'You asked for this money yourself' }),
    )
    for (let twice = 0; twice < 2; twice += 1) {
      expect((await t.ask(declineRequest, { token }, ada.token)).http).toBe(200)
    }
    expect(await stateOf(bea)).toBe('declined')
    const { data } = await t.ask(notifications, {}, bea.token)
    const told = (data as { List: { Title: string; Body: string }[] }).List
    expect(told.filter(({ Title }) => Title === 'Request declined')).toMatchObject([
      { Body: 'Your request for $12.50 was declined' },
    ])
    expect(await pay(ada, bea, token)).toEqual(refusedWith('request_over'))
    expect(await t.ask(declineRequest, { token: 'wrong' }, ada.token)).toEqual(
      refusedWith('not_yours', { message: 'This request does not exist' }),
    )
  })

  test('100: paid and declined at the same moment, exactly one wins', async () => {
    const [ada, bob, bea] = [await payer(), await payer(), await asker()]
    const { token } = await ask(bea)
    const [paid, declined] = await Promise.all([
      pay(ada, bea, token),
      t.ask(declineRequest, { token }, bob.token),
    ])
    expect([paid.http, declined.http].sort()).toEqual([200, 409])
    expect(await stateOf(bea)).toBe(paid.http === 200 ? 'paid' : 'declined')
    expect(await balanceOf(bea)).toBe(paid.http === 200 ? 1250n : 0n)
  })

  test('100: asked for again under the same key it is the same one', async () => {
    const bea = await asker()
    const order = { account: bea.account.publicId, amount: '5.00', note: '' }
    const send = (fields: object) =>
      t.send(
        askForMoney,
        { ...order, ...fields },
        { token: bea.token, headers: { 'idempotency-key': 'asked' } },
      )
    const [first, second] = [(await send({})).json(), (await send({})).json()]
    expect(second).toEqual(first)
    for (const other of [{ amount: '6.00' }, { note: 'another' }, { days: '3' }]) {
      expect((await send(other)).json()).toMatchObject({ code: 'key_reused' })
    }
    expect(await listOf(bea)).toHaveLength(1)
  })

  test('100: asked for again it is answered also where the hour has no attempt left', async () => {
    const bea = await asker()
    const order = { account: bea.account.publicId, amount: '5.00', note: '' }
    const send = (key: string) =>
      t.send(askForMoney, order, { token: bea.token, headers: { 'idempotency-key': key } })
    const first = (await send('one')).json()
    await db.sql`
      update attempts set count = 120 where bucket = ${`request:hour:${bea.id}`}`
    expect((await send('one')).json()).toEqual(first)
    expect((await send('two')).statusCode).toBe(429)
    expect(await listOf(bea)).toHaveLength(1)
  })

  test('100: a hundred at once stop at the limit', async () => {
    const bea = await asker()
    const order = { account: bea.account.publicId, amount: '5.00' }
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => t.ask(askForMoney, order, bea.token)),
    )
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(limits.requestsMax)
    expect(answers.find(({ http }) => http !== 200)).toMatchObject({
      code: 'list_full',
      message: 'You have 50 open requests. Cancel one, or wait until one is paid',
    })
  })

  test('one that is open stays on the list, however many are newer', async () => {
    const bea = await asker()
    const order = { account: bea.account.publicId, amount: '5.00' }
    await t.ask(askForMoney, order, bea.token)
    const [open] = await listOf(bea)
    await db.sql`
      insert into payment_requests(token_hash, token_sealed, customer_id, account_id, amount_minor,
        note, created_at, expires_at, ended)
      select md5('newer' || n), token_sealed, customer_id, account_id, 100, '', created_at, expires_at,
        'cancelled'
      from payment_requests cross join generate_series(1, 2 * ${limits.requestsMax}::int4) n
      where customer_id = ${bea.id}`
    const list = await listOf(bea)
    expect(list).toHaveLength(2 * limits.requestsMax + 1)
    expect(list.at(-1)).toEqual(open)
  })

  test('wants an own account, an amount and 1 to 90 days', async () => {
    const [ada, bea] = [await payer(), await asker()]
    const good = { account: bea.account.publicId, amount: '5.00' }
    const cases = [
      [{ account: ada.account.publicId }, messages.accountNotYours],
      [{ account: '' }, messages.destinationMissing],
      [{ amount: '0' }, messages.amountInvalid],
      [{ amount: '-5' }, messages.amountInvalid],
      [{ days: '0' }, 'Choose 1 to 90 days'],
      [{ days: '91' }, 'Choose 1 to 90 days'],
      [{ days: '1.5' }, 'Choose 1 to 90 days'],
      [{ note: 'x'.repeat(141) }, messages.tooLong],
    ] as const
    for (const [changes, message] of cases) {
      expect(await t.ask(askForMoney, { ...good, ...changes }, bea.token)).toMatchObject({
        message,
      })
    }
    expect(await listOf(bea)).toEqual([])
  })

  test('keeps its token from whoever reads the database', async () => {
    const { token } = await ask(await asker())
    const rows = await db.sql`select to_jsonb(r)::text as row from payment_requests r`
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('an account that is paid from elsewhere', () => {
  test('has an IBAN and an EPC code where it is in euros', async () => {
    const ada = await payer()
    const made = await t.ask(createAccount, { currency: 'eur', accountName: 'Holidays' }, ada.token)
    const { Id, Number: number } = made.data as { Id: string; Number: string }
    const { data } = await t.ask(
      receiveInto,
      { accountId: Id, amount: '12.05', note: 'Rent' },
      ada.token,
    )
    const { Iban, Epc, Qr } = data as { Iban: string; Epc: string; Qr: string }
    expect(Iban).toMatch(new RegExp(`^DE\\d\\d99999999${number}$`))
    expect(Epc).toBe(
      ['BCD', '002', '1', 'SCT', '', ada.name, Iban, 'EUR12.05', '', '', 'Rent'].join('\n'),
    )
    expect(Qr).toMatch(/^data:image\/svg\+xml;base64,/)
    const accountId = ada.account.publicId
    const dollars = await t.ask(receiveInto, { accountId }, ada.token)
    expect(dollars.data).toEqual({ Holder: ada.name, Number: ada.account.number })
  })

  test('is refused a code with an amount that none can carry', async () => {
    const ada = await payer()
    const made = await t.ask(createAccount, { currency: 'eur', accountName: 'Holidays' }, ada.token)
    const { Id: accountId } = made.data as { Id: string }
    const message = 'Enter an amount from 0.01 to 999,999,999.99'
    for (const amount of [
      '1.005',
      '1000000000',
      '999999999.995',
      '-1',
      '0',
      '0.00',
      'ten',
      '1e3',
    ]) {
      const reply = await t.ask(receiveInto, { accountId, amount }, ada.token)
      expect(reply, amount).toEqual(refusedWith('invalid', { message, field: 'amount' }))
    }
    const epcOf = async (amount: string) => {
      const { data } = await t.ask(receiveInto, { accountId, amount }, ada.token)
      return (data as { Epc: string }).Epc.split('\n')[7]
    }
    expect(await epcOf('999999999.99')).toBe('EUR999999999.99')
    expect(await epcOf('1,250.5')).toBe('EUR1250.50')
    expect(await epcOf('0.01')).toBe('EUR0.01')
    expect(await epcOf('')).toBeUndefined()
  })
})
