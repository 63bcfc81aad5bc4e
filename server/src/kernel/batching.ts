/** How a run went: what each item came to, or a promise of it that others need not wait for. */
type Results<Out> = readonly (Out | Promise<Out>)[]

/** A run that takes longer no longer holds up what came after it. */
const patienceMs = 100

/**
 * Natural batching, without a timer: what finds nothing under way goes as soon as everything that
 * has arrived is read, and what arrives meanwhile goes together when that run is back. With `max` 1
 * every item goes by itself.
 */
export function batching<In, Out>({
  max,
  run,
}: {
  max: number
  run: (items: In[]) => Promise<Results<Out>>
}): (item: In) => Promise<Out> {
  type Waiting = { item: In; resolve(out: Out | Promise<Out>): void; reject(error: unknown): void }
  const waiting: Waiting[] = []
  let busy = false

  /** After the sockets: an embedded database holds the process up, so company may wait in them. */
  function soon(): void {
    busy = true
    setImmediate(flush)
  }

  async function flush(): Promise<void> {
    const taken = waiting.splice(0, max)
    await orPatience(settle(taken))
    busy = false
    if (waiting.length > 0) soon()
  }

  async function settle(taken: Waiting[]): Promise<void> {
    try {
      const results = await run(taken.map(({ item }) => item))
      for (const [index, { resolve }] of taken.entries()) resolve(results[index] as Out)
    } catch (error) {
      for (const { reject } of taken) reject(error)
    }
  }

  if (max === 1) return async (item) => (await run([item]))[0] as Out
  return (item) =>
    new Promise<Out>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!busy) soon()
    })
}

function orPatience(work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs)
    void work.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
