import { toDecimal } from '@passbook/contract'
import { bankId, type FileLine, type StatementFile, type StatementFormat } from './format.ts'
import { element, oneLine, xmlText } from './text.ts'

/** What the elements may hold at most, in characters. */
const max = { NAME: 32, MEMO: 255, REFNUM: 32, ORG: 32, ACCTID: 22 }

/**
 * OFX 2.2: a bank statement of completed lines. LEDGERBAL is the last balance of the dates asked
 * for and AVAILBAL what is available now. The opening balance is LEDGERBAL less the lines: OFX has
 * a place for it only in BALLIST, which libofx refuses as an error.
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
    element('BANKID', bankId),
    element('ACCTID', xmlText(account.number, max.ACCTID)),
    element('ACCTTYPE', kinds[account.type] ?? 'CHECKING'),
  )
  return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<OFX>
<SIGNONMSGSRSV1>${signOn}</SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>0</TRNUID>${ok}<STMTRS>
<CURDEF>${account.currency.toUpperCase()}</CURDEF>${from}
<BANKTRANLIST><DTSTART>${dayOf(file.openingDay)}</DTSTART><DTEND>${dayOf(file.balanceDay)}</DTEND>
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
  // EXTDNAME would be the place for a long name, but libofx refuses it as an error.
  const wholeName = [...name].length > max.NAME ? name : ''
  const memo = [wholeName, line.description, line.accountNumber].map((text) => oneLine(text))
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
    element('MEMO', xmlText(memo.filter(Boolean).join(' / '), max.MEMO)),
  )
}

function tail(file: StatementFile): string {
  const balanceAt = dayOf(file.balanceDay)
  return `</BANKTRANLIST>
${balance('LEDGERBAL', file.closingMinor, balanceAt)}
${balance('AVAILBAL', file.availableMinor, moment(file.at))}
</STMTRS></STMTTRNRS></BANKMSGSRSV1>
</OFX>
`
}

const balance = (name: string, minor: bigint, at: string) =>
  element(name, element('BALAMT', toDecimal(minor)), element('DTASOF', at))

const dayOf = (day: string) => day.replaceAll('-', '')
const moment = (at: Date) => `${at.toISOString().replaceAll(/[-:T]/g, '').slice(0, -1)}[0:GMT]`
