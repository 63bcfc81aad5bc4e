import { setTimeout as wait } from 'node:timers/promises'
import { refusals } from '@passbook/contract'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { busy, Failure } from '#kernel/failure.ts'
import { startJobs } from './runner.ts'

function capturing() {
  const lines: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) })
  return { lines, log }
}

test('a job runs again and again, and never twice at once', async () => {
  const { log } = capturing()
  let [runs, under, most, others] = [0, 0, 0, 0]
  const slow = async () => {
    under += 1
    most = Math.max(most, under)
    await wait(20)
    under -= 1
    runs += 1
  }
  const quick = async () => {
    others += 1
  }
  const jobs = startJobs(
    [
      { name: 'slow', everyMs: 1, run: slow },
      { name: 'quick', everyMs: 1, run: quick },
      { name: 'later', everyMs: 1, firstAfterMs: 60_000, run: () => wait(60_000) },
    ],
    log,
  )
  while (runs < 4) await wait(5)
  await jobs.stop()
  expect(most).toBe(1)
  expect(others).toBeGreaterThan(runs)
})

test('a failure is logged without what the database quotes, and the job goes on', async () => {
  const { lines, log } = capturing()
  let runs = 0
  const secret = { detail: 'Key (email)=(ada@example.com)', parameters: ['4821'] }
  const run = async () => {
    runs += 1
    if (runs === 1) throw Object.assign(new Error('wrong: "ada"'), { code: '22P02', ...secret })
    if (runs === 2) throw new Failure('unavailable', 'The bank is busy')
    if (runs === 3) throw 'a text'
    if (runs === 4) throw busy(Object.assign(new Error('PIN 4821'), { code: '53100' }))
  }
  const jobs = startJobs([{ name: 'shaky', everyMs: 1, run }], log)
  while (runs < 6) await wait(2)
  await jobs.stop()
  expect(lines.map(({ level: _, time: __, ...rest }) => rest)).toEqual([
    { job: 'shaky', code: '22P02', stack: expect.stringMatching(/^ +at /), msg: 'job failed' },
    { job: 'shaky', code: 'unavailable', message: 'The bank is busy', msg: 'job failed' },
    { job: 'shaky', message: 'a text', msg: 'job failed' },
    {
      ...{ job: 'shaky', code: 'unavailable', cause: '53100' },
      ...{ message: refusals.unavailable.text, msg: 'job failed' },
    },
  ])
})

test('to stop is to tell what runs and to wait for its end', async () => {
  const { log } = capturing()
  let [started, told, ended] = [false, false, false]
  const run = async (signal: AbortSignal) => {
    started = true
    while (!signal.aborted) await wait(2)
    told = true
    await wait(20)
    ended = true
  }
  const jobs = startJobs([{ name: 'long', everyMs: 1, run }], log)
  while (!started) await wait(2)
  await jobs.stop()
  expect({ told, ended }).toEqual({ told: true, ended: true })
  started = false
  await wait(20)
  expect(started).toBe(false)
  await jobs.stop()
})

test('a job that may not run asks again, and runs as soon as it may', async () => {
  const { log } = capturing()
  let [allowed, asked, runs] = [false, 0, 0]
  const told: string[] = []
  const run = async () => {
    runs += 1
  }
  const jobs = startJobs([{ name: 'held', everyMs: 1, run }], log, {
    onRun: (job) => told.push(job),
    mayRun: () => {
      asked += 1
      return allowed
    },
  })
  while (asked < 5) await wait(2)
  expect([runs, told.length]).toEqual([0, 0])
  allowed = true
  while (runs < 2) await wait(2)
  await jobs.stop()
  expect(told.length).toBe(runs)
})
