type Steps<Id> = {
  signal?: AbortSignal | undefined
  /**
   * Takes some of what is due and does it in one transaction. Says what it took before anything else
   * can go wrong, and answers what it left to be done alone. None taken ends the work.
   */
  group: (took: (ids: Id[]) => void) => Promise<Id[]>
  /** Does one in a transaction of its own. */
  alone: (id: Id) => Promise<void>
  /** Sets aside one that broke, for a while; only a database that is away keeps it from that. */
  setAside: (id: Id, error: unknown) => Promise<void>
}

/**
 * Works through a queue in groups, one transaction each, so that an item costs the same however many
 * wait. What a group leaves, and everything in a group that failed, is done alone; one that breaks is
 * set aside and keeps no other waiting. The first error is thrown at the end.
 */
export async function workThrough<Id>({ signal, group, alone, setAside }: Steps<Id>) {
  const errors: unknown[] = []
  while (!signal?.aborted) {
    let taken: Id[] = []
    const left = await group((ids) => {
      taken = ids
    }).catch((error: unknown) => {
      if (taken.length === 0) throw error
      return taken
    })
    if (taken.length === 0) break
    for (const id of left) {
      if (signal?.aborted) break
      try {
        await alone(id)
      } catch (error) {
        await setAside(id, error)
        errors.push(error)
      }
    }
  }
  if (errors.length > 0) throw errors[0]
}
