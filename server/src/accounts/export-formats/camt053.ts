import { toDecimal } from '@passbook/contract'
import { isValidIBAN } from 'ibantools'
import type { FileLine, StatementFile, StatementFormat } from './format.ts'
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

function head(file: StatementFile): string {
  const { account } = file
  const created = element('CreDtTm', file.at.toISOString())
  // Unique per statement: no second one of an account is made within a millisecond.
  const id = element('Id', `${account.number}-${file.at.getTime()}`)
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
    agent('Svcr', { name: file.systemName, bic: '' }),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>${account.number}-${file.at.getTime()}</MsgId>${created}</GrpHdr>
<Stmt>${id}${created}${period}${held}
${balance('OPBD', file.openingMinor, file.from, file)}
${balance('CLBD', file.closingMinor, file.balanceDay, file)}
${totals(file)}
`
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

function totals(file: StatementFile): string {
  return element(
    'TxsSummry',
    element('TtlCdtNtries', element('Sum', toDecimal(file.creditMinor))),
    element('TtlDbtNtries', element('Sum', toDecimal(file.debitMinor))),
  )
}

function entry(line: FileLine, file: StatementFile): string {
  return element(
    'Ntry',
    element('NtryRef', String(line.line)),
    money(line.signedMinor, file),
    element('Sts', element('Cd', 'BOOK')),
    element('BookgDt', element('Dt', line.day)),
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

function agent(role: string, { name, bic }: { name: string; bic: string }): string {
  const code = bic.trim().toUpperCase()
  return element(
    role,
    element(
      'FinInstnId',
      bicPattern.test(code) ? element('BICFI', code) : '',
      element('Nm', xmlText(name, max.name)),
    ),
  )
}
