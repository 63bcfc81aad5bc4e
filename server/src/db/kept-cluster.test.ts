import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { openEmbedded } from './db.ts'
import { keepCluster } from './kept-cluster.ts'
import { migrate } from './migrate.ts'

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

test('a new data folder is a copy of the kept cluster, and its own where there is none', async () => {
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
  // What is there already is not replaced, and the copy not even looked for.
  fs.writeFileSync(path.join(copied, 'db/own'), '')
  const unnamed = vi.fn(() => {
    throw new Error('no packages here')
  })
  expect(await appliedTo(copied, unnamed)).toBe(0)
  expect(unnamed).not.toHaveBeenCalled()
  expect(fs.existsSync(path.join(copied, 'db/own'))).toBe(true)

  const nowhere = () => path.join(folder, 'nowhere')
  expect(await appliedTo(path.join(folder, 'own'), nowhere)).toBeGreaterThan(50)
  const bare = await openEmbedded({ dataDir: path.join(folder, 'bare'), from: unnamed })
  await bare.close()
  expect(unnamed).toHaveBeenCalled()
})
