import cluster from 'node:cluster'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

// V8's young generation must not grow yet: almost all that a start allocates stays, which V8 would
// take for a need of more room, and keep it.
setFlagsFromString('--semi-space-growth-factor=1')
// The compile cache, before anything else is loaded: a start is sooner and takes less memory.
const compiled = fileURLToPath(new URL('../../node_modules/.cache/passbook/code', import.meta.url))
enableCompileCache(compiled)

/** Starts the bank: this process, or with `WORKERS` a parent of several. */
async function main(): Promise<void> {
  const { readConfig } = await import('#kernel/config.ts')
  const config = readConfig(process.env)
  if (cluster.isPrimary && config.workers > 1) {
    const { superviseWorkers } = await import('#process/workers.ts')
    return superviseWorkers(config, { NODE_COMPILE_CACHE: compiled })
  }
  const { serve } = await import('#process/serve.ts')
  await serve(config, cluster.worker)
  setFlagsFromString('--semi-space-growth-factor=2')
  flushCompileCache()
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
