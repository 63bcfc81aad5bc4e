import { Worker } from 'node:worker_threads'
import { busy } from '#kernel/failure.ts'
import { tooMany } from '#limits/attempts.ts'
import type { ToDraw } from './draw-worker.ts'
import type { DrawnFile, PaperLine, ReceiptPaper, StatementPaper } from './paper.ts'

type Drawn = { id: number; file: DrawnFile } | { id: number; message: string }

const code = new URL('./draw-worker.ts', import.meta.url)
/** What a drawing may take: a month of ten thousand lines needs a quarter of it. */
const memoryMb = 512
const longestMs = 60_000
/** A thread that nobody needs gives its memory back. */
const idleMs = 30_000
/** Customers who wait for a file; statements are not counted, nobody's request waits for those. */
const waitingMax = 50
const waitingMaxEach = 2
const retrySeconds = 2
const linesPerMessage = 500

/**
 * Draws papers in a worker thread, one after the other, so that the process goes on answering. The
 * thread is started when it is first needed; where it dies, the paper it drew fails and the next one
 * gets a new thread.
 */
export function makeRenderer(program = code) {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  const waiting: bigint[] = []
  let last: Promise<unknown> = Promise.resolve()
  let nextId = 0

  function thread(): Worker {
    if (worker) return worker
    const made = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    // unref: a process that has nothing else to do may end.
    made.unref()
    // Heard by whoever waits for a paper; without a listener it would end the process.
    made.on('error', () => {})
    made.once('exit', () => forget(made))
    worker = made
    return made
  }

  function forget(ended: Worker): void {
    if (worker === ended) worker = undefined
  }

  async function drawNow(paper: StatementPaper | ReceiptPaper): Promise<DrawnFile> {
    clearTimeout(idle)
    const at = thread()
    nextId += 1
    const id = nextId
    try {
      return await answerTo({ worker: at, id, onDying: () => forget(at) }, () => {
        const tell = (told: ToDraw) => at.postMessage(told)
        const lines: PaperLine[] = paper.kind === 'statement' ? paper.lines : []
        tell({ id, paper: paper.kind === 'statement' ? { ...paper, lines: [] } : paper })
        for (let from = 0; from < lines.length; from += linesPerMessage) {
          tell({ id, lines: lines.slice(from, from + linesPerMessage) })
        }
        tell({ id, end: true })
      })
    } finally {
      idle = setTimeout(() => void stop(), idleMs)
      idle.unref()
    }
  }

  async function stop(): Promise<void> {
    clearTimeout(idle)
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }

  /** Draws and signs a paper when its turn comes. */
  function draw(paper: StatementPaper | ReceiptPaper): Promise<DrawnFile> {
    const drawn = last.then(() => drawNow(paper))
    last = drawn.catch(() => {})
    return drawn
  }

  /**
   * The same for a customer whose request waits for it; refused where too many wait already. Its paper is
   * only made once it has a place.
   */
  async function drawFor(
    customerId: bigint,
    paper: () => Promise<ReceiptPaper>,
  ): Promise<DrawnFile> {
    const own = waiting.filter((one) => one === customerId)
    if (own.length >= waitingMaxEach) throw tooMany(retrySeconds)
    if (waiting.length >= waitingMax) throw busy()
    waiting.push(customerId)
    try {
      return await draw(await paper())
    } finally {
      waiting.splice(waiting.indexOf(customerId), 1)
    }
  }

  return { draw, drawFor, stop }
}

/** One thread for the process. */
export const renderer = makeRenderer()

type Asked = { worker: Worker; id: number; onDying: () => void }

function answerTo({ worker, id, onDying }: Asked, ask: () => void): Promise<DrawnFile> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      die(new Error('a paper took too long to draw'))
      void worker.terminate()
    }, longestMs)
    const onMessage = (drawn: Drawn) => {
      if (drawn.id === id) end('file' in drawn ? drawn.file : new Error(drawn.message))
    }
    const onError = (error: Error) => die(error)
    const onExit = () => die(new Error('the thread that draws has ended'))
    // Forgotten first: the thread exits a while later, and the next paper would be given to it.
    function die(error: Error) {
      onDying()
      end(error)
    }
    function end(how: DrawnFile | Error) {
      clearTimeout(late)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      if (how instanceof Error) reject(how)
      else resolve(how)
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    ask()
  })
}
