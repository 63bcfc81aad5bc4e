import { isAnswer, RequestError } from '#api/texts.ts'
import { readToken } from '#api/token.ts'

/** What became of an order: the bank's answer, its refusal, its fault in words, or nobody knows. */
export type Outcome<Answer> =
  /** Without an answer where it was made and what was said about it makes no sense. */
  | { kind: 'made'; answer: Answer | null }
  | { kind: 'refused' | 'fault' | 'no-answer'; error: RequestError }
  | { kind: 'session-ended' }

/** Waits between tries grow, so that a bank in trouble is not pressed. */
const waitsMs = [1000, 2000, 4000, 8000] as const
/** A try that hangs is not given up, but another one asks beside it: by its key it is the same. */
const patienceMs = 20_000
export const lateAfterMs = 15_000

/**
 * Sends one order and tells its outcome. Where the server answers a key once, it is sent until the
 * outcome is known: every try carries the same key, so that the order has one effect. When the tries
 * run out it tells `no-answer`; an answer that comes in after that is told as well. Where the server
 * does not, every try would be another order: it is sent once, and whatever comes of it is told.
 * Another customer may sign in between two tries: theirs is not what was ordered.
 */
export async function deliver<Answer>(
  once: () => Promise<Answer>,
  tell: (outcome: Outcome<Answer>) => void,
  { repeatable }: { repeatable: boolean },
): Promise<void> {
  if (!repeatable) return tell(await outcomeOf(once))
  const token = readToken()
  const again = () =>
    readToken() === token ? once() : Promise.reject(new RequestError('http', 401))
  let known = false
  let last = new RequestError('network')
  const answered = Promise.withResolvers<void>()
  async function attempt() {
    const outcome = await outcomeOf(again)
    if (outcome.kind === 'no-answer') last = outcome.error
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
  tell({ kind: 'no-answer', error: last })
}

async function outcomeOf<Answer>(once: () => Promise<Answer>): Promise<Outcome<Answer>> {
  try {
    return { kind: 'made', answer: await once() }
  } catch (error) {
    if (!(error instanceof RequestError)) {
      return { kind: 'no-answer', error: new RequestError('network') }
    }
    if (error.kind === 'unreadable') return { kind: 'made', answer: null }
    if (error.http === 401) return { kind: 'session-ended' }
    if (!isAnswer(error)) return { kind: 'no-answer', error }
    // A fault in words is an answer, but it does not say that nothing was done.
    return { kind: error.http >= 500 ? 'fault' : 'refused', error }
  }
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
