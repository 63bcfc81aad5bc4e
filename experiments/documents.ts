import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readArguments, report } from './lib/arguments.ts'
import { boot, type Ended, inside, must, trusted } from './lib/debian-root.ts'
import { checks } from './lib/document-checks.ts'
import { lastMark, mark, runsIn, scriptOf, stepsIn, wordsOf } from './lib/document-steps.ts'

// What docs/operating.md and docs/moving.md tell an operator to type is typed, in their order, in a
// fresh Debian with its own systemd and packages; then what the Dockerfile runs, in another.
const { base, mirror, suite, keep, only } = readArguments({
  /** A root folder that debootstrap has made already; it is copied. */
  base: '',
  mirror: 'http://deb.debian.org/debian',
  suite: 'trixie',
  /** 1 leaves the root folders behind. */
  keep: 0,
  /** `documents` or `container` runs one half. */
  only: '',
})
const project = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(project, path), 'utf8')
const started = Date.now()
if (process.getuid?.() !== 0) throw new Error('Run it as root: it makes a Debian root folder')
await portsAreFree([25, 80, 443, 3000, 5432, 6432])

const folder = mkdtempSync(join(tmpdir(), 'passbook-documents-'))
const fresh = join(folder, 'fresh')
if (base) await must('cp', '-a', base, fresh)
else {
  const words = ['--variant=minbase', '--include=ca-certificates', suite, fresh, mirror]
  await must('debootstrap', ...words)
}
// The network is this machine's own, and so is whom it trusts: npm is told by an environment variable.
copyFileSync('/etc/resolv.conf', join(fresh, 'etc/resolv.conf'))
copyFileSync('/etc/ssl/certs/ca-certificates.crt', join(fresh, trusted))
writeFileSync(join(fresh, 'etc/hosts'), `127.0.0.1 localhost ${hostname()}\n::1 localhost\n`)

const operating = stepsIn('operating.md', read('docs/operating.md'))
const moving = stepsIn('moving.md', read('docs/moving.md'))
const ends: Ended[] = []
if (only !== 'container') ends.push(await followDocuments())
if (only !== 'documents') ends.push(await followDockerfile())
if (!keep) rmSync(folder, { recursive: true, force: true })

const failed = ends.filter(({ code }) => code !== 0)
for (const { output } of failed)
  process.stderr.write(`${output.split('\n').slice(-60).join('\n')}\n`)
const steps = [...operating, ...moving]
report({
  ok: failed.length === 0,
  experiment: 'documents',
  blocks: steps.filter(({ example }) => !example).length,
  examples: steps.filter(({ example }) => example).map(({ place }) => place),
  failedAt: failed.map(({ output }) => lastMark(output)),
  seconds: Math.round((Date.now() - started) / 1000),
  ...(keep && { folder }),
})

async function followDocuments(): Promise<Ended> {
  const root = await copyOf('debian')
  // What every Debian has and a bare root folder lacks.
  await must('chroot', root, 'apt-get', 'update', '-qq')
  const words = ['-y', '-qq', '--no-install-recommends', 'systemd', 'systemd-sysv', 'dbus']
  await must(
    'chroot',
    root,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    'install',
    ...words,
  )
  await copyProject(root)
  const machine = await boot(root)
  const parts = [scriptOf(operating), checks.afterOperating, scriptOf(moving), checks.afterMoving]
  const ended = await machine.type(`set -e\n${parts.join('\n')}`)
  await machine.halt()
  return ended
}

/** The RUN lines of both stages; then its command as its user, with nothing to write but the volume. */
async function followDockerfile(): Promise<Ended> {
  const dockerfile = read('deploy/Dockerfile')
  const [building = [], making = []] = runsIn(dockerfile)
  const typed = (lines: string[]) =>
    lines.flatMap((line) => [mark('a RUN of the Dockerfile'), line])
  const build = await copyOf('build')
  await copyProject(build)
  const built = await inside(build, ['set -e', 'cd /opt/passbook', ...typed(building)].join('\n'))
  if (built.code !== 0) return built
  const image = await copyOf('image')
  const made = await inside(image, ['set -e', ...typed(making)].join('\n'))
  if (made.code !== 0) return made
  await must('cp', '-a', join(build, 'opt/passbook'), join(image, 'opt/passbook'))
  const volume = join(folder, 'volume')
  await must('cp', '-a', join(image, 'var/lib/passbook'), volume)
  return inside(image, checks.ofContainer(wordsOf(dockerfile)), { volume })
}

async function copyOf(name: string): Promise<string> {
  const root = join(folder, name)
  await must('cp', '-a', fresh, root)
  return root
}

/** What belongs to the project, without what was built or installed here. */
async function copyProject(root: string): Promise<void> {
  const target = join(root, 'opt/passbook')
  mkdirSync(target, { recursive: true })
  const list = 'git ls-files -z --cached --others --exclude-standard'
  const words = `cd '${project}' && ${list} | tar --null -T - -cf - | tar --no-same-owner -xf - -C '${target}'`
  await must('bash', '-o', 'pipefail', '-c', words)
}

async function portsAreFree(ports: number[]): Promise<void> {
  for (const port of ports) {
    const server = createServer().listen(port, '0.0.0.0')
    await once(server, 'listening').catch(() => {
      throw new Error(`Port ${port} is taken, which the documents use: end what has it`)
    })
    server.close()
    await once(server, 'close')
  }
}
