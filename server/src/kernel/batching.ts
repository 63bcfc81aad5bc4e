/** A batch's results in its order; a promise among them is awaited by its own caller only. */
type Results<Out> = readonly (Out | Promise<Out>)[]

/** The next batch starts after this even where the one before is not back. */
const patienceMs = 100

/**
 * Batches calls without a timer: an item that finds no batch under way goes as soon as everything
 * that has arrived is read; what arrives meanwhile is the next batch, sent when that one is back.
 * With `max` 1 every item goes by itself.
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

  /** setImmediate, after the sockets are read: the embedded database blocks the event loop. */
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
