import { type ChildProcess, spawn } from 'node:child_process'

// The developer's loop: the server starts again when one of its files changes, and Vite stands in
// front of it with hot reload. Its data lies apart from that of `npm start`.
const port = Number(process.env.PORT || 3000)
const address = `http://localhost:${port}`
const bank = {
  DATA_DIR: process.env.DATA_DIR || 'data-dev',
  PORT: String(port + 1),
  // Links in mails lead to the pages that reload.
  PUBLIC_URL: process.env.PUBLIC_URL || address,
  COVER_MS: process.env.COVER_MS || '0',
}

// Whole folders, since a start also applies migrations and SQL functions, which nothing imports.
const watched = ['server/src', 'contract/src'].map((folder) => `--watch-path=${folder}`)
const running = [
  run(
    process.execPath,
    ['--watch', '--watch-preserve-output', ...watched, 'server/src/main.ts'],
    bank,
  ),
  run('vite', ['web', '--port', String(port), '--strictPort', '--clearScreen', 'false'], {
    API_ORIGIN: `http://127.0.0.1:${port + 1}`,
  }),
]
console.log(`The client is at ${address}, the mailbox at ${address}/mailbox. Ctrl+C ends both.`)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
for (const child of running) child.once('exit', stop)

function run(command: string, words: string[], env: Record<string, string>): ChildProcess {
  return spawn(command, words, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
}

/** SIGTERM for both: neither is of use without the other. */
function stop(): void {
  for (const child of running) child.kill('SIGTERM')
}
