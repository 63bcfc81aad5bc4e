import { Failure } from '#kernel/failure.ts'

export type Attempt<T> = { refused: string | null; answer?: T }

/** What a deed answered, or the code that it was refused with. */
export async function attempt<T>(work: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { refused: null, answer: await work() }
  } catch (error) {
    if (error instanceof Failure) return { refused: error.code }
    throw error
  }
}

export function pick<T>(list: T[], index: number): T {
  const item = list[index % list.length]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}
