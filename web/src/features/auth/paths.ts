/** The page that asks for the one-time code of a login. */
export function codePath(buffer: string, header?: string): string {
  const path = `/authentication/${encodeURIComponent(buffer)}`
  return header ? `${path}/${encodeURIComponent(header)}` : path
}

const defaultTitle = 'Authentication'
const titles = [defaultTitle]

/** The title that an address asks for. Anyone can write an address, so only known titles pass. */
export function titleOf(header: string | undefined): string {
  return titles.find((title) => title === header?.trim()) ?? defaultTitle
}
