import { toDecimal } from '@passbook/contract'
import type { FileLine, StatementFile, StatementFormat } from './format.ts'
import { element, oneLine, xmlText } from './text.ts'

/** What the elements may hold at most, in characters. */
const max = { NAME: 32, EXTDNAME: 100, MEMO: 255, REFNUM: 32, ORG: 32, ACCTID: 22 }

/**
 * OFX 2.2: a bank statement of completed lines. LEDGERBAL is the last balance of the dates asked
 * for, AVAILBAL what is available now, and the opening balance stands in the list of balances.
 */
export const ofx: StatementFormat = {
  extension: 'ofx',
  type: 'application/x-ofx; charset=utf-8',
  head,
  line: (line) => (line.state === 'completed' ? `${transaction(line)}\n` : ''),
  tail,
}

const ok = element('STATUS', element('CODE', '0'), element('SEVERITY', 'INFO'))

function head(file: StatementFile): string {
  const { account } = file
  const signOn = element(
    'SONRS',
    ok,
    element('DTSERVER', moment(file.at)),
    element('LANGUAGE', 'ENG'),
    element('FI', element('ORG', xmlText(file.systemName, max.ORG))),
  )
  const from = element(
    'BANKACCTFROM',
    element('BANKID', 'PASSBOOK'),
    element('ACCTID', xmlText(account.number, max.ACCTID)),
    element('ACCTTYPE', kinds[account.type] ?? 'CHECKING'),
  )
  return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<OFX>
<SIGNONMSGSRSV1>${signOn}</SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>0</TRNUID>${ok}<STMTRS>
<CURDEF>${account.currency.toUpperCase()}</CURDEF>${from}
<BANKTRANLIST><DTSTART>${dayOf(file.from)}</DTSTART><DTEND>${dayOf(file.to)}</DTEND>
`
}

/** The names that OFX has for kinds of account. */
const kinds: Record<string, string> = {
  savings: 'SAVINGS',
  current: 'CHECKING',
  checking: 'CHECKING',
  cds: 'CD',
  fixed: 'CD',
  mmas: 'MONEYMRKT',
  offshore: 'SAVINGS',
}

function transaction(line: FileLine): string {
  const name = oneLine(line.name)
  const memo = [line.description, line.accountNumber].map((text) => oneLine(text)).filter(Boolean)
  return element(
    'STMTTRN',
    element('TRNTYPE', line.type.toUpperCase()),
    element('DTPOSTED', dayOf(line.day)),
    element('DTUSER', moment(line.createdAt)),
    element('TRNAMT', toDecimal(line.signedMinor)),
    element('FITID', line.id),
    element('REFNUM', xmlText(line.reference, max.REFNUM)),
    // One of the two is wanted, so a line without a counterparty says what it is.
    element('NAME', xmlText(name || line.type, max.NAME)),
    [...name].length > max.NAME ? element('EXTDNAME', xmlText(name, max.EXTDNAME)) : '',
    element('MEMO', xmlText(memo.join(' / '), max.MEMO)),
  )
}

function tail(file: StatementFile): string {
  const balanceAt = dayOf(file.balanceDay)
  const opening = element(
    'BAL',
    element('NAME', 'Opening balance'),
    element('DESC', 'Balance before the first day'),
    element('BALTYPE', 'DOLLAR'),
    element('VALUE', toDecimal(file.openingMinor)),
    element('DTASOF', dayOf(file.from)),
  )
  return `</BANKTRANLIST>
${balance('LEDGERBAL', file.closingMinor, balanceAt)}
${balance('AVAILBAL', file.availableMinor, moment(file.at))}
<BALLIST>${opening}</BALLIST>
</STMTRS></STMTTRNRS></BANKMSGSRSV1>
</OFX>
`
}

const balance = (name: string, minor: bigint, at: string) =>
  element(name, element('BALAMT', toDecimal(minor)), element('DTASOF', at))

const dayOf = (day: string) => day.replaceAll('-', '')
const moment = (at: Date) => `${at.toISOString().replaceAll(/[-:T]/g, '').slice(0, -1)}[0:GMT]`
