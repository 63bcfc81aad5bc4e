import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { layCluster } from '#testing/data-folder.ts'
import { openEmbedded } from './db.ts'
import { syncs } from './embedded.ts'
import { keepCluster, keptCluster } from './kept-cluster.ts'
import { takeLock } from './lock.ts'
import { keepForOwner } from './owner-only.ts'

// A cluster takes some seconds of processor, and others have it too; against what hangs.
const slowMs = 120_000
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'passbook-data-'))
const lockModule = new URL('./lock.ts', import.meta.url).href
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

function lockInChild(dataDir: string) {
  const program = `import { takeLock } from '${lockModule}'; takeLock(process.argv[1])`
  return spawnSync(process.execPath, ['--input-type=module', '-e', program, dataDir], {
    encoding: 'utf8',
  })
}

test('every commit is synced to the disk, and everything is there after opening again', {
  timeout: slowMs,
}, async () => {
  const dataDir = path.join(folder, 'synced')
  await layCluster(dataDir)
  const db = await openEmbedded({ dataDir })
  await db.sql`create table kept (a int)`
  const before = syncs.count
  for (let n = 0; n < 20; n += 1) await db.sql`insert into kept values (${n})`
  expect(syncs.count - before).toBeGreaterThanOrEqual(20)
  await db.close()
  expect(fs.readdirSync(dataDir)).toEqual(['db'])
  const again = await openEmbedded({ dataDir })
  expect(await again.sql`select count(*) as n from kept`).toEqual([{ n: 20n }])
  await again.close()
})

test.skipIf(process.platform === 'win32')(
  'a folder that was open to all is its owner’s alone after a start',
  { timeout: slowMs },
  async () => {
    const dataDir = path.join(folder, 'given')
    const inside = (name: string) => path.join(dataDir, name)
    const modes = () =>
      [dataDir, inside('db'), inside('db/base'), inside('db/PG_VERSION')].map((place) =>
        (fs.statSync(place).mode & 0o777).toString(8),
      )
    fs.mkdirSync(dataDir)
    fs.chmodSync(dataDir, 0o755)
    await keepCluster()
    await (await openEmbedded({ dataDir, from: keptCluster })).close()
    expect(modes()).toEqual(['700', '700', '700', '600'])
    for (const place of [dataDir, inside('db'), inside('db/base'), inside('db/PG_VERSION')]) {
      fs.chmodSync(place, 0o777)
    }
    await (await openEmbedded({ dataDir })).close()
    expect(modes()).toEqual(['700', '700', '700', '600'])
  },
)

test.skipIf(process.platform !== 'linux')(
  'a folder that cannot be closed is refused, with what helps',
  () => {
    // One whose mode the system lets nobody change.
    expect(() => keepForOwner('/proc/self/task')).toThrow(
      /^The data folder \/proc\/self\/task cannot be kept from other users of this machine \(EPERM\)\. Let it belong/,
    )
  },
)

test('a second process is refused at once and told who holds the folder', async () => {
  const dataDir = path.join(folder, 'synced')
  const db = await openEmbedded({ dataDir })
  const second = lockInChild(dataDir)
  expect(second.status).not.toBe(0)
  expect(second.stderr).toContain(`${dataDir} is in use by process ${process.pid}`)
  await expect(openEmbedded({ dataDir })).rejects.toThrow(`in use by process ${process.pid}`)
  await db.close()
  expect(lockInChild(dataDir).status).toBe(0)
})

test('the lock of a killed process is taken over', async () => {
  const dataDir = path.join(folder, 'killed')
  fs.mkdirSync(dataDir)
  const program = `import { takeLock } from '${lockModule}'; await takeLock(process.argv[1]);
    console.log('held'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir])
  await once(child.stdout, 'data')
  await expect(takeLock(dataDir)).rejects.toThrow(`in use by process ${child.pid}`)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const lock = await takeLock(dataDir)
  lock.release()
  expect(fs.readdirSync(dataDir)).toEqual([])
})

test.runIf(fs.existsSync('/proc/self/stat'))(
  'a reused process number is not mistaken',
  async () => {
    const dataDir = path.join(folder, 'reused')
    fs.mkdirSync(dataDir)
    const stale = { pid: process.ppid, started: 'another boot:1' }
    fs.writeFileSync(path.join(dataDir, 'lock'), JSON.stringify(stale))
    const lock = await takeLock(dataDir)
    lock.release()
  },
)

test.skipIf(process.platform === 'win32')(
  'who listens holds the folder, also where no such process can be seen; who does not is gone',
  async () => {
    const dataDir = path.join(folder, 'elsewhere')
    fs.mkdirSync(dataDir)
    // As from another container: here the number is that of another process.
    const other = { pid: 1, started: 'another boot:1', socket: 'lock.other.sock' }
    const server = createServer().listen(path.join(dataDir, other.socket))
    await once(server, 'listening')
    fs.writeFileSync(path.join(dataDir, 'lock'), JSON.stringify(other))
    await expect(takeLock(dataDir)).rejects.toThrow('in use by process 1')
    expect(fs.readdirSync(dataDir).sort()).toEqual(['lock', 'lock.other.sock'])
    // Who is alive keeps it also where somebody has cleaned up.
    const seen = { ...other, pid: process.ppid, started: null }
    const cleaned = { ...seen, socket: 'lock.gone.sock' }
    fs.writeFileSync(path.join(dataDir, 'lock'), JSON.stringify(cleaned))
    await expect(takeLock(dataDir)).rejects.toThrow(`in use by process ${process.ppid}`)
    // The file of a socket stays behind when its process is killed.
    fs.linkSync(path.join(dataDir, other.socket), path.join(dataDir, 'lock.dead.sock'))
    server.close()
    // As after a power cut where nothing tells when a process began: the number is in use again.
    const stale = { ...seen, socket: 'lock.dead.sock' }
    fs.writeFileSync(path.join(dataDir, 'lock'), JSON.stringify(stale))
    const lock = await takeLock(dataDir)
    lock.release()
    expect(fs.readdirSync(dataDir)).toEqual([])
  },
)

test.skipIf(process.platform === 'win32')('a folder of a long name is held as well', async () => {
  const dataDir = path.join(folder, 'long'.repeat(30))
  fs.mkdirSync(dataDir)
  const lock = await takeLock(dataDir)
  const { socket } = JSON.parse(fs.readFileSync(path.join(dataDir, 'lock'), 'utf8'))
  expect(fs.readdirSync(dataDir)).toContain(socket)
  await expect(takeLock(dataDir)).rejects.toThrow(`in use by process ${process.pid}`)
  lock.release()
  expect(fs.readdirSync(dataDir)).toEqual([])
})

test('a lock file cut short by a power loss is taken over', async () => {
  const dataDir = path.join(folder, 'cut')
  fs.mkdirSync(dataDir)
  fs.writeFileSync(path.join(dataDir, 'lock'), '')
  const lock = await takeLock(dataDir)
  lock.release()
})
