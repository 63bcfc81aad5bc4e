import type { Call } from '@passbook/contract'

type Schema = Call['response']
type Read = { ok: true; value: unknown } | { ok: false }

/**
 * Reads what a server sent, leniently. What fits as it is, all that the bank's own server sends, needs
 * no more than the schema; how to understand the rest is fetched when it is needed.
 */
export async function readReply(schema: Schema, sent: unknown): Promise<Read> {
  const exact = schema.safeParse(sent ?? undefined)
  if (exact.success) return { ok: true, value: exact.data }
  const lenient = await import('@passbook/contract/lenient').catch(() => null)
  return lenient?.read(schema, sent) ?? { ok: false }
}
