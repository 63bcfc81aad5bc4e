import cluster from 'node:cluster'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

// Nothing of the bank is loaded by this file itself: what is set here must hold for all of it.

// V8's young generation must not grow yet: almost all that a start allocates stays, which V8 would
// take for a need of more room, and keep it.
setFlagsFromString('--semi-space-growth-factor=1')
// The compile cache, before anything else is loaded: a start is sooner and takes less memory.
const cache = new URL('../../../node_modules/.cache/passbook/code', import.meta.url)
const compiled = fileURLToPath(cache)
enableCompileCache(compiled)

/**
 * Starts the bank: this process, or with `WORKERS` a parent of several. Where the web client is
 * still being built, nobody is let in before it is.
 */
export function run(clientBuilt?: Promise<void>): void {
  // A full disk or a closed terminal behind them is no reason to end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  start(clientBuilt).catch(async (error: unknown) => {
    const { wordsForOperator } = await import('#db/why-not-opened.ts')
    const { print } = await import('#kernel/print.ts')
    print('stderr', wordsForOperator(error))
    process.exit(1)
  })
}

async function start(clientBuilt?: Promise<void>): Promise<void> {
  const { readConfig } = await import('#kernel/config.ts')
  const config = readConfig(process.env)
  if (cluster.isPrimary && config.workers > 1) {
    const { superviseWorkers } = await import('./workers.ts')
    // Workers read the client when they start.
    await clientBuilt
    return superviseWorkers(config, { NODE_COMPILE_CACHE: compiled })
  }
  const { serve } = await import('./serve.ts')
  await serve(config, { worker: cluster.worker, clientBuilt })
  setFlagsFromString('--semi-space-growth-factor=2')
  flushCompileCache()
}
