import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documents, downloadDocument, receiptFile } from '@passbook/contract'
import { bankKeysPath, readSeal } from '@passbook/contract/seal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProgram } from '#testing/program.ts'
import { listening } from '#testing/raw-http.ts'
import { testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { renderer } from './renderer.ts'

// tools/verify-document.ts, as somebody runs it who has a file and the bank's keys.
const db = await testDb()
const bank = await testBank(db)
const address = `http://127.0.0.1:${await listening(bank.app)}`
const folder = mkdtempSync(join(tmpdir(), 'passbook-verify-'))
afterAll(async () => {
  await bank.stop()
  await renderer.stop()
  rmSync(folder, { recursive: true })
})

const ada = await bank.customer({ balance: '12.50', firstName: 'Ayşe', lastName: 'Okafor' })
const keysFile = join(folder, 'keys.json')
beforeAll(async () => {
  writeFileSync(keysFile, (await bank.app.inject({ url: bankKeysPath })).body)
})

function said(file: Buffer, keys: string) {
  const path = join(folder, 'document.pdf')
  writeFileSync(path, file)
  return startProgram('tools/verify-document.ts', [path, keys], {}).ended
}

async function receipt(): Promise<Buffer> {
  const [line] = await db.sql<{ id: string }>`
    select id from transactions where account_id = ${ada.account.id}`
  const token = await bank.signInAgain(ada)
  return (await bank.send(receiptFile, { transactionId: line?.id ?? '' }, { token })).rawPayload
}

async function statement(): Promise<Buffer> {
  bank.clock.advance(32 * 86_400_000)
  const token = await bank.signInAgain(ada)
  await bank.ask(documents, {}, token)
  await bank.bank.background.settled()
  const { data } = await bank.ask(documents, {}, token)
  const [newest] = (data as { List: { Id: string }[] }).List
  return (await bank.send(downloadDocument, { id: newest?.Id ?? '' }, { token })).rawPayload
}

/** Another account's number in what was signed, which is written in hexadecimal digits. */
function changed(file: Buffer): Buffer {
  const before = Buffer.from(`"account":"${ada.account.number}"`).toString('hex')
  const after = Buffer.from('"account":"0000000000"').toString('hex')
  const text = file.toString('latin1').replace(before, after)
  expect(text).not.toBe(file.toString('latin1'))
  return Buffer.from(text, 'latin1')
}

test('a receipt and a statement are verified by the script alone, and every fact is told', async () => {
  for (const file of [await receipt(), await statement()]) {
    const facts = readSeal(file)?.facts as Record<string, string>
    expect(facts).toMatchObject({ holder: 'Ayşe Okafor', account: ada.account.number })
    for (const keys of [keysFile, address]) {
      const { code, output } = await said(file, keys)
      expect([code, output.split('\n')[0]]).toEqual([
        0,
        expect.stringMatching(
          /^Signed by Passbook with its key [0-9a-f]{16}, and as it was then:$/,
        ),
      ])
      const told = output.split('\n').slice(1)
      expect(told).toEqual(Object.entries(facts).map(([name, value]) => `${name}: ${value}`))
    }
  }
})

test('one that was changed, is cut off, has two signatures or none, or another key is refused', async () => {
  const file = await receipt()
  const seal = /\(PassbookSeal v1\.[^)]*\)/.exec(file.toString('latin1'))?.[0] ?? ''
  const refused = { code: 1, output: 'WRONG: it was changed, or another bank signed it' }
  const turned = Buffer.from(file)
  turned[200] = (turned[200] ?? 0) ^ 1
  const forged = [
    changed(file),
    turned,
    file.subarray(0, -1),
    Buffer.concat([file, Buffer.from(seal)]),
  ]
  for (const wrong of forged) expect(await said(wrong, keysFile)).toEqual(refused)
  const other = join(folder, 'other.json')
  writeFileSync(other, JSON.stringify({ bank: 'Another', keys: [] }))
  expect(await said(file, other)).toEqual(refused)
  const none = { code: 1, output: 'WRONG: it is not signed' }
  expect(await said(Buffer.from('%PDF-1.7 of somebody'), keysFile)).toEqual(none)
})
