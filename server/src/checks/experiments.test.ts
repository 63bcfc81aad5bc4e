import { expect, test } from 'vitest'
import { experiment as run } from '#testing/experiment.ts'
import { isLong } from '#testing/length.ts'

// Short versions of the experiments that take seconds; `npm run experiment -- <name>` runs the long ones.

test.runIf(isLong)(
  'a second server on one folder is refused, and nothing is lost',
  async () => {
    const found = await run('folder-lock', '--pause', '1', '--payments', '5', '--within', '60000')
    expect(found).toMatchObject({ code: 0, ok: true, tries: 4, refusedNamingTheHolder: 4, lost: 0 })
  },
  300_000,
)

test.runIf(isLong)(
  'days are those of the bank, wherever the machine and its clock are',
  async () => {
    const found = await run('clock-jumps', '--machines', '1', '--banks', '2', '--processes', '0')
    expect(found).toMatchObject({ code: 0, ok: true, mismatches: 0, revived: [] })
  },
  300_000,
)

const seed = String(Date.now() % 1e6)

test('a power cut takes nothing', async () => {
  const found = await run('power', '--cuts', '1', '--seed', seed)
  expect(found).toMatchObject({ code: 0, ok: true, lost: 0, unopenable: 0, inconsistent: 0 })
  expect(found.cuts).toBeGreaterThanOrEqual(1)
}, 600_000)

test.runIf(isLong)(
  'a power cut would take something without syncs',
  async () => {
    const control = await run('power', '--cuts', '10', '--seed', seed, '--control', '1')
    expect(control).toMatchObject({ code: 0, ok: true, control: true })
  },
  600_000,
)

test.runIf(isLong)(
  'transfers called back around their release, with a kill: each is paid once or returned once',
  async () => {
    const found = await run('undo', '--undos', '24', '--kills', '1')
    expect(found).toMatchObject({ code: 0, ok: true, undos: 24, wrong: [], unsound: 0 })
  },
  300_000,
)

test.runIf(isLong)(
  'days of a demo bank over a month end: the same books twice, sound, nobody signed out',
  async () => {
    const words = ['--from', '2026-11-16T09:30:00Z', '--days', '20', '--within', '120']
    const found = await run('time-machine', ...words)
    expect(found).toMatchObject({ code: 0, same: true, unsound: 0, signedOut: 0, days: 20 })
  },
  300_000,
)
