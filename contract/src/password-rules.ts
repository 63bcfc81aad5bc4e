// Which passwords a bank of ours refuses as guessed first. The server decides by these; the page, which
// knows less, tells by the same rules before anything is sent.

/** What a guesser who knows the customer tries first. */
export type Personal = {
  username: string
  email: string
  firstName: string
  middleName: string
  lastName: string
}

/** The list of a file: one in a line, and lines of its licence, which begin with `#`. */
export const commonIn = (file: string): ReadonlySet<string> =>
  new Set(file.split('\n').filter((line) => line && !line.startsWith('#')))

/** Whether it is on the list, however it is spelled. */
export const isCommon = (password: string, common: ReadonlySet<string>): boolean =>
  common.has(password.normalize('NFKC').toLowerCase())

/** Shorter names stand in too many words: Ada may use Canada, though not ada2026. */
const containedMin = 4

/** Whether it holds what belongs to the customer, or the name of the bank. */
export function isPersonal(
  password: string,
  person: Partial<Personal>,
  systemName: string,
): boolean {
  const plain = folded(password)
  const letters = plain.replaceAll(/[^\p{L}]/gu, '')
  const { firstName, middleName, lastName, username, email = '' } = person
  const names = [firstName, middleName, lastName, username, email.split('@')[0]]
    .filter((name) => name !== undefined)
    .flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)])
  return [...names, systemName].map(folded).some((part) => {
    if (part.length < containedMin) return part.length > 1 && letters === part
    return plain.includes(part)
  })
}

/** Without case, accents and spaces. */
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}|\s/gu, '')
    .toLowerCase()
    .replaceAll('ı', 'i')
