import cluster from 'node:cluster'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

// Almost all that a start makes is kept. V8 would take that for a need of room, and keep the room.
setFlagsFromString('--semi-space-growth-factor=1')
// Before anything else is loaded: what is compiled already is loaded sooner and takes less memory.
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
