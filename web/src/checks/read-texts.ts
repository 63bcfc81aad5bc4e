import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync } from 'vite'

export type Found = { place: string; text: string }
type Node = { type: string; start: number; [part: string]: unknown }
type Sink = {
  /** Whether it is a file of elements: a text of the contract in it is about to be shown. */
  draws: boolean
  bare: (node: Node, text: string) => void
  wrapped: (node: Node, text: string) => void
}

const source = join(import.meta.dirname, '..')

/** The files that may say something to a customer. */
export function clientFiles(): { name: string; text: string }[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^(?:checks|i18n)[\\/]/.test(name))
    .map((name) => join(source, name))
    .map((file) => ({ name: relative(source, file), text: readFileSync(file, 'utf8') }))
}

/**
 * The texts of a file: those that are wrapped, which a catalogue needs, and those that are bare,
 * which no catalogue reaches.
 */
export function readTexts(name: string, text: string): { wrapped: Found[]; bare: Found[] } {
  const wrapped: Found[] = []
  const bare: Found[] = []
  const into = (list: Found[]) => (node: Node, found: string) => {
    const line = text.slice(0, node.start).split('\n').length
    list.push({ place: `${name}:${line}`, text: found.trim() })
  }
  const { program, errors } = parseSync(name, text)
  if (errors[0]) throw new Error(`${name}: ${errors[0].message}`)
  visit(program as unknown as Node, false, {
    draws: name.endsWith('.tsx'),
    bare: into(bare),
    wrapped: into(wrapped),
  })
  return { wrapped, bare }
}

/** Attributes and properties that people read, whatever stands in them. */
const read =
  /^(?:aria-(?:label|description|valuetext|roledescription)|alt|hint|label|message|no|note|placeholder|question|subtitle|tagline|text|title|what|yes)$/

/** Walks down; `shown` says that a text at this place reaches the screen as it is. */
function visit(node: Node, shown: boolean, sink: Sink): void {
  if (isType(node) || isError(node) || isOther(node)) return
  const text = textOf(node)
  if (text !== null && (shown ? hasLetter(text) : isProse(text))) sink.bare(node, text)
  if (sink.draws && isMessage(node)) sink.bare(node, `messages.${nameOf(node.property)}`)
  const wrapped = wrappedIn(node)
  if (wrapped && !isMessage(wrapped)) wrap(wrapped, sink)
  for (const [part, isShown] of partsOf(node, shown)) {
    for (const one of [part].flat()) {
      if (isNode(one) && one !== wrapped) visit(one, isShown, sink)
    }
  }
}

/** The parts of a node that may hold texts, and which of them are shown. */
function partsOf(node: Node, shown: boolean): [part: unknown, shown: boolean][] {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return [
        [node.openingElement, false],
        [node.children, true],
      ]
    case 'JSXAttribute':
      return [[node.value, read.test(nameOf(node.name))]]
    case 'Property':
      return [[node.value, read.test(nameOf(node.key))]]
    case 'ConditionalExpression':
      return [
        [node.test, false],
        [[node.consequent, node.alternate], shown],
      ]
    case 'BinaryExpression':
      // What is compared is no text to read.
      return node.operator === '+' ? [[[node.left, node.right], shown]] : []
    case 'LogicalExpression':
      return [[[node.left, node.right], shown]]
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return [[node.expression, shown]]
    case 'TemplateLiteral':
      return [[node.expressions, shown]]
    case 'SwitchCase':
      return [[node.consequent, false]]
    default:
      return Object.values(node).map((part) => [part, false])
  }
}

/** What `t`, `msg` and `<Trans id>` hold, and what `told` has of the contract. */
function wrappedIn(node: Node): Node | undefined {
  if (node.type === 'CallExpression') {
    const [first] = node.arguments as Node[]
    const wrapper = nameOf(node.callee)
    if (wrapper === 'told') return first && isMessage(first) ? first : undefined
    return wrapper === 't' || wrapper === 'msg' ? first : undefined
  }
  if (node.type !== 'JSXOpeningElement' || nameOf(node.name) !== 'Trans') return undefined
  return (node.attributes as Node[]).find(({ name }) => nameOf(name) === 'id')
}

/** It must be the English text itself, or no catalogue would know it. */
function wrap(node: Node, sink: Sink): void {
  const written = node.type === 'JSXAttribute' ? (node.value as Node) : node
  const text = written.type === 'Literal' ? textOf(written) : null
  if (text === null) sink.bare(node, 'a text that is not written out')
  else sink.wrapped(node, text)
}

/** The text of a literal; of a template the parts that are written. */
function textOf(node: Node): string | null {
  if (node.type === 'TemplateLiteral') {
    const parts = node.quasis as { value: { cooked: string } }[]
    return parts.map(({ value }) => value.cooked).join('…')
  }
  const isText = node.type === 'Literal' || node.type === 'JSXText'
  return isText && typeof node.value === 'string' ? node.value : null
}

const hasLetter = (text: string) => /\p{L}/u.test(text)
/** Two words, or one with a capital letter, are meant for people wherever they stand. */
const isProse = (text: string) =>
  /\p{L}{2,}[,.:;]? [\p{L}…]|[\p{L}…]%? \p{L}{2,}|^\p{Lu}\p{Ll}+(?:[/'-]\p{L}+)?[.!?…]*$/u.test(
    text,
  )

const isNode = (part: unknown): part is Node =>
  typeof part === 'object' && part !== null && 'type' in part && typeof part.type === 'string'
const nameOf = (node: unknown): string => {
  const { name, value } = (node ?? {}) as { name?: unknown; value?: unknown }
  return typeof name === 'string' ? name : String(value)
}
/** A text of the contract, which wants `told` around it. */
const isMessage = (node: Node) =>
  node.type === 'MemberExpression' && nameOf(node.object) === 'messages'
/** `x as Type` and its like are code that carries on; everything else of TypeScript is a type. */
const isType = ({ type }: Node) => type.startsWith('TS') && !type.endsWith('Expression')
/** A tagged template is in another language, such as SQL. */
const isOther = ({ type }: Node) => type === 'TaggedTemplateExpression'
const isError = (node: Node) => node.type === 'NewExpression' && /Error$/.test(nameOf(node.callee))
