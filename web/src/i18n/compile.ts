import type { I18n } from '@lingui/core'

type Compiler = Parameters<I18n['setMessagesCompiler']>[0]
type Tokens = ReturnType<Compiler>

const known = new Map<string, Tokens>()

/**
 * Reads an ICU message when it is first shown, so that English needs no catalogue and a catalogue
 * no build step. It knows what our texts use: `{name}`, `plural` and `select`, `#` in a plural. The
 * library's own compiler knows all of ICU and weighs more than the library itself.
 */
export function compile(message: string): Tokens {
  let tokens = known.get(message)
  if (!tokens) {
    tokens = /[{}]/.test(message) ? tokensOf(message) : [message]
    known.set(message, tokens)
  }
  return tokens
}

const opening = /\{\s*(\w+)\s*(?:,\s*(plural|select)\s*,)?/y
const choice = /\s*=?(\w+)\s*\{/y
const closing = /\s*\}/y

function tokensOf(message: string): Tokens {
  let at = 0

  function take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at
    const found = pattern.exec(message)
    if (found) at = pattern.lastIndex
    return found
  }

  /** The text from here to its end: that of the message, or the brace that closes a choice. */
  function text(inPlural: boolean): Tokens {
    const tokens: Tokens = []
    while (at < message.length && message[at] !== '}') {
      const rest = message.slice(at)
      const length = rest.search(inPlural ? /[{}#]/ : /[{}]/)
      if (length !== 0) {
        const plain = length < 0 ? rest : rest.slice(0, length)
        tokens.push(plain)
        at += plain.length
      } else if (message[at] === '#') {
        tokens.push('#')
        at += 1
      } else tokens.push(argument())
    }
    return tokens
  }

  function argument(): Tokens[number] {
    const [, name, type] = take(opening) ?? fail()
    if (!name) return fail()
    if (!type) return take(closing) ? [name] : fail()
    const choices: Record<string, Tokens> = {}
    for (let found = take(choice); found; found = take(choice)) {
      choices[found[1] ?? ''] = text(type === 'plural')
      take(closing) ?? fail()
    }
    return take(closing) && choices.other ? [name, type, choices] : fail()
  }

  function fail(): never {
    throw new Error(`Not a message, from ${at} on: ${message}`)
  }

  const tokens = text(false)
  return at === message.length ? tokens : fail()
}
