import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type exportFormats, exportStatement, toDecimal } from '@passbook/contract'
import { afterAll, expect } from 'vitest'
import { internalAccount } from '#ledger/chart.ts'
import * as ledger from '#ledger/ledger.ts'
import { runOutside, testWith } from '#testing/outside-program.ts'
import { testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'
import { openAccount } from './accounts.ts'

const db = await testDb()
const { sql } = db
const bank = await testBank(db)
const folder = mkdtempSync(join(tmpdir(), 'passbook-readers-'))
afterAll(async () => {
  await bank.stop()
  rmSync(folder, { recursive: true, force: true })
})

const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk & Co'
const lines = [
  { name: `O'Brien & "Sons"`, minor: 100_00n },
  { name: '"quoted", with; comma', minor: -12_34n },
  { name: 'Café Zoë 🏦 Ünlü', minor: 5n },
  { name: long, minor: -1_00n },
  { name: '<b>tag</b> ]]> & more', minor: 7_77n },
  { name: '=1+1;=2|@SUM(A1)', minor: 1n },
  { name: '', minor: -50n },
]
const rangeStart = '2024-03-06'
/** The first of the lines is of the day before that. */
const openingMinor = 100_00n
const closingMinor = lines.reduce((sum, { minor }) => sum + minor, 0n)
const shown = lines.slice(1)

const ada = await bank.customer()
const at = new Date('2024-03-05T12:00:00Z')
const account = await db.transaction((tx) =>
  openAccount(tx, ada.id, { type: 'savings', currency: 'eur', name: 'Rainy "days"', now: at }),
)
const counter = await internalAccount(sql, 'clearing', 'eur', 0n)
for (const [index, { name, minor }] of lines.entries()) {
  const [from, to] = minor > 0n ? [counter, account.id] : [account.id, counter]
  const words = { name, description: `for ${name}`, accountNumber: 'DE89370400440532013000' }
  const details = { ...words, bank: 'Chase', swift: index % 2 === 0 ? 'CHASUS33' : '' }
  const day = index === 0 ? '2024-03-05' : rangeStart
  const amountMinor = minor < 0n ? -minor : minor
  const line = minor > 0n ? { toLine: details } : { fromLine: details }
  await ledger.move(sql, { at, day, kind: 'test', from, to, amountMinor, ...line })
}
const order = { at, day: rangeStart, accountId: account.id, amountMinor: 3_00n }
await ledger.pend(sql, { ...order, type: 'debit', line: { name: 'Waits' } })

/** The statement from the second day on, as a file on the disk. */
async function saved(format: (typeof exportFormats)[number]): Promise<string> {
  const dates = { start_date: rangeStart, end_date: '2090-12-31' }
  const input = { accountId: account.publicId, format, ...dates }
  const reply = await bank.send(exportStatement, input, { token: ada.token })
  expect(reply.statusCode).toBe(200)
  const file = join(folder, `statement.${format}`)
  writeFileSync(file, reply.body)
  return file
}

const after = (text: string, words: string) =>
  text
    .split('\n')
    .filter((line) => line.includes(words))
    .map((line) => line.slice(line.indexOf(words) + words.length).trim())

testWith(
  { program: 'ofxdump', install: 'apt-get install ofx' },
  'reads an OFX file without an error, with every quote',
  async () => {
    const { code, out, err } = runOutside('ofxdump', [await saved('ofx')])
    expect(err).not.toContain('LibOFX ERROR')
    expect(code).toBe(0)
    expect(after(out, 'Total money amount:')).toEqual(shown.map(({ minor }) => toDecimal(minor)))
    const names = shown.map(({ name, minor }) => name || (minor > 0n ? 'credit' : 'debit'))
    expect(after(out, 'payee or transaction description:')).toEqual(
      names.map((name) => [...name].slice(0, 32).join('').trim()),
    )
    const memos = after(out, '(memo):')
    expect(memos[0]).toBe('for "quoted", with; comma / DE89370400440532013000')
    expect(memos[2]).toContain(long)
    expect(after(out, 'Ledger balance:')).toEqual([toDecimal(closingMinor)])
    expect(after(out, 'Account #:')).toEqual([account.number])
    expect(new Set(after(out, 'Default Currency:'))).toEqual(new Set(['EUR']))
  },
)

testWith(
  { program: 'xmllint', install: 'apt-get install libxml2-utils' },
  'finds a camt.053 file valid by the schema, and one that is not',
  async () => {
    const schema = join(import.meta.dirname, '../testing/camt053-part.xsd')
    const check = (file: string) => runOutside('xmllint', ['--noout', '--schema', schema, file])
    const file = await saved('camt053')
    expect(check(file)).toMatchObject({ code: 0 })
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace(/<ValDt>.*?<\/ValDt>/, '<ValDt>soon</ValDt>'))
    expect(check(file)).toMatchObject({ code: 3 })
  },
)

testWith(
  { program: 'hledger', install: 'apt-get install hledger' },
  'reads a CSV file by the rules of the documentation and finds every balance right',
  async () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/export.md'), 'utf8')
    const rules = join(folder, 'bank.rules')
    writeFileSync(rules, /```rules\n([^`]+)```/.exec(page)?.[1] ?? '')
    const read = ['-f', `csv:${await saved('csv')}`, '--rules-file', rules]
    // The rules make a balance assertion of every "Balance after": a wrong one is an error.
    const { code, out, err } = runOutside('hledger', [...read, 'balance', '-N', '-O', 'csv'])
    expect(err).toBe('')
    expect(code).toBe(0)
    expect(out.trim().split('\n').slice(1)).toEqual([
      `"assets:${account.number}","EUR${toDecimal(closingMinor)}"`,
      `"equity:opening","EUR-${toDecimal(openingMinor)}"`,
      `"unsorted","EUR${toDecimal(openingMinor - closingMinor)}"`,
    ])
  },
)

const aqbanking = { program: 'aqbanking-cli', install: 'apt-get install aqbanking-tools' }

for (const [importer, profile, format] of [
  ['ofx', 'default', 'ofx'],
  ['xml', 'ofx2', 'ofx'],
  ['xml', 'camt_053_001_04', 'camt053'],
] as const) {
  testWith(aqbanking, `imports ${format} by ${importer}/${profile}`, async () => {
    const context = join(folder, `${importer}-${profile}`)
    const home = ['-D', join(folder, 'aqbanking')]
    const ask = (...words: string[]) =>
      runOutside('aqbanking-cli', [...home, ...words, '-c', context], { home: folder })
    const how = [`--importer=${importer}`, `--profile=${profile}`, '-f', await saved(format)]
    expect(ask('import', ...how)).toMatchObject({ code: 0 })
    const rows = (text: string) =>
      text
        .trim()
        .split('\n')
        .map((row) => row.split('\t'))
    expect(rows(ask('listtrans').out).map((row) => row[1])).toEqual(
      shown.map(({ minor }) => toDecimal(minor)),
    )
    expect(rows(ask('listbal').out).map((row) => row[1])).toEqual([toDecimal(closingMinor)])
    // Its profile looks for names at a place where this version of camt.053 has none.
    if (format === 'ofx') expect(ask('listtrans').out).toContain('"quoted", with; comma')
  })
}
