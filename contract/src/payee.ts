import {
  companyForms,
  generations,
  isSame,
  joined,
  ownNames,
  particles,
  titles,
  type Word,
  wordsOf,
} from './payee-words.ts'

/**
 * Confirmation of payee: whether a typed name is the name of who holds an account. Only for `close`
 * may the holder's name be shown: whoever knows nothing of it must not learn it.
 */
export type PayeeVerdict = 'match' | 'close' | 'none'

type Name = {
  words: Word[]
  /** The same with the small words between: De la Cruz may be written Delacruz. */
  whole: Word[]
  forms: Set<string> | null
  generation: string
}

export function payeeVerdict(typed: string, holder: string): PayeeVerdict {
  const [mine, theirs] = [nameOf(typed), nameOf(holder)]
  if (mine.words.length === 0 || theirs.words.length === 0) return 'none'
  const company = mine.forms !== null || theirs.forms !== null
  const judge = company ? ofCompany : ofPerson
  const verdict = stronger(
    judge(pair(mine.words, theirs.words)),
    judge(pair(mine.whole, theirs.whole)),
  )
  return weaker(verdict, weaker(byForm(mine, theirs), byGeneration(mine, theirs)))
}

/** Whether both are written in letters that can be compared: no table says Ярослав is Yaroslav. */
export function isComparable(typed: string, holder: string): boolean {
  const scripts = [typed, holder].map((name) => {
    const letters = [...name].filter((letter) => /\p{L}/u.test(letter))
    return letters.length > 0 && letters.every((letter) => /\p{Script=Latin}/u.test(letter))
  })
  return scripts[0] === scripts[1] && /\p{L}/u.test(holder)
}

const strength = { none: 0, close: 1, match: 2 } as const
const weaker = (one: PayeeVerdict, other: PayeeVerdict) =>
  strength[one] < strength[other] ? one : other
const stronger = (one: PayeeVerdict, other: PayeeVerdict) =>
  strength[one] > strength[other] ? one : other

/** A name without its titles, particles and forms, which are kept aside where they tell apart. */
function nameOf(written: string): Name {
  let words = wordsOf(written)
  const formed = words.filter(({ text }) => text in companyForms)
  // A form is the end of a company's name; a person may be called Sa or As.
  const isCompany = formed.length > 0 && formed.length < words.length && isForm(words.at(-1))
  if (isCompany) words = words.filter((word) => !formed.includes(word))
  const last = words.at(-1)?.text ?? ''
  const generation = words.length > 2 ? (generations[last] ?? '') : ''
  if (generation) words = words.slice(0, -1)
  words = withoutTitles(words)
  // Ben is also a first name, and where two words are all there is, both are the name.
  const named = words.filter(({ text }, at) => !particles.has(text) || (at === 0 && text === 'ben'))
  return {
    words: named.length >= 2 || isCompany ? named : words,
    whole: words,
    forms: isCompany ? new Set(formed.map(({ text }) => companyForms[text] ?? '')) : null,
    generation,
  }
}

const isForm = (word: Word | undefined) => word !== undefined && word.text in companyForms

/** Titles stand before or after a name of at least two words: who is only called Bay keeps it. */
function withoutTitles(words: Word[]): Word[] {
  let left = words
  while (left.length > 2 && titles.has(left[0]?.text ?? '')) left = left.slice(1)
  while (left.length > 2 && titles.has(left.at(-1)?.text ?? '')) left = left.slice(0, -1)
  return left
}

type Pairing = {
  /** How many words are the same, differ by one slip, or are a letter for a word. */
  same: number
  near: number
  initials: number
  /** Words of one side that the other lacks. */
  extra: number
  missing: number
  /** Whether the holder's first and last word are among the same. */
  firstSame: boolean
  lastSame: boolean
}

/** Finds for each word its like on the other side, the surest first. */
function pair(typed: Word[], holder: Word[]): Pairing {
  const left = { typed: [...typed], holder: [...holder] }
  const found = new Set<Word>()
  const take = (isLike: (one: Word, other: Word) => boolean): number => {
    let count = 0
    for (const one of [...left.typed]) {
      const other = left.holder.find((word) => isLike(one, word))
      if (!other) continue
      drop(left.typed, one)
      drop(left.holder, other)
      if (isLike === isSame) found.add(other)
      count += 1
    }
    return count
  }
  const same = take(isSame) + takeJoined(left.typed, left.holder, found)
  const near = take(isSlip)
  const initials = take(isInitial)
  const [first, last] = [holder[0], holder.at(-1)]
  return {
    same,
    near,
    initials,
    extra: left.typed.length,
    missing: left.holder.length,
    firstSame: first !== undefined && found.has(first),
    lastSame: last !== undefined && found.has(last),
  }
}

