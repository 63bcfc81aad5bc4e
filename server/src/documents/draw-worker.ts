import { parentPort } from 'node:worker_threads'
import { drawFile } from './draw.ts'
import type { PaperLine, ReceiptPaper, StatementPaper } from './paper.ts'

/** A paper without its lines, some of its lines, and the word that it is complete. */
export type ToDraw =
  | { id: number; paper: StatementPaper | ReceiptPaper }
  | { id: number; lines: PaperLine[] }
  | { id: number; end: true }

const papers = new Map<number, StatementPaper | ReceiptPaper>()

// A worker thread: drawing takes the processor for long, and nobody's request waits for it here.
parentPort?.on('message', (told: ToDraw) => {
  if ('paper' in told) papers.set(told.id, told.paper)
  else if ('lines' in told) {
    const paper = papers.get(told.id)
    if (paper?.kind === 'statement') paper.lines.push(...told.lines)
  } else void answer(told.id)
})

async function answer(id: number): Promise<void> {
  const paper = papers.get(id)
  papers.delete(id)
  try {
    if (!paper) throw new Error('a paper must come before its end')
    const file = await drawFile(paper)
    parentPort?.postMessage({ id, file }, [file.bytes.buffer])
  } catch (error) {
    parentPort?.postMessage({ id, message: error instanceof Error ? error.message : 'unknown' })
  }
}
