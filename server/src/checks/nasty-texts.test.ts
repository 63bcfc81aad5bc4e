import { encodeJson, slotsOf, transactions, transferExternal, visible } from '@passbook/contract'
import { calls } from '@passbook/contract/calls'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { camt053 } from '#accounts/export-formats/camt053.ts'
import { csv } from '#accounts/export-formats/csv.ts'
import type { FileLine, StatementFile } from '#accounts/export-formats/format.ts'
import { ofx } from '#accounts/export-formats/ofx.ts'
import { qif } from '#accounts/export-formats/qif.ts'
import { runCommand } from '#cli/commands.ts'
import { drawFile } from '#documents/draw.ts'
import { signingKey } from '#documents/keys.ts'
import type { PaperLine, StatementPaper } from '#documents/paper.ts'
import { escaped } from '#http/json-log.ts'
import { print } from '#kernel/print.ts'
import * as notices from '#mail/notices.ts'
import { theirs } from '#mail/said.ts'
import * as templates from '#mail/templates.ts'
import { byLength } from '#testing/length.ts'
import { readPdf } from '#testing/pdf-file.ts'
import { testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const db = await testDb()
const bank = await testBank(db)
afterAll(() => bank.stop())

const between = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((code) => String.fromCodePoint(code))
const piece = fc.oneof(
  between(0x01, 0x1f),
  between(0x7f, 0x9f),
  between(0x2000, 0x206f),
  between(0xe0000, 0xe007f),
  between(0xfe00, 0xfe0f),
  fc.constantFrom(...'\u00ad\u034f\u061c\u180e\u3164\ufeff\ufff9\ufffb\u200b\u200d\u202e'),
  fc.constantFrom('\x1b[2J', '\x9b1;1H', '\x9d0;x\x9c', '\r\nBcc: eve@evil.example', '\n.\n'),
  fc.constantFrom('https://evil.example/x', 'www.evil.example', 'me@evil.example', 'tel:+1900'),
  fc.constantFrom('<b>', '<img src=x onerror=alert(1)>', '&lt;', ']]>', '"', "'", '\\', '%s'),
  fc.constantFrom('=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ';=1', '|=1'),
  fc.constantFrom('👩‍👩‍👧', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️', 'می‌خواهم', 'क्‍ष', '辻󠄀', 'Ünlü', 'Мир'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }).filter((text) => text.isWellFormed()),
  fc.stringMatching(/^[a-z]{1,8} ?$/),
)
const nasty = fc.array(piece, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''))
/** What customers may have been called before there was a rule; the database holds no NUL. */
const texts = fc
  .sample(nasty, { seed: 35, numRuns: byLength(5000, 300) })
  .map((text) => text.replaceAll('\0', ''))

/** Code points that a reader is shown without seeing them, or that a program obeys. */
const hidden = [
  ...[0x00, 0x08, 0x0b, 0x0c, 0x0e, 0x1f, 0x7f, 0x9f, 0xad, 0xad, 0x34f, 0x34f, 0x61c, 0x61c],
  ...[0x180e, 0x180e, 0x200b, 0x200b, 0x200e, 0x200f, 0x2028, 0x202e, 0x2060, 0x206f],
  ...[0x3164, 0x3164, 0xfeff, 0xfeff, 0xfff9, 0xfffb, 0xe0000, 0xe007f],
]
const isHidden = (character: string) => {
  const code = character.codePointAt(0) ?? 0
  return hidden.some((from, nth) => nth % 2 === 0 && code >= from && code <= (hidden[nth + 1] ?? 0))
}
/** The flags of England, Scotland and Wales are spelled in tags. */
const flag = /🏴[\u{e0020}-\u{e007e}]+\u{e007f}/gu
const joinerAfterLatin = /[ -~][\u200c\u200d]/

function expectNoSign(text: string): void {
  const found = [...text.replaceAll(flag, '')].filter(isHidden)
  expect([found, joinerAfterLatin.test(text), text]).toEqual([[], false, text])
}

const at = new Date('2026-01-05T10:00:00Z')
const url = 'https://bank.example/link'
const seen = { agent: 'Firefox on Linux', network: '10.0.0.0/24', at, zone: 'UTC' }

/** All mails to a customer that hold what customers wrote. */
function mailsFor(text: string, isProven: boolean) {
  const reader = { email: 'a@b.example', firstName: text, isProven }
  return [
    templates.loginCodeMail(reader, '01234', at),
    templates.transferCodeMail(reader, '0123', at, theirs(text, 'somebody')),
    templates.resetMail(reader, url, at),
    templates.welcomeMail(reader, 'Passbook', { login: url, verify: url }),
    notices.verifyEmailMail(reader, url, at),
    notices.emailChangedMail(reader, url, at),
    notices.newDeviceMail(reader, seen, { link: url, expiresAt: at }),
    notices.recoveryMail(reader, url, at),
    notices.securityMail(reader as never, 'A passkey was added', text),
    notices.movementMail(reader as never, 'Money received', text),
  ].map((mail) => templates.signed(mail, 'Passbook'))
}

const tagsOf = (html: string) => html.match(/<\/?[a-z!][^>]*>/gi)

// shows D164
test('no name and no note leaves a sign in a mail, nor a byte in one to an unproven address', () => {
  const unproven = mailsFor('Ada', false)
  const proven = mailsFor('Ada', true)
  for (const text of texts) {
    expect(mailsFor(text, false)).toEqual(unproven)
    for (const [nth, mail] of mailsFor(text, true).entries()) {
      for (const part of [mail.subject, mail.text, mail.html]) expectNoSign(part)
      expect(mail.subject).toBe(proven[nth]?.subject)
      expect(tagsOf(mail.html)).toEqual(tagsOf(proven[nth]?.html ?? ''))
    }
    const message = { ticket: 'PB-1', username: 'x', name: text, email: 'a@b.example' }
    const mail = notices.supportMail('s@b.example', { ...message, subject: text, content: text })
    for (const part of [mail.subject, mail.text, mail.html]) expectNoSign(part)
    expect(mail.subject).not.toMatch(/[\r\n]/)
  }
})

const file = {
  account: { number: '4090272982', name: '', currency: 'usd', type: 'savings' },
  ...{ systemName: 'Passbook', from: '2026-01-01', to: '2026-01-31' },
  ...{ openingDay: '2026-01-01', balanceDay: '2026-01-31', at },
  ...{ openingMinor: 0n, creditMinor: 0n, debitMinor: 0n, closingMinor: 0n, availableMinor: 0n },
} as unknown as StatementFile

test('nor in an exported statement, where it stays in its place', async () => {
  for (const text of texts) {
    const line = {
      ...{ id: '0b5f1c1e-0000-4000-8000-000000000001', line: 1n, day: '2026-01-05' },
      ...{ type: 'debit', amountMinor: 1n, signedMinor: -1n, balanceAfterMinor: 0n },
      ...{ state: 'completed', createdAt: at },
      ...{ name: text, accountNumber: text, bank: text, swift: text },
      ...{ description: text, reference: text },
    } as unknown as FileLine
    const named = { ...file, account: { ...file.account, name: text } } as StatementFile
    for (const format of [csv, ofx, qif, camt053]) {
      const head = await format.head(named, async () => ({ credits: 0n, debits: 1n }))
      expectNoSign(head.replace(/^\ufeff/, ''))
      expectNoSign(format.line(line, named))
    }
    expect(csv.line(line, named).match(/\r|\n/g)).toEqual(['\r', '\n'])
  }
})

const { id: keyId, privateKey } = signingKey('a key that is good for tests only')
const common = {
  ...{ systemName: 'Passbook', bankAddress: '', verifyUrl: 'https://bank.example/verify' },
  ...{ createdAt: at, key: { id: keyId, privateKey } },
}

test('nor on paper, which links nowhere', async () => {
  for (let from = 0; from < texts.length; from += 300) {
    const lines: PaperLine[] = texts.slice(from, from + 300).map((text) => ({
      ...{ day: '2026-01-05', bookedOn: undefined, amountMinor: 0n },
      ...{ title: text, note: text },
    }))
    const paper: StatementPaper = {
      ...common,
      kind: 'statement',
      facts: {
        ...{ kind: 'statement', bank: 'Passbook', holder: texts[from] ?? '' },
        ...{ account: '4562871303', currency: 'eur', from: '2026-01-01', to: '2026-01-31' },
        ...{ opening: '0.00', closing: '0.00', lines: lines.length },
      },
      ...{ iban: undefined, from: '2026-01-01', to: '2026-01-31', part: 1, parts: 1 },
      ...{ openingMinor: 0n, creditMinor: 0n, debitMinor: 0n, closingMinor: 0n, lines },
      ...{ part: 1, parts: 1, open: { count: 0, creditMinor: 0n, debitMinor: 0n } },
    }
    const { bytes } = await drawFile(paper)
    for (const text of readPdf(Buffer.from(bytes)).texts) expectNoSign(text)
    expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/\/URI|\/Annot\b|\/JavaScript/)
  }
})

test('nor on a terminal, nor as it is in a line of the log', () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line) => lines.push(escaped(line)) })
  try {
    for (const text of texts) {
      print('stdout', `id  ${text}  end`)
      log.info({ text }, text)
    }
    const shown = written.mock.calls.map(([text]) => String(text))
    expect(shown).toHaveLength(texts.length)
    for (const text of shown) expect(text).not.toMatch(/[\p{C}--[\n\t]]/v)
  } finally {
    written.mockRestore()
  }
  expect(lines).toHaveLength(texts.length)
  for (const [nth, line] of lines.entries()) {
    expect(line).not.toMatch(/[[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]--\n]/v)
    expect(JSON.parse(line).text).toBe(texts[nth])
  }
})

