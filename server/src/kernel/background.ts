/**
 * Background work: a reply does not wait for it, so that its time tells nothing (no timing side
 * channel); a graceful stop does.
 */
export type Background = { run(work: () => Promise<void>): void; settled(): Promise<void> }

export function makeBackground(onError: (error: unknown) => void): Background {
  const under = new Set<Promise<void>>()
  return {
    run(work) {
      const task: Promise<void> = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch(onError)
        .finally(() => under.delete(task))
      under.add(task)
    },
    async settled() {
      while (under.size > 0) await Promise.all(under)
    },
  }
}
