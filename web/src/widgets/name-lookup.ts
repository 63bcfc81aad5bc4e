import { limits, resolveAccount } from '@passbook/contract'
import { send } from '#api/client.ts'
import { RequestError } from '#api/texts.ts'

export type Looked = { state: 'looking' } | { state: 'found'; name: string } | { state: 'failed' }

/** Whose account it is; null where the bank does not know, and an error where nobody answered. */
async function askBank(number: string): Promise<string | null> {
  try {
    const { data } = await send(resolveAccount, { accountNumber: number })
    return data
  } catch (error) {
    if (error instanceof RequestError && error.http >= 400 && error.http < 500) return null
    throw error
  }
}

/**
 * Finds the name behind an account number: a second after the last key, or at once when the field
 * is left. Each number is asked for once, and an answer about a number that is no longer typed is
 * dropped.
 */
export function makeNameLookup({
  over = limits.lookupOverInTransfer,
  ask = askBank,
  tell,
}: {
  /** Only numbers longer than this are looked up. */
  over?: number
  ask?: (number: string) => Promise<string | null>
  tell: (number: string, looked: Looked) => void
}) {
  let current = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const answers = new Map<string, Promise<string | null>>()
  const told = new Map<string, Looked>()

  async function look(number: string): Promise<void> {
    clearTimeout(timer)
    if (number.length <= over || number !== current) return
    const before = told.get(number)
    if (before) return tell(number, before)
    tell(number, { state: 'looking' })
    const asked = answers.get(number) ?? ask(number)
    answers.set(number, asked)
    const looked = await asked.then(readAnswer, () => {
      // Nobody answered: the same number may be asked for again.
      answers.delete(number)
      return { state: 'failed' } as const
    })
    if (answers.has(number)) told.set(number, looked)
    if (number === current) tell(number, looked)
  }

  return {
    /** A key was pressed. */
    typed(text: string) {
      const number = plain(text)
      clearTimeout(timer)
      if (number === current) return
      current = number
      if (number.length > over) timer = setTimeout(() => void look(number), limits.lookupDelayMs)
    },
    /** The field was left, or the form is being sent. Ends when the answer has been told. */
    now: () => look(current),
    /** What is known about a number already. */
    known: (text: string) => told.get(plain(text)),
    /** A number that need not be asked for; a name that the bank stands for is kept. */
    take(text: string, name?: string) {
      clearTimeout(timer)
      current = plain(text)
      if (name !== undefined) told.set(current, { state: 'found', name })
    },
    stop: () => clearTimeout(timer),
  }
}

const plain = (text: string) => text.replaceAll(/\s/g, '')

const readAnswer = (name: string | null): Looked =>
  name === null ? { state: 'failed' } : { state: 'found', name }
