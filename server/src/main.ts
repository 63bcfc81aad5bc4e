import cluster from 'node:cluster'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Before anything else is loaded: without the compiler of types a process starts sooner and smaller.
enableCompileCache(
  fileURLToPath(new URL('../../node_modules/.cache/passbook/code', import.meta.url)),
)

/** Starts the bank: this process, or with `WORKERS` a parent of several. */
async function main(): Promise<void> {
  const { readConfig } = await import('#config.ts')
  const config = readConfig(process.env)
  if (cluster.isPrimary && config.workers > 1) {
    const { superviseWorkers } = await import('./workers.ts')
    return superviseWorkers(config)
  }
  const { serve } = await import('./serve.ts')
  await serve(config, cluster.worker)
  flushCompileCache()
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
