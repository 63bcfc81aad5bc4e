import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { messages } from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { waitingMax } from '#http/share.ts'
import { readConfig } from '#kernel/config.ts'
import { runsIn, stepsIn, wordsOf } from '../../../experiments/lib/document-steps.ts'

// The files of deploy/ before the programs that they are for, where these are installed. What the
// documents say is typed by `npm run experiment -- documents`, which takes minutes and a Debian.
const root = resolve(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'passbook-deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (program: string, ...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}
const has = (program: string) => run('which', program).status === 0

test('every block of commands is one that a shell can read, and few are examples only', () => {
  const steps = ['operating.md', 'moving.md'].flatMap((name) => stepsIn(name, read(`docs/${name}`)))
  const unreadable = steps.filter(
    ({ language, text, example }) =>
      language === 'sh' && !example && run('bash', '-n', '-c', text).status !== 0,
  )
  expect(unreadable).toEqual([])
  const typed = steps.filter(({ example }) => !example).map(({ text }) => text)
  expect(typed.length).toBeGreaterThanOrEqual(18)
  expect(typed.filter((text) => /<[a-z ]+>|…/.test(text))).toEqual([])
  expect(steps.length - typed.length).toBeLessThanOrEqual(6)
})

test('every file is named by the documents', () => {
  const pages = ['docs/operating.md', 'docs/moving.md', 'deploy/Dockerfile', 'deploy/compose.yaml']
  const text = pages.map(read).join('\n')
  // Docker finds its ignore file by the name of the Dockerfile.
  const files = readdirSync(join(root, 'deploy')).filter((name) => !name.endsWith('ignore'))
  expect(files.filter((name) => !text.includes(`deploy/${name}`))).toEqual([])
})

test('the container runs as a user, is asked for its health and keeps its data on a volume', () => {
  const dockerfile = read('deploy/Dockerfile')
  const [building, making] = runsIn(dockerfile)
  expect(building).toEqual([expect.stringMatching(/^apt-get /), expect.stringMatching(/^npm ci /)])
  expect(making).toEqual([expect.stringMatching(/^useradd --system .* && install -d .*$/)])
  const { command, health, env } = wordsOf(dockerfile)
  expect({ command, health, env }).toEqual({
    command: 'node_modules/.bin/node server/src/main.ts',
    health: 'node_modules/.bin/node deploy/ready.js',
    env: 'HOST=0.0.0.0 DATA_DIR=/var/lib/passbook',
  })
  const last = dockerfile.slice(dockerfile.lastIndexOf('FROM '))
  expect(last).toMatch(/^USER passbook$/m)
  expect(last).toMatch(/^VOLUME \/var\/lib\/passbook$/m)
})

// shows D168
test('nginx refuses no request that the bank would let wait, and Caddy gives slow ones up as it does', () => {
  const nginx = read('deploy/nginx.conf')
  const block = (name: string) => nginx.split(`location ${name} {`).at(-1)?.split('}')[0] ?? ''
  const calls = Number(/limit_conn bank_calls (\d+);/.exec(block('/api/'))?.[1])
  const { requestsAtOnce } = readConfig({ SECRET_KEY: 'k3yOfTheSettingsTests+0123/abcdefXYZ' })
  expect(calls).toBeGreaterThanOrEqual(requestsAtOnce.network + waitingMax)
  expect(calls).toBeLessThan(100)
  expect(Number(/http2_max_concurrent_streams (\d+);/.exec(nginx)?.[1])).toBeLessThan(
    requestsAtOnce.session + waitingMax,
  )
  // Pages and files have no such bound: one page loads thirty of them.
  expect(block('/')).not.toContain('limit_conn')
  expect(block('= /api/events')).toContain('limit_conn bank_streams')
  expect(block('@many')).toContain(`"message":"${messages.tooManyAtOnce}"`)
  for (const bound of [
    'client_header_timeout 15s',
    'client_body_timeout 15s',
    'send_timeout 30s',
  ]) {
    expect(nginx).toContain(`${bound};`)
  }
  expect(read('deploy/Caddyfile')).toMatch(/read_header 15s\s+read_body 15s/)
})

test.skipIf(!has('nginx'))('nginx takes its file', () => {
  const certificates = join(root, 'server/src/testing/certificates/signed')
  // Other places for what only root may open.
  const file = read('deploy/nginx.conf')
    .replaceAll('/var/log/nginx', folder)
    .replaceAll('/etc/ssl/certs/bank.example.pem', `${certificates}.pem`)
    .replaceAll('/etc/ssl/private/bank.example.key', `${certificates}.key`)
    .replaceAll(
      /listen (\[::\]:)?(\d+)/g,
      (_, _any, port) => `listen 127.0.0.1:${10_000 + Number(port)}`,
    )
  writeFileSync(join(folder, 'passbook.conf'), once(file))
  const whole = `pid ${folder}/pid; error_log stderr; events {} http { access_log off; include ${folder}/passbook.conf; }`
  writeFileSync(join(folder, 'nginx.conf'), whole)
  const { status, output } = run('nginx', '-t', '-p', folder, '-c', join(folder, 'nginx.conf'))
  expect({ status, output }).toEqual({
    status: 0,
    output: expect.stringContaining('test is successful'),
  })
})

/** Each server listens once: with the address of IPv6 left out, its two lines are the same. */
const once = (file: string) => file.replaceAll(/^(.*listen .*\n)\1/gm, '$1')

test.skipIf(!has('caddy'))('Caddy takes its file', () => {
  const words = ['validate', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile']
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, read('deploy/Caddyfile').replaceAll('/var/log/caddy', folder))
  const { status, output } = run('caddy', ...words.slice(0, -1), file)
  expect({ status, output }).toMatchObject({ status: 0, output: expect.stringContaining('Valid') })
})

test.skipIf(!has('systemd-analyze'))('systemd takes its unit, which leaves it little', () => {
  const file = join(folder, 'passbook.service')
  const unit = read('deploy/passbook.service')
  // The bank need not be installed in /opt here.
  writeFileSync(file, unit.replace('/opt/passbook/node_modules/.bin/node', process.execPath))
  expect(run('systemd-analyze', 'verify', '--man=no', file)).toEqual({ status: 0, output: '' })
  const judged = run('systemd-analyze', 'security', '--offline=true', '--threshold=15', file)
  expect(judged.status).toBe(0)
})
