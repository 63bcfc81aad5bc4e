import { createHash } from 'node:crypto'
import { toDecimal } from '@passbook/contract'
import { isValidIBAN } from 'ibantools'
import type { LineCounts } from '#ledger/extract.ts'
import { bankId, type FileLine, type StatementFile, type StatementFormat } from './format.ts'
import { element, xmlText } from './text.ts'

/** What the schema's texts may hold at most, in characters. */
const max = { id: 35, account: 34, accountName: 70, name: 140, remittance: 140 }

/**
 * ISO 20022 camt.053.001.08: opening and closing booked balance, then the completed lines. A
 * transaction's id is one character longer than AcctSvcrRef may be, so it stands there without its
 * dashes.
 */
export const camt053: StatementFormat = {
  extension: 'xml',
  type: 'application/xml; charset=utf-8',
  head,
  line: (line, file) => (line.state === 'completed' ? `${entry(line, file)}\n` : ''),
  tail: () => '</Stmt></BkToCstmrStmt></Document>\n',
}

async function head(file: StatementFile, count: () => Promise<LineCounts>): Promise<string> {
  const { account } = file
  const counts = await count()
  const created = element('CreDtTm', file.at.toISOString())
  const id = idOf(file, counts)
  const period = element(
    'FrToDt',
    element('FrDtTm', `${file.from}T00:00:00`),
    element('ToDtTm', `${file.to}T23:59:59`),
  )
  const held = element(
    'Acct',
    element('Id', element('Othr', element('Id', account.number))),
    element('Ccy', account.currency.toUpperCase()),
    element('Nm', xmlText(account.name, max.accountName)),
    agent('Svcr', { name: file.systemName, bic: '', id: bankId }),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>${id}</MsgId>${created}</GrpHdr>
<Stmt><Id>${id}</Id>${created}${period}${held}
${balance('OPBD', file.openingMinor, file.openingDay, file)}
${balance('CLBD', file.closingMinor, file.balanceDay, file)}
${totals(file, counts)}
`
}

/**
 * The same for every download of the same statement, so that a program can tell that it has it
 * already. A completed line stays for good: with the same number of them and the same sums between
 * the same days, they are the same lines.
 */
function idOf(file: StatementFile, { credits, debits }: LineCounts): string {
  const { account, from, to, openingMinor, creditMinor, debitMinor } = file
  const what = [account.number, from, to, openingMinor, creditMinor, debitMinor, credits, debits]
  return createHash('sha256').update(what.join()).digest('hex').slice(0, 32)
}

function balance(code: string, minor: bigint, day: string, file: StatementFile): string {
  return element(
    'Bal',
    element('Tp', element('CdOrPrtry', element('Cd', code))),
    money(minor, file),
    element('Dt', element('Dt', day)),
  )
}

/** Amounts have no sign here: the indicator after them says which way they go. */
function money(minor: bigint, { account }: StatementFile): string {
  const size = toDecimal(minor < 0n ? -minor : minor)
  return `<Amt Ccy="${account.currency.toUpperCase()}">${size}</Amt>${element(
    'CdtDbtInd',
    minor < 0n ? 'DBIT' : 'CRDT',
  )}`
}

function totals(file: StatementFile, { credits, debits }: LineCounts): string {
  const { creditMinor, debitMinor } = file
  const net = creditMinor - debitMinor
  const counted = (count: bigint, minor: bigint) =>
    element('NbOfNtries', String(count)) + element('Sum', toDecimal(minor))
  return element(
    'TxsSummry',
    element(
      'TtlNtries',
      counted(credits + debits, creditMinor + debitMinor),
      element(
        'TtlNetNtry',
        element('Amt', toDecimal(net < 0n ? -net : net)),
        element('CdtDbtInd', net < 0n ? 'DBIT' : 'CRDT'),
      ),
    ),
    element('TtlCdtNtries', counted(credits, creditMinor)),
    element('TtlDbtNtries', counted(debits, debitMinor)),
  )
}

function entry(line: FileLine, file: StatementFile): string {
  return element(
    'Ntry',
    element('NtryRef', String(line.line)),
    money(line.signedMinor, file),
    element('Sts', element('Cd', 'BOOK')),
    element('BookgDt', element('Dt', line.day)),
    element('ValDt', element('Dt', line.day)),
    element('AcctSvcrRef', line.id.replaceAll('-', '')),
    element('BkTxCd', element('Prtry', element('Cd', line.type.toUpperCase()))),
    element('NtryDtls', details(line)),
  )
}

function details(line: FileLine): string {
  const name = element('Pty', element('Nm', xmlText(line.name, max.name)))
  const account = element('Id', accountId(line.accountNumber))
  const [party, where, bank] =
    line.type === 'credit' ? ['Dbtr', 'DbtrAcct', 'DbtrAgt'] : ['Cdtr', 'CdtrAcct', 'CdtrAgt']
  return element(
    'TxDtls',
    element('Refs', element('EndToEndId', xmlText(line.reference, max.id) || 'NOTPROVIDED')),
    element('RltdPties', element(party, name), element(where, account)),
    element('RltdAgts', agent(bank, { name: line.bank, bic: line.swift })),
    element('RmtInf', element('Ustrd', xmlText(line.description, max.remittance))),
  )
}

function accountId(number: string): string {
  const iban = number.replaceAll(' ', '').toUpperCase()
  if (isValidIBAN(iban)) return element('IBAN', iban)
  return element('Othr', element('Id', xmlText(number, max.account)))
}

const bicPattern = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/

type Agent = { name: string; bic: string; id?: string }

/**
 * A bank, where anything is known of it. Its id stands in Othr too, or the customary word for an
 * unknown one: not every reader has heard of BICFI, and some want one of the two.
 */
function agent(role: string, { name, bic, id = '' }: Agent): string {
  const written = bic.trim().toUpperCase()
  const code = bicPattern.test(written) ? written : ''
  const called = xmlText(name, max.name)
  if (!called && !code && !id) return ''
  return element(
    role,
    element(
      'FinInstnId',
      element('BICFI', code),
      element('Nm', called),
      element('Othr', element('Id', id || code || 'NOTPROVIDED')),
    ),
  )
}