test('nor in what a page is told of a statement', () => {
  for (const text of texts) {
    const row = { Id: 'x', Created: at, Amount: 1n, Type: 'debit', State: 'completed' }
    const words = { Name: text, Description: text, Reference: text, Bank: text }
    const told = { List: [{ ...row, ...words }], Meta: { PageSize: 1 } }
    const [line] = JSON.parse(encodeJson(transactions.response, told)).List
    for (const name of Object.keys(words)) expectNoSign(line[name])
    expect(line.Name).toBe(visible(line.Name))
  }
})

test('nor in any list or page of a customer who was called so before the rule', async () => {
  const asked = Object.values(calls).filter(
    ({ method, access, path, answers }) =>
      method === 'GET' &&
      access === 'customer' &&
      slotsOf(path).length === 0 &&
      answers === undefined,
  )
  let good = 0
  // Many in one name: a list is asked for once for all of them.
  const customers = 3
  const share = Math.ceil(texts.length / customers)
  for (let nth = 0; nth < customers; nth += 1) {
    const name = texts.slice(nth * share, (nth + 1) * share).join('x')
    const ada = await bank.customer({ firstName: name, lastName: name, balance: '5.00' })
    await db.sql`update accounts set name = ${name} where owner_id = ${ada.id}`
    await db.sql`
      insert into beneficiaries(customer_id, type, account_number, account_name, bank_name, swift,
        created_at)
      values (${ada.id}, 'wire transfer', '1234567', ${name}, ${name}, 'COBADEFF', ${at})`
    await db.sql`
      insert into support_messages(customer_id, email, subject, content, created_at)
      values (${ada.id}, 'a@b.example', ${name}, ${name}, ${at})`
    for (const call of asked) {
      const reply = await bank.send(call, {}, { token: ada.token })
      if (reply.statusCode !== 200) continue
      good += 1
      JSON.parse(reply.body, (_, one) => {
        if (typeof one === 'string') expectNoSign(one)
        return one
      })
    }
  }
  expect(good).toBeGreaterThan(10 * customers)
})

test('nor in what the operator is told of money that waits', async () => {
  const ada = await bank.customer({ pin: '4821', balance: '5.00', flags: { UseOtp: false } })
  const order = {
    ...{ source_account: ada.account.publicId, amount: '1.00', pin: '4821', bank: 'N26' },
    ...{ acc_number: '1234567', acc_name: 'Jo' },
  }
  expect((await bank.ask(transferExternal, order as never, ada.token)).http).toBe(200)
  await db.sql`
    update customers set username = ${'X\x9b2J\x9b1;1HThe ledger is sound'} where id = ${ada.id}`
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    print('stdout', await runCommand(bank.bank, ['pending']))
    expect(written.mock.calls[0]?.[0]).toMatch(/^[ -~]+ {2}X2J1;1HThe ledger is sound {2}Jo\n$/)
  } finally {
    written.mockRestore()
  }
})
