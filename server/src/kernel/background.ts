/** Work that a reply must not wait for, nor betray by its time; a graceful stop waits for it. */
export type Later = { run(work: () => Promise<void>): void; settled(): Promise<void> }

export function makeLater(onError: (error: unknown) => void): Later {
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
