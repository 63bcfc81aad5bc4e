/** What a part of the bench hands to its frame: tables for people, ratios with their bars. */
export type Part = {
  name: string
  tables: Table[]
  ratios: Ratio[]
  notes?: string[]
}

export type Table = { title: string; rows: Record<string, string | number>[] }

/** A figure that is judged where it has a bar, and only reported where it has none. */
export type Ratio = { name: string; ratio: number; atMost?: number; atLeast?: number }

export function holds({ ratio, atMost = Infinity, atLeast = -Infinity }: Ratio): boolean {
  return ratio <= atMost && ratio >= atLeast
}
