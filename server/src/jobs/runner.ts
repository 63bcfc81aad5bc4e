import type { Logger } from 'pino'
import { loggable } from '#db/away.ts'

/** Work that is done again and again. It may run in several processes at once. */
export type Job = {
  name: string
  everyMs: number
  /**
   * Belongs to the days of business time: it runs at the moments of days that are being passed, in its
   * place of the list, and rests otherwise while they are.
   */
  byDay?: true
  /** Where a first run at once would be in the way. */
  firstAfterMs?: number
  /** A job that does many things looks at the signal between two of them. */
  run(signal: AbortSignal): Promise<unknown>
}

type Options = {
  /** Hears of every run, by the job's name. */
  onRun?: (job: string, ok: boolean) => void
  /** Asked before every run; a job that may not run now asks again soon. */
  mayRun?: (job: Job) => boolean
}

const askAgainMs = 5_000

export type Jobs = {
  /** Starts nothing more, tells what runs to come to an end and waits for it. */
  stop(): Promise<void>
}

/**
 * Runs each job by itself: the next run is counted from the end of the last, so a slow one never
 * overlaps itself and never keeps the others waiting. A failure is logged, and the job goes on.
 */
export function startJobs(
  jobs: readonly Job[],
  log: Logger,
  { onRun = () => {}, mayRun = () => true }: Options = {},
): Jobs {
  const ending = new AbortController()
  const timers = new Map<string, NodeJS.Timeout>()
  const running = new Set<Promise<void>>()

  function runAfter(job: Job, ms: number) {
    const timer = setTimeout(() => {
      if (!mayRun(job)) return runAfter(job, Math.min(job.everyMs, askAgainMs))
      const run: Promise<void> = attempt(job, ending.signal, log).then((ok) => {
        running.delete(run)
        onRun(job.name, ok)
        if (!ending.signal.aborted) runAfter(job, job.everyMs)
      })
      running.add(run)
    }, ms)
    // unref: a process that has nothing else to do may end.
    timer.unref()
    timers.set(job.name, timer)
  }

  for (const job of jobs) runAfter(job, job.firstAfterMs ?? 0)
  return {
    async stop() {
      ending.abort()
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}

/** One run; tells whether it went well. */
export async function attempt(job: Job, signal: AbortSignal, log: Logger): Promise<boolean> {
  try {
    await job.run(signal)
    return true
  } catch (error) {
    log.error({ job: job.name, ...loggable(error) }, 'job failed')
    return false
  }
}
