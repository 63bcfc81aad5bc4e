import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const built = 'web/dist/index.html'
const sources = ['web/src', 'web/public', 'contract/src']
const files = ['web/index.html', 'web/vite.config.ts', 'package-lock.json']

/** Builds the client where there is no build, or where a source is newer than it. */
export function buildWeb(): void {
  if (existsSync(built) && newestSource() <= statSync(built).mtimeMs) return
  console.log('Building the web client …')
  const result = spawnSync('npm', ['run', 'build', '-w', 'web', '--silent'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (result.status !== 0) throw new Error('the web client could not be built')
}

function newestSource(): number {
  const listed = sources
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
  return Math.max(...[...files, ...listed].filter(existsSync).map((file) => statSync(file).mtimeMs))
}
