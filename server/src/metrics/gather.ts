import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type MetricObject, type Registry } from 'prom-client'

type Question = { figuresFor: number }
type Answer = { figuresFor: number; figures: MetricObject[] }

const answerWithinMs = 2_000
let asked = 0

/** In a worker: sends its figures to the parent over IPC when asked. */
export function answerParent(registry: Registry): void {
  process.on('message', async (message: Partial<Question>) => {
    if (message.figuresFor === undefined) return
    const figures = await registry.getMetricsAsJSON()
    process.send?.({ figuresFor: message.figuresFor, figures })
  })
}

/**
 * In the parent: the figures of all these workers as one. Who does not answer in time is left out:
 * a worker that hangs must not hide what the others say.
 */
export async function gather(workers: readonly Worker[]): Promise<string> {
  asked += 1
  const id = asked
  const answers: MetricObject[][] = []
  await new Promise<void>((resolve) => {
    const late = setTimeout(done, answerWithinMs)
    function done() {
      clearTimeout(late)
      cluster.off('message', hear)
      resolve()
    }
    function hear(_worker: Worker, message: Partial<Answer>) {
      if (message.figuresFor !== id || !message.figures) return
      answers.push(message.figures)
      if (answers.length === workers.length) done()
    }
    cluster.on('message', hear)
    for (const worker of workers) worker.send({ figuresFor: id } satisfies Question)
    if (workers.length === 0) done()
  })
  return AggregatorRegistry.aggregate(answers).metrics()
}
