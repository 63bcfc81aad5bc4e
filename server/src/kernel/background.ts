/**
 * Background work: a reply does not wait for it, so that its time tells nothing (no timing side
 * channel); a graceful stop does.
 */
export type Background = {
  run(work: () => Promise<void>): void
  /**
   * Runs work some while later, nobody knows when: on the one thread and the one connection it is felt
   * by the next call too, and would tell whoever makes that call what there was to do.
   */
  runLater(work: () => Promise<void>): void
  /** Waits for all of it; what was put off for later is done at once. */
  settled(): Promise<void>
}

const someTimeMs = () => 500 + Math.random() * 2_500

export function makeBackground(
  onError: (error: unknown) => void,
  delayMs: () => number = someTimeMs,
): Background {
  const under = new Set<Promise<void>>()
  const putOff = new Map<NodeJS.Timeout, () => Promise<void>>()
  function run(work: () => Promise<void>) {
    const task: Promise<void> = new Promise<void>((resolve) => setImmediate(resolve))
      .then(work)
      .catch(onError)
      .finally(() => under.delete(task))
    under.add(task)
  }
  function runNow(timer: NodeJS.Timeout) {
    const work = putOff.get(timer)
    clearTimeout(timer)
    putOff.delete(timer)
    if (work) run(work)
  }
  return {
    run,
    runLater(work) {
      const timer = setTimeout(() => runNow(timer), delayMs())
      // unref: a process that has nothing else to do may end.
      timer.unref()
      putOff.set(timer, work)
    },
    async settled() {
      while (putOff.size + under.size > 0) {
        for (const timer of putOff.keys()) runNow(timer)
        await Promise.all(under)
      }
    },
  }
}
