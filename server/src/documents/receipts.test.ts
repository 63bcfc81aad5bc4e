import { receiptFile, transferExternal } from '@passbook/contract'
import { readSeal } from '@passbook/contract/seal'
import { afterAll, expect, test } from 'vitest'
import { isSigned, readPdf } from '#testing/pdf-file.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { publicKeys } from './keys.ts'
import { renderer } from './renderer.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(async () => {
  await bank.stop()
  await renderer.stop()
})

const receipt = (who: TestCustomer, transactionId: string) =>
  bank.send(receiptFile, { transactionId }, { token: who.token })

async function lineOf(who: TestCustomer): Promise<string> {
  const [line] = await db.sql<{ id: string }>`
    select id from transactions where account_id = ${who.account.id} order by line desc limit 1`
  return line?.id ?? ''
}

/** How many have counted towards the limit of this hour. */
async function countOf({ id }: TestCustomer): Promise<number> {
  const [row] = await db.sql<{ count: number }>`
    select count from attempts where bucket = ${`receipt:hour:${id}`}`
  return row?.count ?? 0
}

test('a receipt is a signed file, the same whenever it is asked for', async () => {
  const ada = await bank.customer({ balance: '12.50' })
  const id = await lineOf(ada)
  const reply = await receipt(ada, id)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="receipt-${id}.pdf"`,
  })
  const pdf = readPdf(reply.rawPayload)
  expect(pdf).toMatchObject({ isTagged: true, elements: { H1: 1, Table: 1, Figure: 1 } })
  expect(pdf.texts).toEqual(expect.arrayContaining(['Transaction receipt', '+12.50 USD', id]))
  expect(pdf.texts.join(' ')).not.toContain('not proof of payment')
  expect(isSigned(reply.rawPayload, await publicKeys(bank.bank))).toBe(true)
  expect(readSeal(reply.rawPayload)?.facts).toMatchObject({
    kind: 'receipt',
    reference: id,
    amount: '12.50',
    state: 'completed',
  })
  expect((await receipt(ada, id)).rawPayload).toEqual(reply.rawPayload)
})

test('one that is not paid yet says that it proves no payment', async () => {
  const ada = await bank.customer({ pin: '4821', balance: '500.00', flags: { UseOtp: false } })
  await bank.ask(
    transferExternal,
    {
      ...{ source_account: ada.account.publicId, amount: '120.00', pin: '4821', otp: '' },
      ...{ acc_number: '8830071154', acc_name: 'Priya Raman', bank: 'Chase', bank_name: 'Chase' },
    },
    ada.token,
  )
  const { texts } = readPdf((await receipt(ada, await lineOf(ada))).rawPayload)
  expect(texts).toContain('\u2212120.00 USD')
  expect(texts.join(' ')).toContain(
    'This transaction is pending. This receipt is not proof of payment.',
  )
  expect(texts.join(' ')).toContain('Priya Raman')
})

test('who asks for many at once is refused some, and keeps nobody else waiting', async () => {
  const ada = await bank.customer({ balance: '12.50' })
  const eve = await bank.customer({ balance: '1.00' })
  const [hers, own] = [await lineOf(ada), await lineOf(eve)]
  // A thread takes long to start, so that all of them come before the first is drawn.
  await renderer.stop()
  const many = Array.from({ length: 10 }, () => receipt(ada, hers))
  const other = await receipt(eve, own)
  const codes = (await Promise.all(many)).map(({ statusCode }) => statusCode)
  expect(other.statusCode).toBe(200)
  expect(codes.filter((code) => code === 200).length).toBeGreaterThanOrEqual(2)
  expect(codes).toContain(429)
  // Only what was drawn counts towards the hour.
  expect(await countOf(ada)).toBe(codes.filter((code) => code === 200).length)
  expect((await receipt(ada, hers)).statusCode).toBe(200)
})

test('while fifty files are waited for the next is refused, told when to try again, and not counted', async () => {
  const ada = await bank.customer({ balance: '12.50' })
  const id = await lineOf(ada)
  const gate = Promise.withResolvers<never>()
  const others = Array.from({ length: 50 }, (_, at) =>
    renderer.drawFor(BigInt(-1 - at), () => gate.promise),
  )
  const refused = await receipt(ada, id)
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('2')
  expect(refused.json()).toMatchObject({ code: 'unavailable' })
  expect(await countOf(ada)).toBe(0)
  gate.reject(new Error('not drawn'))
  await Promise.allSettled(others)
  expect((await receipt(ada, id)).statusCode).toBe(200)
  expect(await countOf(ada)).toBe(1)
})

test("another's receipt is answered as if it did not exist, and drawing has a limit", async () => {
  const ada = await bank.customer({ balance: '12.50' })
  const eve = await bank.customer({ balance: '1.00' })
  const foreign = await receipt(eve, await lineOf(ada))
  const unknown = await receipt(eve, 'ffffffff-ffff-4fff-8fff-ffffffffffff')
  expect([foreign.statusCode, foreign.body]).toEqual([403, unknown.body])
  await db.sql`
    insert into attempts(bucket, count, ends_at)
    values (${`receipt:hour:${eve.id}`}, 120, ${new Date(bank.clock.now().getTime() + 60_000)})`
  expect((await receipt(eve, await lineOf(eve))).statusCode).toBe(429)
})
