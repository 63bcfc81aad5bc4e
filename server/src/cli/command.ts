import type { Bank } from '#kernel/context.ts'

/** One thing an operator can do. */
export type Command = {
  usage: string
  does: string
  /** How many words it takes; what follows the last belongs to it. */
  takes: number
  open?: true
  run(bank: Bank, words: string[]): Promise<string>
}
