import { isAccountName, messages } from '@passbook/contract'
import { invalid } from './failure.ts'
import { glanceOf } from './look-alikes.ts'

const wordsOf = (list: string) => list.trim().split(/\s+/).map(glanceOf)

/** What staff is called by one word; nobody has such a name. */
const roles = wordsOf(`support helpdesk security fraud compliance hotline
  administrator admin moderator webmaster postmaster`)
/** What is a role beside another word of these: Customer Care, Bank Manager. People are called Banks. */
const beside = wordsOf(`bank banking banker customer client help service services desk team staff
  department dept office officer manager teller clerk employee care centre center line agent
  representative payments alerts refunds`)

const byLength = [...roles, ...beside].sort((one, other) => other.length - one.length)

/** Refuses a person's name that reads as the bank's or as its staff's; tells the field where it begins to. */
export function assertPersonName(
  systemName: string,
  parts: { firstName: string; middleName: string; lastName: string },
): void {
  let whole = ''
  for (const field of ['firstName', 'middleName', 'lastName'] as const) {
    whole += ` ${parts[field]}`
    if (isReserved(whole, { systemName, alone: true })) throw invalid(field, messages.nameReserved)
  }
}

/**
 * Refuses an account's name that is none, or that reads as the bank's or as its staff's. Child support
 * and a security deposit are what accounts are for: a role alone is no name of staff here.
 */
export function assertAccountName(systemName: string, name: string): void {
  if (!isAccountName(name)) throw invalid('accountName', messages.accountNameLetters)
  if (isReserved(name, { systemName, alone: false })) {
    throw invalid('accountName', messages.nameReserved)
  }
}

/** Words that follow one another are also read as one: Pass Book, Help-Desk, S u p p o r t. */
function isReserved(
  name: string,
  { systemName, alone }: { systemName: string; alone: boolean },
): boolean {
  const words = name
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(glanceOf)
    .filter(Boolean)
  const bank = glanceOf(systemName).replaceAll(' ', '')
  const runs = words.flatMap((_, from) =>
    words.slice(from).map((__, more) => words.slice(from, from + more + 1).join('')),
  )
  return runs.some((run) => {
    if (run === bank) return true
    const found = reservedWords(run, bank)
    return found.includes(bank) || found.length > 1 || (alone && roles.includes(run))
  })
}

/** The words that a run is made of, where all of it is the bank's name, roles and what stands beside them. */
function reservedWords(run: string, bank: string): string[] {
  const found: string[] = []
  let rest = run
  while (rest) {
    const next = [bank, ...byLength].find((word) => word && rest.startsWith(word))
    if (!next) return []
    found.push(next)
    rest = rest.slice(next.length)
  }
  return found
}
