import { strict as assert } from 'node:assert'

/** What a statement's file says, read back without any of the code that wrote it. */
export type ReadFile = {
  openingMinor: bigint
  closingMinor: bigint
  entries: ReadEntry[]
  /** Lines that did not move the balance, where the format shows them. */
  others: ReadEntry[]
}
export type ReadEntry = { ref: string; day: string; minor: bigint; name: string }

export const readers: Record<string, (text: string) => ReadFile> = {
  csv: readCsv,
  ofx: readOfx,
  qif: readQif,
  camt053: readCamt,
}

/** Strict decimal text with two digits after the point. */
function minorOf(text: string): bigint {
  assert.match(text, /^-?(?:0|[1-9]\d*)\.\d\d$/)
  return BigInt(text.replace('.', ''))
}

/** Rows of RFC 4180: CRLF after each, quotes doubled inside quotes, nothing loose. */
export function parseCsv(text: string): string[][] {
  assert.equal(text[0], '\ufeff')
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  cell.lastIndex = 1
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const match = cell.exec(text)
    assert.ok(match, `not CSV at ${at}: ${JSON.stringify(text.slice(at, at + 80))}`)
    rows.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === '\r\n') rows.push([])
  }
  assert.deepEqual(rows.pop(), [])
  return rows
}

function readCsv(text: string): ReadFile {
  const [header, opening, ...rows] = parseCsv(text)
  const closing = rows.pop()
  assert.equal(
    header?.join(),
    'Date,Type,Amount,Balance after,Counterparty,Account number,Reference,Description,State,Currency,Own account',
  )
  assert.equal(opening?.[1], 'opening')
  assert.equal(closing?.[1], 'closing')
  const own = opening?.slice(9)
  assert.match(own?.join() ?? '', /^[A-Z]{3},\d+$/)
  assert.deepEqual(closing?.slice(9), own)
  const [openingMinor, closingMinor] = [minorOf(opening?.[3] ?? ''), minorOf(closing?.[3] ?? '')]
  let running = openingMinor
  const read = rows.map((row) => {
    assert.deepEqual(row.slice(9), own)
    const [day = '', type = '', amount = '', after = '', name = '', , ref = '', , state = ''] = row
    const minor = minorOf(amount)
    assert.equal(type, minor > 0n ? 'credit' : 'debit')
    assert.match(state, /^(?:completed|pending|failed)$/)
    if (state === 'completed') running += minor
    assert.equal(minorOf(after), running)
    return { completed: state === 'completed', entry: { ref, day, minor, name } }
  })
  const of = (wanted: boolean) =>
    read.filter(({ completed }) => completed === wanted).map(({ entry }) => entry)
  return { openingMinor, closingMinor, entries: of(true), others: of(false) }
}

function readQif(text: string): ReadFile {
  assert.ok(text.endsWith('\n^\n'))
  const records = text
    .slice(0, -3)
    .split('\n^\n')
    .map((record) => record.split('\n'))
  assert.equal(records[0]?.shift(), '!Type:Bank')
  const field = (record: string[], code: string) => {
    const found = record.filter((line) => line.startsWith(code))
    assert.ok(found.length <= 1)
    return found[0]?.slice(1) ?? ''
  }
  const read = records.map((record) => {
    for (const line of record) assert.match(line, /^[DTCNPML]./u)
    assert.ok(field(record, 'N').length <= 20)
    const [, month, date, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(field(record, 'D')) ?? []
    return {
      ref: field(record, 'N'),
      day: `${year}-${month}-${date}`,
      minor: minorOf(field(record, 'T')),
      name: field(record, 'P'),
    }
  })
  const opening = read.shift()
  assert.equal(opening?.name, 'Opening Balance')
  const openingMinor = opening?.minor ?? 0n
  return { openingMinor, closingMinor: openingMinor + sumOf(read), entries: read, others: [] }
}

const sumOf = (entries: ReadEntry[]) => entries.reduce((sum, { minor }) => sum + minor, 0n)

export type Node = { name: string; attributes: Record<string, string>; text: string; kids: Node[] }

// The entities that every reader knows: libofx has no others.
const entity = /&(?:amp|lt|gt);/g
const meant: Record<string, string> = { amp: '&', lt: '<', gt: '>' }

function xmlString(raw: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there.
  assert.doesNotMatch(raw, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufffe\uffff]|\]\]>/)
  assert.ok(raw.isWellFormed())
  assert.doesNotMatch(raw.replaceAll(entity, ''), /[&<]/)
  return raw.replaceAll(entity, (found) => meant[found.slice(1, -1)] ?? '')
}

