import { msg } from '#i18n/t.ts'

const defaultTitle = msg('Authentication')
const titles = [defaultTitle]

/** The title that an address asks for. Anyone can write an address, so only known titles pass. */
export function titleOf(header: string | undefined): string {
  return titles.find((title) => title === header?.trim()) ?? defaultTitle
}
