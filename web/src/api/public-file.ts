/** A file of the server that is no call and everybody may read; null where it cannot be had. */
export async function readPublic(path: string): Promise<unknown> {
  const reply = await fetch(path, { credentials: 'omit' }).catch(() => null)
  return reply?.ok ? reply.json().catch(() => null) : null
}