/** A small, strict XML reader: elements, attributes and texts; anything odd is refused. */
export function parseXml(text: string): Node {
  assert.ok(text.startsWith('<?xml version="1.0" encoding="UTF-8"'))
  const root: Node = { name: '', attributes: {}, text: '', kids: [] }
  const open = [root]
  const token = /<\?[^>]*\?>|<(\/?)([A-Za-z][\w.]*)((?: [\w:]+="[^"<]*")*)>|([^<]+)/y
  while (token.lastIndex < text.length) {
    const at = token.lastIndex
    const match = token.exec(text)
    assert.ok(match, `not XML at ${at}: ${JSON.stringify(text.slice(at, at + 80))}`)
    const [, closes, name, attributes = '', words] = match
    const top = open.at(-1)
    assert.ok(top)
    if (words !== undefined) top.text += xmlString(words)
    else if (closes) assert.equal(open.pop()?.name, name)
    else if (name) {
      const pairs = [...attributes.matchAll(/ ([\w:]+)="([^"]*)"/g)]
      const kid = {
        ...{ name, text: '', kids: [] },
        attributes: Object.fromEntries(pairs.map(([, key, value = '']) => [key, xmlString(value)])),
      }
      top.kids.push(kid)
      open.push(kid)
    }
  }
  assert.equal(open.length, 1)
  assert.equal(root.kids.length, 1)
  return root.kids[0] as Node
}

/** The one descendant at a path of names. */
export function at(node: Node, path: string): Node {
  let found = node
  for (const name of path.split('/')) {
    const named = found.kids.filter((kid) => kid.name === name)
    assert.equal(named.length, 1, `${found.name} has ${named.length} of ${name}`)
    found = named[0] as Node
  }
  return found
}

const all = (node: Node, name: string) => node.kids.filter((kid) => kid.name === name)
const wordsAt = (node: Node, path: string) => at(node, path).text

function readOfx(text: string): ReadFile {
  assert.match(text, /<\?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE"/)
  const document = parseXml(text)
  assertShape(document, ofxShapes, ofxTexts)
  const statement = at(document, 'BANKMSGSRSV1/STMTTRNRS/STMTRS')
  const entries = all(at(statement, 'BANKTRANLIST'), 'STMTTRN').map((line) => ({
    ref: wordsAt(line, 'FITID'),
    day: wordsAt(line, 'DTPOSTED').replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'),
    minor: minorOf(wordsAt(line, 'TRNAMT')),
    name: wordsAt(line, 'NAME'),
  }))
  const closingMinor = minorOf(wordsAt(statement, 'LEDGERBAL/BALAMT'))
  return { openingMinor: closingMinor - sumOf(entries), closingMinor, entries, others: [] }
}

function readCamt(text: string): ReadFile {
  const document = parseXml(text)
  assert.equal(document.attributes.xmlns, 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08')
  assertShape(document, camtShapes, camtTexts)
  const statement = at(document, 'BkToCstmrStmt/Stmt')
  const currency = wordsAt(statement, 'Acct/Ccy')
  const signed = (node: Node) => {
    const amount = at(node, 'Amt')
    assert.equal(amount.attributes.Ccy, currency)
    const minor = minorOf(amount.text)
    assert.ok(minor >= 0n)
    return wordsAt(node, 'CdtDbtInd') === 'DBIT' ? -minor : minor
  }
  const balance = (code: string) => {
    const found = all(statement, 'Bal').filter((one) => wordsAt(one, 'Tp/CdOrPrtry/Cd') === code)
    assert.equal(found.length, 1)
    return signed(found[0] as Node)
  }
  const entries = all(statement, 'Ntry').map((line) => {
    assert.equal(wordsAt(line, 'ValDt/Dt'), wordsAt(line, 'BookgDt/Dt'))
    const parties = at(line, 'NtryDtls/TxDtls').kids.find(({ name }) => name === 'RltdPties')
    const party = parties?.kids.find(({ name }) => name === 'Dbtr' || name === 'Cdtr')
    return {
      ref: wordsAt(line, 'AcctSvcrRef').replace(
        /^(.{8})(.{4})(.{4})(.{4})(.{12})$/,
        '$1-$2-$3-$4-$5',
      ),
      day: wordsAt(line, 'BookgDt/Dt'),
      minor: signed(line),
      name: party ? wordsAt(party, 'Pty/Nm') : '',
    }
  })
  assertTotals(at(statement, 'TxsSummry'), entries)
  return { openingMinor: balance('OPBD'), closingMinor: balance('CLBD'), entries, others: [] }
}

function assertTotals(summary: Node, entries: ReadEntry[]): void {
  const credits = entries.filter(({ minor }) => minor > 0n)
  const debits = entries.filter(({ minor }) => minor < 0n)
  const turnover = sumOf(credits) - sumOf(debits)
  for (const [name, counted, sum] of [
    ['TtlNtries', entries, turnover],
    ['TtlCdtNtries', credits, sumOf(credits)],
    ['TtlDbtNtries', debits, -sumOf(debits)],
  ] as const) {
    assert.equal(wordsAt(summary, `${name}/NbOfNtries`), String(counted.length), name)
    assert.equal(minorOf(wordsAt(summary, `${name}/Sum`)), sum, name)
  }
  const net = at(summary, 'TtlNtries/TtlNetNtry')
  const size = minorOf(wordsAt(net, 'Amt'))
  assert.equal(wordsAt(net, 'CdtDbtInd') === 'DBIT' ? -size : size, sumOf(entries))
}

/** Element -> its children in order, with ? for at most one, + and * for several. */
type Shapes = Record<string, string>
/** Element without children -> what its text must be. */
type Texts = Record<string, RegExp>

/** Checks every element of a document against the part of its schema that statements use. */
function assertShape(node: Node, shapes: Shapes, texts: Texts): void {
  const shape = shapes[node.name]
  if (shape === undefined || node.kids.length === 0) {
    const pattern = texts[node.name]
    assert.ok(pattern && node.kids.length === 0, `${node.name} is not known as a text`)
    assert.match(node.text, pattern, node.name)
    return
  }
  assert.equal(node.text.trim(), '', `${node.name} has no text of its own`)
  const order = shape.replaceAll(/(\w+)([?*+]?) ?/g, '(?:$1 )$2')
  const kids = node.kids.map(({ name }) => `${name} `).join('')
  assert.match(kids, new RegExp(`^${order}$`), node.name)
  for (const kid of node.kids) assertShape(kid, shapes, texts)
}

const chars = (max: number) => new RegExp(`^.{1,${max}}$`, 'u')
const dayPattern = /^\d{4}-\d\d-\d\d$/
const decimal = /^\d{1,16}\.\d\d$/

const camtShapes: Shapes = {
  Document: 'BkToCstmrStmt',
  BkToCstmrStmt: 'GrpHdr Stmt',
  GrpHdr: 'MsgId CreDtTm',
  Stmt: 'Id CreDtTm? FrToDt? Acct Bal+ TxsSummry? Ntry*',
  FrToDt: 'FrDtTm ToDtTm',
  Acct: 'Id Ccy? Nm? Svcr?',
  Id: 'IBAN?Othr?',
  Othr: 'Id',
  Bal: 'Tp Amt CdtDbtInd Dt',
  Tp: 'CdOrPrtry',
  CdOrPrtry: 'Cd',
  Dt: 'Dt',
  TxsSummry: 'TtlNtries? TtlCdtNtries? TtlDbtNtries?',
  TtlNtries: 'NbOfNtries? Sum? TtlNetNtry?',
  TtlNetNtry: 'Amt CdtDbtInd',
  TtlCdtNtries: 'NbOfNtries? Sum?',
  TtlDbtNtries: 'NbOfNtries? Sum?',
  Ntry: 'NtryRef? Amt CdtDbtInd Sts BookgDt? ValDt? AcctSvcrRef? BkTxCd NtryDtls* AddtlNtryInf?',
  Sts: 'Cd',
  BookgDt: 'Dt',
  ValDt: 'Dt',
  BkTxCd: 'Prtry',
  Prtry: 'Cd',
  NtryDtls: 'TxDtls',
  TxDtls: 'Refs? RltdPties? RltdAgts? RmtInf?',
  Refs: 'EndToEndId',
  RltdPties: 'Dbtr? DbtrAcct? Cdtr? CdtrAcct?',
  Dbtr: 'Pty',
  Cdtr: 'Pty',
  Pty: 'Nm',
  DbtrAcct: 'Id',
  CdtrAcct: 'Id',
  RltdAgts: 'DbtrAgt? CdtrAgt?',
  DbtrAgt: 'FinInstnId',
  CdtrAgt: 'FinInstnId',
  Svcr: 'FinInstnId',
  FinInstnId: 'BICFI? Nm? Othr?',
  RmtInf: 'Ustrd*',
}
const camtTexts: Texts = {
  MsgId: chars(35),
  Id: chars(34),
  CreDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  FrDtTm: /^\d{4}-\d\d-\d\dT00:00:00$/,
  ToDtTm: /^\d{4}-\d\d-\d\dT23:59:59$/,
  Ccy: /^[A-Z]{3}$/,
  Nm: chars(140),
  Amt: decimal,
  Sum: decimal,
  NbOfNtries: /^\d{1,15}$/,
  CdtDbtInd: /^(?:CRDT|DBIT)$/,
  Cd: /^(?:OPBD|CLBD|BOOK|CREDIT|DEBIT)$/,
  Dt: dayPattern,
  NtryRef: /^\d{1,35}$/,
  AcctSvcrRef: /^[0-9a-f]{32}$/,
  EndToEndId: chars(35),
  IBAN: /^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/,
  BICFI: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/,
  Ustrd: chars(140),
}

const ofxShapes: Shapes = {
  OFX: 'SIGNONMSGSRSV1 BANKMSGSRSV1',
  SIGNONMSGSRSV1: 'SONRS',
  SONRS: 'STATUS DTSERVER LANGUAGE FI?',
  STATUS: 'CODE SEVERITY',
  FI: 'ORG FID?',
  BANKMSGSRSV1: 'STMTTRNRS',
  STMTTRNRS: 'TRNUID STATUS STMTRS',
  STMTRS: 'CURDEF BANKACCTFROM BANKTRANLIST LEDGERBAL AVAILBAL',
  BANKACCTFROM: 'BANKID ACCTID ACCTTYPE',
  BANKTRANLIST: 'DTSTART DTEND STMTTRN*',
  STMTTRN: 'TRNTYPE DTPOSTED DTUSER? TRNAMT FITID REFNUM? NAME MEMO?',
  LEDGERBAL: 'BALAMT DTASOF',
  AVAILBAL: 'BALAMT DTASOF',
}
const ofxMoment = /^\d{8}(?:\d{6}\.\d{3}\[0:GMT\])?$/
const signedDecimal = /^-?\d{1,16}\.\d\d$/
const ofxTexts: Texts = {
  CODE: /^0$/,
  SEVERITY: /^INFO$/,
  DTSERVER: ofxMoment,
  LANGUAGE: /^ENG$/,
  ORG: chars(32),
  TRNUID: /^0$/,
  CURDEF: /^[A-Z]{3}$/,
  BANKID: chars(9),
  ACCTID: chars(22),
  ACCTTYPE: /^(?:CHECKING|SAVINGS|MONEYMRKT|CREDITLINE|CD)$/,
  DTSTART: ofxMoment,
  DTEND: ofxMoment,
  TRNTYPE: /^(?:CREDIT|DEBIT)$/,
  DTPOSTED: ofxMoment,
  DTUSER: ofxMoment,
  TRNAMT: signedDecimal,
  FITID: chars(255),
  REFNUM: chars(32),
  NAME: chars(32),
  MEMO: chars(255),
  BALAMT: signedDecimal,
  DTASOF: ofxMoment,
}
