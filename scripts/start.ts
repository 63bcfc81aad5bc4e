import { spawnSync } from 'node:child_process'
import { buildWeb } from './build-web.ts'

buildWeb()
// The server replaces this process as far as the terminal is concerned: signals reach both.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
const { status } = spawnSync(process.execPath, ['server/src/main.ts'], { stdio: 'inherit' })
process.exit(status ?? 1)
