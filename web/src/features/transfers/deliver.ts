import { RequestError } from '#api/texts.ts'

/** What became of an order: the bank's answer, its refusal, or nobody knows. */
export type Outcome<Answer> =
  | { kind: 'made'; answer: Answer }
  | { kind: 'refused'; error: RequestError }
  | { kind: 'session-ended' }
  | { kind: 'no-answer' }

/** Waits between tries grow, so that a bank in trouble is not pressed. */
const waitsMs = [1000, 2000, 4000, 8000] as const
/** A try that hangs is not given up, but another one asks beside it: by its key it is the same. */
const patienceMs = 20_000
export const lateAfterMs = 15_000

/**
 * Sends one order until its outcome is known, and tells it. Every try carries the same key, so that
 * the order has one effect. When the tries run out it tells `no-answer`; an answer that comes in
 * after that is told as well.
 */
export async function deliver<Answer>(
  once: () => Promise<Answer>,
  tell: (outcome: Outcome<Answer>) => void,
): Promise<void> {
  let known = false
  const answered = Promise.withResolvers<void>()
  async function attempt() {
    const outcome = await outcomeOf(once)
    // A refusal of one try does not hide that another one, which hung, was made after all.
    if (outcome.kind === 'no-answer' || (known && outcome.kind !== 'made')) return
    known = true
    tell(outcome)
    answered.resolve()
  }
  for (const [at, waitMs] of [...waitsMs, 0].entries()) {
    await Promise.race([attempt(), answered.promise, sleep(patienceMs)])
    if (known) return
    if (at < waitsMs.length) await Promise.race([answered.promise, sleepOrOnline(waitMs)])
    if (known) return
  }
  tell({ kind: 'no-answer' })
}

async function outcomeOf<Answer>(once: () => Promise<Answer>): Promise<Outcome<Answer>> {
  try {
    return { kind: 'made', answer: await once() }
  } catch (error) {
    if (!(error instanceof RequestError)) return { kind: 'no-answer' }
    if (error.http === 401) return { kind: 'session-ended' }
    return isRefusal(error) ? { kind: 'refused', error } : { kind: 'no-answer' }
  }
}

/** A refusal says that nothing was done. A lost line, a slow one or a fault says nothing. */
function isRefusal({ kind, http }: RequestError): boolean {
  if (kind === 'refused') return true
  return kind === 'http' && http >= 400 && http < 500 && http !== 408
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The network's return ends a wait early. */
function sleepOrOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    window.addEventListener('online', done)
  })
}
