import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export type Ended = { code: number | null; output: string }

/** Runs a program to its end, with what it said on both outputs. */
async function run(program: string, ...words: string[]): Promise<Ended> {
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

/** The same where a failure ends the experiment. */
export async function must(program: string, ...words: string[]): Promise<string> {
  const { code, output } = await run(program, ...words)
  if (code !== 0) throw new Error(`${program} ${words.join(' ')}: ${output.slice(-2_000)}`)
  return output
}

/** The file of the CAs that this machine trusts, in a root folder. */
export const trusted = '/etc/ssl/certs/machine.crt'

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const environment = `env -i HOME=/root LANG=C.UTF-8 PATH=${path} npm_config_cafile=${trusted}`

/** What a root folder needs before anything runs in it; devices one by one, as a container has them. */
const mounts = (root: string) => `set -e
mount --make-rprivate /
mount --bind '${root}' '${root}'
cd '${root}'
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t tmpfs tmpfs dev
for name in null zero full random urandom tty; do touch dev/$name; mount --bind /dev/$name dev/$name; done
ln -s /proc/self/fd dev/fd
ln -s pts/ptmx dev/ptmx
mkdir dev/shm dev/pts
mount -t tmpfs tmpfs dev/shm
`

/** Runs a script in a root folder, in namespaces of its own: what it starts ends with it. */
export function inside(root: string, script: string, { volume = '' } = {}): Promise<Ended> {
  writeFileSync(join(root, 'steps.sh'), script)
  const closed = volume
    ? `mount -t tmpfs tmpfs tmp
mount --bind '${volume}' var/lib/passbook
mount -o remount,bind,ro '${root}' '${root}'
`
    : ''
  const words = `${mounts(root)}${closed}exec ${environment} chroot '${root}' bash /steps.sh`
  return run('unshare', '--mount', '--pid', '--fork', '--kill-child', 'bash', '-c', words)
}

/** A root folder in which systemd runs as process 1. */
type Machine = { type(script: string): Promise<Ended>; halt(): Promise<void> }

/** Boots the systemd of a root folder, in namespaces of its own. */
export async function boot(root: string): Promise<Machine> {
  const group = join(ownGroup(), `passbook-documents-${process.pid}`)
  mkdirSync(group)
  const words = `${mounts(root)}mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs run
mkdir -p mnt/outside
# Not chroot: what systemd takes away from a service it does with mounts of a root that is a mount.
pivot_root . mnt/outside
umount -l /mnt/outside
exec env -i container=other PATH=/usr/sbin:/usr/bin /lib/systemd/systemd`
  const spaces = '--mount --pid --uts --ipc --cgroup --fork --kill-child'
  // A control group of its own inside that of this process is all that systemd gets to see.
  const entering = `echo $$ > '${group}/cgroup.procs' && exec unshare ${spaces} bash -c "$0"`
  const child = spawn('bash', ['-c', entering, words], { stdio: ['ignore', 'ignore', 'ignore'] })
  const first = await firstProcessOf(child)
  const killAtExit = () => process.kill(Number(first), 'SIGKILL')
  process.on('exit', killAtExit)
  const enter = ['-t', first, '-m', '-p', '-u', '-i', '-C']
  const type = (script: string) => {
    writeFileSync(join(root, 'steps.sh'), script)
    return run('nsenter', ...enter, ...environment.split(' '), 'bash', '/steps.sh')
  }
  for (let tries = 0; ; tries += 1) {
    const { output } = await type('systemctl is-system-running')
    if (/^(running|degraded)/m.test(output)) break
    if (tries > 150) throw new Error(`systemd did not start: ${output}`)
    await wait(200)
  }
  return {
    type,
    async halt() {
      process.off('exit', killAtExit)
      const ended = once(child, 'exit')
      process.kill(Number(first), 'SIGKILL')
      await ended
      await run('find', group, '-depth', '-type', 'd', '-exec', 'rmdir', '{}', ';')
    },
  }
}

/** The folder of this process's control group, of cgroup2. */
function ownGroup(): string {
  const path = /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/'
  // Beside the hierarchies of the older kind it has a folder of its own.
  const beside = '/sys/fs/cgroup/unified'
  return join(existsSync(beside) ? beside : '/sys/fs/cgroup', path)
}

/** The process that is number 1 inside. */
async function firstProcessOf(child: ChildProcess): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (child.exitCode !== null) throw new Error('systemd could not be started')
    const { output } = await run('ps', '-o', 'pid=,args=', '--ppid', String(child.pid))
    const found = /^\s*(\d+) .*systemd$/m.exec(output)?.[1]
    if (found) return found
    await wait(100)
  }
  throw new Error('systemd could not be started')
}
