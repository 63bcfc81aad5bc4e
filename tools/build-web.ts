import { spawn } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const dist = 'web/dist'
const built = join(dist, 'index.html')
const sources = ['web/src', 'web/public', 'contract/src']
const files = ['web/index.html', 'web/vite.config.ts', 'web/chunks.ts', 'package-lock.json']

/** Builds the client where there is no build, or where a source is newer than it. */
export async function buildWeb(): Promise<void> {
  if (existsSync(built) && newestSource() <= statSync(built).mtimeMs) return
  console.log('Building the web client …')
  // Beside its place, so that a build that breaks off leaves nothing that looks like one.
  const fresh = `${dist}.new`
  await vite('build', '--outDir', 'dist.new', '--emptyOutDir', '--logLevel', 'error')
  // Again where the packing of the build before is still writing there.
  rmSync(dist, { recursive: true, force: true, maxRetries: 5 })
  renameSync(fresh, dist)
}

/** Not through npm, which takes half a second to start what is at hand. */
function vite(...words: string[]): Promise<void> {
  const child = spawn(process.execPath, ['../node_modules/vite/bin/vite.js', ...words], {
    cwd: 'web',
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const killAtExit = () => child.kill()
  process.once('exit', killAtExit)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      process.off('exit', killAtExit)
      if (code === 0) resolve()
      else reject(new Error('the web client could not be built'))
    })
  })
}

function newestSource(): number {
  const listed = sources
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
  return Math.max(...[...files, ...listed].filter(existsSync).map((file) => statSync(file).mtimeMs))
}