function drop(words: Word[], word: Word): void {
  words.splice(words.indexOf(word), 1)
}

/** Words of one side that the other writes as one: Abdul Rahman, De la Cruz, Mac Donald. */
function takeJoined(typed: Word[], holder: Word[], found: Set<Word>): number {
  const takes = [3, 2].flatMap((size) => [
    takeGlued(typed, holder, size, found),
    takeGlued(holder, typed, size, found),
  ])
  return takes.reduce((sum, count) => sum + count, 0)
}

function takeGlued(split: Word[], whole: Word[], size: number, found: Set<Word>): number {
  let count = 0
  for (let at = 0; at + size <= split.length; at += 1) {
    const parts = split.slice(at, at + size)
    const glued = joined(parts)
    const like = whole.find((word) => isSame(word, glued))
    if (!like) continue
    split.splice(at, size)
    drop(whole, like)
    for (const word of [...parts, like]) found.add(word)
    // Whoever writes them apart says two words; so does who writes one.
    count += 2
  }
  return count
}

/** One of the letters was slipped: too many, too few, another one, or two the wrong way round. */
function isSlip(one: Word, other: Word): boolean {
  if (ownNames.has(one.text) && ownNames.has(other.text)) return false
  return one.forms.some((a) =>
    other.forms.some((b) => Math.max(a.length, b.length) >= slipMin && isOneEdit(a, b)),
  )
}
const slipMin = 5

function isOneEdit(one: string, other: string): boolean {
  const [long, short] = one.length >= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && long[start] === short[start]) start += 1
  let end = 0
  while (end < short.length - start && long.at(-1 - end) === short.at(-1 - end)) end += 1
  const [fromLong, fromShort] = [
    long.slice(start, long.length - end),
    short.slice(start, short.length - end),
  ]
  // A last vowel makes another name of it rather than a slip: Martin and Martina, Mario and Maria.
  const atEnd = start + Math.max(fromLong.length, fromShort.length) >= long.length && end === 0
  if (atEnd && /^[aeiou]?$/.test(fromLong) && /^[aeiou]?$/.test(fromShort)) return false
  const swapped = fromLong.length === 2 && fromShort === `${fromLong[1]}${fromLong[0]}`
  return swapped || (fromLong.length <= 1 && fromShort.length <= 1)
}

const isInitial = (one: Word, other: Word) =>
  one.text[0] === other.text[0] && (one.text.length === 1 || other.text.length === 1)

/** People leave names out and shorten them; what contradicts the name makes another one of it. */
function ofPerson({ same, near, initials, extra, missing, ...at }: Pairing): PayeeVerdict {
  if (extra > 0 && missing > 0) return 'none'
  const complete = extra === 0 && missing === 0
  // One doubt is a slip; two are another person.
  if (near > 0) return near === 1 && complete && initials === 0 && same > 0 ? 'close' : 'none'
  if (complete && initials === 0) return 'match'
  if (same >= 2) {
    if (complete) return 'match'
    const inside = at.firstSame && at.lastSame
    return extra === 0 && inside && initials === 0 ? 'match' : 'close'
  }
  // A letter may stand for a first name beside the whole last one, not the other way round.
  return complete && same === 1 && initials > 0 && at.lastSame ? 'close' : 'none'
}

/** Companies of one word more or less are others: Stone Bau GmbH is not Stone GmbH. */
function ofCompany({ near, initials, extra, missing }: Pairing): PayeeVerdict {
  if (extra > 0 || missing > 0 || initials > 0) return 'none'
  if (near === 0) return 'match'
  return near === 1 ? 'close' : 'none'
}

/** Two forms make two companies; a form that only one side writes is worth a look. */
function byForm(one: Name, other: Name): PayeeVerdict {
  if (one.forms === null && other.forms === null) return 'match'
  if (one.forms === null || other.forms === null) return 'close'
  const [mine, theirs] = [said(one.forms), said(other.forms)]
  if (mine.size === 0 || theirs.size === 0) return 'match'
  const shared = [...mine].filter((form) => theirs.has(form)).length
  if (shared === 0) return 'none'
  return shared === mine.size && shared === theirs.size ? 'match' : 'close'
}
const said = (forms: Set<string>) => new Set([...forms].filter((form) => form !== ''))

function byGeneration(one: Name, other: Name): PayeeVerdict {
  if (one.generation === other.generation) return 'match'
  return one.generation && other.generation ? 'none' : 'close'
}
