/** A batch's results in its order; a promise among them is awaited by its own caller only. */
type Results<Out> = readonly (Out | Promise<Out>)[]

/**
 * How large a batch may be, how long the next one waits for it to be back, and how long after that:
 * a pause leaves the event loop to others between the batches of a storm. `gather` where a batch
 * blocks the event loop, which accepts one connection in a turn: it goes when a turn has brought
 * nothing more.
 */
export type BatchLimits = { max: number; patienceMs?: number; pauseMs?: number; gather?: boolean }

/**
 * Batches calls without a timer: an item that finds no batch under way goes as soon as everything
 * that has arrived is read; what arrives meanwhile is the next batch, sent when that one is back.
 * With `max` 1 every item goes by itself.
 */
export function batching<In, Out>({
  max,
  patienceMs = 100,
  pauseMs = 0,
  gather = false,
  run,
}: BatchLimits & {
  run: (items: In[]) => Promise<Results<Out>>
}): (item: In) => Promise<Out> {
  type Waiting = { item: In; resolve(out: Out | Promise<Out>): void; reject(error: unknown): void }
  const waiting: Waiting[] = []
  let busy = false

  /** setImmediate, after the sockets are read. */
  function soon(before = 0): void {
    busy = true
    setImmediate(() => {
      const hasGrown = waiting.length > before && waiting.length < max
      if (gather && hasGrown) soon(waiting.length)
      else void flush()
    })
  }

  async function flush(): Promise<void> {
    const taken = waiting.splice(0, max)
    await orPatience(settle(taken), patienceMs)
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
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

function orPatience(work: Promise<void>, patienceMs: number): Promise<void> {
  if (patienceMs === Infinity) return work
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs)
    void work.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
