/** Letters that have no parts, and what people type for them. */
const single: Record<string, string> = {
  o: 'øɔØƆ',
  l: 'łŁ',
  d: 'đðɖɗĐÐƉƊ',
  h: 'ħĦ',
  t: 'ŧŦ',
  i: 'ıɩƖ',
  n: 'ŋŊ',
  e: 'əɛƏƐ',
  b: 'ɓƁ',
  k: 'ĸƙƘ',
  y: 'ƴƳ',
  f: 'ƒƑ',
  g: 'ɣƔ',
  v: 'ʋƲ',
  σ: 'ς',
}
const several: Record<string, string> = {
  ae: 'æÆ',
  oe: 'œŒ',
  th: 'þÞ',
  ss: 'ßẞ',
  ij: 'ĳĲ',
}
/** Greek, Cyrillic and Armenian, as far as they have no accents that are taken away before. */
const capitals =
  'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫ' +
  'ЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺ' +
  'ӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒ' +
  'ՓՔՕՖ'

const plain = new Map([
  ...Object.entries({ ...single, ...several }).flatMap(([to, letters]) =>
    [...letters].map((letter): [string, string] => [letter, to]),
  ),
  ...[...capitals].map((letter): [string, string] => [letter, letter.toLowerCase()]),
])

/**
 * A text as it is searched: without accents, and in small letters as far as those are the same in every
 * locale. The database has the same rule in `search_fold`; a test compares them letter by letter.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[\u0080-\uffff]/g, (letter) => plain.get(letter) ?? letter)
