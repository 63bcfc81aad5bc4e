import {
  type Beneficiary,
  beneficiaries,
  deleteBeneficiary,
  messages,
  saveBeneficiary,
  transferExternal,
} from '@passbook/contract'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { answerOf, refusedWith, type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { recipientsMax, saveRecipient } from './beneficiaries.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const holder = await bank.customer({ firstName: 'Bob', lastName: 'Stone' })
let ada: TestCustomer
beforeEach(async () => {
  ada = await bank.customer()
})

const local = {
  type: 'local transfer',
  account_number: holder.account.number,
  account_name: 'Bob Stone',
}
const other = { ...local, type: 'other banks', account_number: '1234567', bank_name: 'Akbank' }
const wire = { ...other, type: 'wire transfer', swift_code: 'AKBKTRIS' }

const save = (fields: Record<string, string>, who = ada) =>
  bank.ask(saveBeneficiary, fields as never, who.token)
async function listOf(who = ada): Promise<Beneficiary[]> {
  return (await bank.ask(beneficiaries, {}, who.token)).data as Beneficiary[]
}

const notOnTheList = refusedWith('not_yours', { message: messages.recipientUnknown })

describe('saved recipients', () => {
  // shows §3.14 §7.20
  test('are listed by name, with all that a transfer needs', async () => {
    expect(await listOf()).toEqual([])
    expect(await save(local)).toEqual({
      http: 200,
      status: 'success',
      message: messages.beneficiarySaved,
    })
    await save({
      ...wire,
      account_name: 'Ayşe Yılmaz',
      account_number: 'TR330006100519786457841326',
    })
    await save({ ...other, account_name: 'Zoe' })
    expect(await listOf()).toEqual([
      {
        Id: expect.any(String),
        Type: 'wire transfer',
        BankName: 'Akbank',
        AccountName: 'Ayşe Yılmaz',
        AccountNumber: 'TR330006100519786457841326',
        Swift: 'AKBKTRIS',
      },
      expect.objectContaining({ Type: 'local transfer', AccountName: 'Bob Stone', Swift: '' }),
      expect.objectContaining({ Type: 'other banks', AccountName: 'Zoe', BankName: 'Akbank' }),
    ])
  })

  // shows §7.21 D76
  test('73: the same type and number updates and is never doubled', async () => {
    await save(local)
    await save(local)
    await save({ ...local, account_name: 'Robert Stone' })
    await Promise.all(Array.from({ length: 10 }, () => save(local)))
    await save(other)
    await save({ ...other, account_number: '12345ab' })
    await save({ ...other, account_number: '12345AB' })
    expect((await listOf()).map(({ Type, AccountNumber }) => [Type, AccountNumber]).sort()).toEqual(
      [
        ['local transfer', holder.account.number],
        ['other banks', '1234567'],
        ['other banks', '12345AB'],
      ],
    )
  })

  test('are led elsewhere, renamed or removed by a fresh session only', async () => {
    await save(wire)
    const [{ Id: id = '' } = {}] = await listOf()
    await db.sql`update sessions set fresh_until = null where customer_id = ${ada.id}`
    const elsewhere = [
      { ...wire, swift_code: 'THIEUS33' },
      { ...wire, bank_name: 'Thief Bank' },
      { ...wire, account_name: 'Robert Stone' },
      { ...wire, account_name: wire.account_name.toUpperCase(), account_number: '7654321' },
      { ...other, account_name: wire.account_name },
      // They look the same on the list.
      { ...other, account_name: wire.account_name.replace(' ', '  ') },
      { ...other, account_name: `\u200b${wire.account_name}` },
      ...['Bоb Stоne', 'B0b Stone', 'Bob Stone.', 'Bob, Stone', 'Böb Stone'].map(
        (account_name) => ({ ...other, account_name }),
      ),
    ]
    for (const fields of elsewhere) {
      expect(await save(fields)).toEqual(refusedWith('reauth_required'))
    }
    // Or the name would be free for another number.
    const remove = (token: string) => bank.ask(deleteBeneficiary, { id }, token)
    expect(await remove(ada.token)).toEqual(refusedWith('reauth_required'))
    expect(await listOf()).toMatchObject([{ BankName: 'Akbank', Swift: 'AKBKTRIS' }])
    // The same again, and somebody new, change nothing that was there.
    expect((await save(wire)).http).toBe(200)
    const eve = { ...wire, account_name: 'Eve Adams', account_number: '7654322' }
    expect((await save(eve)).http).toBe(200)
    const fresh = { ...ada, token: await bank.signInAgain(ada) }
    for (const fields of elsewhere) expect((await save(fields, fresh)).http).toBe(200)
    expect((await remove(fresh.token)).http).toBe(200)
  })

  test.each(['LandIord Ltd', 'Lаndlоrd Ltd', 'Landlord Ltd.', 'LANDLORD  LTD', 'Land-lord Ltd'])(
    '%s beside Landlord Ltd is saved by a fresh session only',
    async (account_name) => {
      await save({ ...wire, account_name: 'Landlord Ltd' })
      await db.sql`update sessions set fresh_until = null where customer_id = ${ada.id}`
      const alike = { ...other, account_name, account_number: '7654321' }
      expect(await save(alike)).toEqual(refusedWith('reauth_required'))
      expect(await listOf()).toHaveLength(1)
    },
  )

  test('a transfer keeps somebody new, and leads nobody on the list elsewhere', async () => {
    ada = await bank.customer({ pin: '4821', balance: '50.00', flags: { UseOtp: false } })
    const order = {
      ...{ source_account: ada.account.publicId, amount: '1.00', pin: '4821' },
      ...{ acc_number: 'DE89370400440532013000', acc_name: 'Landlord Ltd' },
      ...{ bank_name: 'Good Bank', swift: 'COBADEFF', save_recipient: 'true' },
    }
    const pay = async (changes: Record<string, string> = {}) => {
      const sent = { ...order, ...changes }
      expect((await bank.ask(transferExternal, sent as never, ada.token)).http).toBe(200)
      return listOf()
    }
    const kept = [{ AccountName: 'Landlord Ltd', BankName: 'Good Bank', Swift: 'COBADEFF' }]
    expect(await pay()).toMatchObject(kept)
    // However fresh the session is: nothing on the form says that somebody is replaced.
    expect(await pay({ bank_name: 'Evil Bank', swift: 'DEUTDEFF' })).toMatchObject(kept)
    expect(await pay({ acc_name: 'Eve Adams' })).toMatchObject(kept)
    expect(await pay({ acc_name: 'LandIord Ltd', acc_number: '987654321' })).toMatchObject(kept)
    expect(await listOf()).toHaveLength(1)
    expect(await pay({ acc_name: 'Zoe Adams', acc_number: '987654321' })).toHaveLength(2)
  })

  test('69-72: are refused with the text of the first thing that is wrong', async () => {
    const cases: [Record<string, string>, string, string][] = [
      [{ ...local, type: '' }, 'type', messages.beneficiaryTypeInvalid],
      [{ ...local, type: 'crypto' }, 'type', messages.beneficiaryTypeInvalid],
      [{ ...local, account_number: '' }, 'account_number', messages.beneficiaryNumberInvalid],
      [{ ...local, account_number: '123456' }, 'account_number', messages.beneficiaryNumberInvalid],
      [
        { ...local, account_number: "1234567' or 1=1 --" },
        'account_number',
        messages.beneficiaryNumberInvalid,
      ],
      [
        { ...local, account_number: '１２３４５６７' },
        'account_number',
        messages.beneficiaryNumberInvalid,
      ],
      [{ ...local, account_name: '' }, 'account_name', messages.beneficiaryNameMissing],
      [{ ...local, account_name: '  ' }, 'account_name', messages.beneficiaryNameMissing],
      [{ ...local, account_name: 'Bob\r\nStone' }, 'account_name', messages.beneficiaryNameMissing],
      [{ ...other, bank_name: '' }, 'bank_name', messages.beneficiaryBankMissing],
      [{ ...wire, bank_name: ' ' }, 'bank_name', messages.beneficiaryBankMissing],
      [{ ...wire, swift_code: '' }, 'swift_code', messages.beneficiarySwiftMissing],
      [{ ...wire, swift_code: 'AKBKTRI' }, 'swift_code', messages.beneficiarySwiftMissing],
      [
        { ...other, account_number: 'TR330006100519786457841327' },
        'account_number',
        messages.beneficiaryNumberInvalid,
      ],
      [
        { ...local, account_number: '123456', account_name: '' },
        'account_number',
        messages.beneficiaryNumberInvalid,
      ],
    ]
    for (const [fields, field, message] of cases) {
      expect(await save(fields)).toEqual(refusedWith('invalid', { message, field }))
    }
    const without = { type: 'local transfer', account_number: '1234567' }
    expect(await save(without)).toMatchObject({ message: messages.beneficiaryNameMissing })
    expect(await listOf()).toEqual([])
  })

  // asvs 1.2.3
  test('keep a name of any letters as it was typed', async () => {
    const account_name = `<img src=x onerror=alert(1)> '"; drop table`
    await save({ ...other, account_name })
    expect((await listOf())[0]?.AccountName).toBe(account_name)
  })

  // shows D137
  test('of this bank have the name of who holds the number; a number of nobody is not kept', async () => {
    expect((await save({ ...local, account_name: 'Somebody else' })).http).toBe(200)
    expect((await listOf())[0]?.AccountName).toBe('Bob Stone')
    const { number } = holder.account
    const mistyped = `${number.slice(0, 9)}${(Number(number[9]) + 1) % 10}`
    for (const account_number of ['1234567', '1234567897', mistyped, 'DE89370400440532013000']) {
      expect(await save({ ...local, account_number })).toEqual(
        refusedWith('unknown_payee', {
          message: messages.beneficiaryNumberInvalid,
          field: 'account_number',
        }),
      )
    }
    expect(await listOf()).toHaveLength(1)
    expect((await save(other)).http).toBe(200)
  })

  // shows D76
  test('are removed by their owner, once', async () => {
    await save(local)
    const id = (await listOf())[0]?.Id ?? ''
    expect((await bank.ask(deleteBeneficiary, { id }, ada.token)).http).toBe(200)
    expect(await listOf()).toEqual([])
    expect(await bank.ask(deleteBeneficiary, { id }, ada.token)).toEqual(notOnTheList)
  })

  test("another customer's, unknown and malformed ids get the same answer and have no effect", async () => {
    await save(local)
    const id = (await listOf())[0]?.Id ?? ''
    const bob = await bank.customer()
    expect(await listOf(bob)).toEqual([])
    const bodies: string[] = []
    for (const asked of [id, crypto.randomUUID(), '1', "' or '1'='1", '../1', id.toUpperCase()]) {
      const reply = await bank.send(deleteBeneficiary, { id: asked }, { token: bob.token })
      expect(answerOf(reply)).toEqual(notOnTheList)
      bodies.push(reply.body)
    }
    expect(new Set(bodies).size).toBe(1)
    expect(await listOf()).toHaveLength(1)
  })

  test('are not for anonymous callers', async () => {
    expect((await bank.send(beneficiaries, {})).statusCode).toBe(401)
    expect((await bank.send(saveBeneficiary, local)).statusCode).toBe(401)
    expect((await bank.send(deleteBeneficiary, { id: 'x' })).statusCode).toBe(401)
  })

  test('have an end, which no transfer fails at', async () => {
    await db.sql`
      insert into beneficiaries(customer_id, type, account_number, account_name, created_at)
      select ${ada.id}, 'other banks', 'N' || (1000000 + n), 'Name ' || n, now()
      from generate_series(1, ${recipientsMax}) n`
    const message = 'You can keep at most 500 recipients'
    expect(await save(local)).toEqual(refusedWith('list_full', { message, data: { max: 500 } }))
    expect((await save({ ...other, account_number: 'N1000001' })).http).toBe(200)
    const fresh = {
      type: 'local transfer',
      accountNumber: '7654321',
      accountName: 'Zed',
      now: bank.clock.now(),
    }
    expect(await saveRecipient(db.sql, ada.id, fresh)).toBe(false)
    expect(await listOf()).toHaveLength(recipientsMax)
  })
})
