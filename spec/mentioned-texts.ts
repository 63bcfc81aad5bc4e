import * as messages from '../contract/src/messages.ts'
import { type Refusal, refusals } from '../contract/src/refusals.ts'
import { readTestFiles, wordsIn } from './test-files.ts'
import { clientTexts, decidedTexts } from './texts.ts'

// Lists the texts that no test mentions. What the specification quotes must stand in a test letter
// by letter; what was decided may also be named by its key in the contract, or by its refusal's code.
const words = readTestFiles().map(({ text }) => wordsIn(text))
const decided = new Set<string>(decidedTexts)
const quoted = Object.entries(messages).map(([key, text]) => ({ key, text }))
const wanted = [...quoted, ...clientTexts.map((text) => ({ key: '', text }))]

// The longest first, each taken out once found: a text inside another is not mentioned by it.
let left = words.join('\n')
const silent: string[] = []
for (const { key, text } of wanted.sort((one, other) => other.text.length - one.text.length)) {
  const named = decided.has(key) && namesOf(key, text).some((name) => name.test(left))
  if (!mentions(left, text) && !named) silent.push(text)
  if (text.includes(' ')) left = left.replaceAll(text, '\u0000')
}

const unknown = decidedTexts.filter((key) => !(key in messages))
for (const key of unknown) console.log(`No such text in the contract: ${key}`)
for (const text of silent) console.log(`No test mentions: ${text}`)
console.log(`${wanted.length} texts, ${silent.length} that no test mentions.`)
process.exit(silent.length + unknown.length === 0 ? 0 : 1)

function namesOf(key: string, text: string): RegExp[] {
  const said = Object.entries<Refusal>(refusals).filter(([, refusal]) => refusal.text === text)
  return [new RegExp(`messages\\.${key}\\b`), ...said.map(([code]) => new RegExp(`'${code}'`))]
}

/** A single word must be a whole literal; more words may stand inside a longer one. */
function mentions(where: string, text: string): boolean {
  const plain = text.replace(/[.*+?^${}()|[\]\\/]/g, '\\\\?\\$&')
  const around = text.includes(' ') ? ['(?<![A-Za-z])', '(?![a-z])'] : ['[\'"`/^>]', '[\'"`/$<:|]']
  return new RegExp(`${around[0]}${plain}${around[1]}`).test(where)
}
