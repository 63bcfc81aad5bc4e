import { Worker } from 'node:worker_threads'
import { busy } from '#kernel/failure.ts'
import type { ToDraw } from './draw-worker.ts'
import type { DrawnFile, PaperLine, ReceiptPaper, StatementPaper } from './paper.ts'

type Drawn = { id: number; file: DrawnFile } | { id: number; message: string }

const code = new URL('./draw-worker.ts', import.meta.url)
/** What a drawing may take: a month of ten thousand lines needs a quarter of it. */
const memoryMb = 512
const longestMs = 60_000
/** A thread that nobody needs gives its memory back. */
const idleMs = 30_000
const waitingMax = 50
const linesPerMessage = 500

/**
 * Draws papers in a worker thread, one after the other, so that the process goes on answering. The
 * thread is started when it is first needed; where it dies, the paper it drew fails and the next one
 * gets a new thread.
 */
export function makeRenderer() {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  let nextId = 0

  function thread(): Worker {
    if (worker) return worker
    const made = new Worker(code, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    // unref: a process that has nothing else to do may end.
    made.unref()
    // Heard by whoever waits for a paper; without a listener it would end the process.
    made.on('error', () => {})
    made.once('exit', () => {
      if (worker === made) worker = undefined
    })
    worker = made
    return made
  }

  async function drawNow(paper: StatementPaper | ReceiptPaper): Promise<DrawnFile> {
    clearTimeout(idle)
    const at = thread()
    nextId += 1
    const id = nextId
    try {
      return await answerTo(at, id, () => {
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

  return {
    /** Draws and signs a paper. */
    draw(paper: StatementPaper | ReceiptPaper): Promise<DrawnFile> {
      if (waiting >= waitingMax) return Promise.reject(busy())
      waiting += 1
      const drawn = last.then(() => drawNow(paper))
      last = drawn.catch(() => {}).finally(() => (waiting -= 1))
      return drawn
    },
    stop,
  }
}

/** One thread for the process. */
export const renderer = makeRenderer()

function answerTo(worker: Worker, id: number, ask: () => void): Promise<DrawnFile> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      end(new Error('a paper took too long to draw'))
      void worker.terminate()
    }, longestMs)
    const onMessage = (drawn: Drawn) => {
      if (drawn.id === id) end('file' in drawn ? drawn.file : new Error(drawn.message))
    }
    const onError = (error: Error) => end(error)
    const onExit = () => end(new Error('the thread that draws has ended'))
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
