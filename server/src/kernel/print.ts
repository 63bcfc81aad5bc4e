// Control characters, C1 among them, are orders to a terminal; formats turn what stands beside them.
const obeyed = /[[\p{C}\p{Zl}\p{Zp}]--[\n\t]]/gv

/** What an operator reads, without anything that a terminal would obey. */
const printable = (text: string): string => text.replaceAll(obeyed, '')

/** All that the bank writes to a terminal, but for its log, goes through here. */
export function print(stream: 'stdout' | 'stderr', text: string): void {
  process[stream].write(`${printable(text)}\n`)
}
