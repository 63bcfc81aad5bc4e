import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { isLong } from '#testing/length.ts'
import { openEmbedded } from './db.ts'
import { keepCluster } from './kept-cluster.ts'
import { migrate } from './migrate.ts'

// A cluster takes some seconds of processor, and others have it too; against what hangs.
const slowMs = 120_000
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'passbook-cluster-'))
const kept = path.join(folder, 'packages/kept')
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

async function appliedTo(dataDir: string, from: () => string): Promise<number> {
  const db = await openEmbedded({ dataDir, from })
  try {
    return (await migrate(db)).length
  } finally {
    await db.close()
  }
}

const unnamed = vi.fn((): string => {
  throw new Error('no packages here')
})

test(
  'a new data folder is a copy of the kept cluster, and one that is there stays',
  async () => {
    await keepCluster(kept)
    expect(fs.readdirSync(path.dirname(kept))).toEqual(['kept'])
    const { ino } = fs.statSync(kept)
    await keepCluster(kept)
    expect(fs.statSync(kept).ino).toBe(ino)

    const copied = path.join(folder, 'copied')
    // What a start that broke off has left is not kept.
    fs.mkdirSync(path.join(copied, 'db.new'), { recursive: true })
    fs.writeFileSync(path.join(copied, 'db.new/half'), '')
    expect(await appliedTo(copied, () => kept)).toBe(0)
    expect(fs.existsSync(path.join(copied, 'db/half'))).toBe(false)
    fs.writeFileSync(path.join(copied, 'db/own'), '')
    expect(await appliedTo(copied, unnamed)).toBe(0)
    expect(unnamed).not.toHaveBeenCalled()
    expect(fs.existsSync(path.join(copied, 'db/own'))).toBe(true)
  },
  slowMs,
)

test(
  'where there is no kept cluster, or none can be named, a new data folder gets its own',
  async () => {
    // Half of the time of this file, for one more way to the same end.
    if (isLong) {
      const nowhere = () => path.join(folder, 'nowhere')
      expect(await appliedTo(path.join(folder, 'own'), nowhere)).toBeGreaterThan(50)
    }
    // Also where an earlier one was left half made.
    const half = path.join(folder, 'half')
    fs.mkdirSync(path.join(half, 'db.new'), { recursive: true })
    fs.writeFileSync(path.join(half, 'db.new/PG_VERSION'), 'nonsense')
    const bare = await openEmbedded({ dataDir: half, from: unnamed })
    expect(await bare.sql`select 1 as one`).toEqual([{ one: 1 }])
    await bare.close()
    expect(unnamed).toHaveBeenCalled()
  },
  slowMs,
)
