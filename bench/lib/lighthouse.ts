import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type BrowserContext, chromium } from '@playwright/test'
import { median } from '../../experiments/lib/figures.ts'
import { findBrowser } from '../../tools/browser.ts'

// Not a dependency: it is larger than all that the bank itself needs.
const lighthouse = 'lighthouse@13.5.0'
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const metrics = {
  'first paint ms': 'first-contentful-paint',
  'largest paint ms': 'largest-contentful-paint',
  'blocked ms': 'total-blocking-time',
  'layout shift': 'cumulative-layout-shift',
} as const

type Report = {
  runtimeError?: { message: string }
  finalDisplayedUrl: string
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}
export type Speed = { name: string } & Record<string, string | number>
export type Visit = { name: string; path: string; token?: string; form: 'mobile' | 'desktop' }

/** Medians of what Lighthouse says of each page, in the browser that the tests use. */
export async function pageSpeed(url: string, visits: Visit[], runs: number): Promise<Speed[]> {
  const speeds: Speed[] = []
  for (const visit of visits) speeds.push(await speedOf(url, visit, runs))
  return speeds
}

async function speedOf(url: string, visit: Visit, runs: number): Promise<Speed> {
  const reports: Report[] = []
  for (let run = 0; run < runs; run += 1) reports.push(await reportOf(url, visit))
  const middle = (pick: (report: Report) => number) => median(reports.map(pick))
  const scores = categories.map((name) => [
    name,
    Math.round(100 * middle((report) => report.categories[name]?.score ?? Number.NaN)),
  ])
  const times = Object.entries(metrics).map(([name, audit]) => {
    const value = middle((report) => report.audits[audit]?.numericValue ?? Number.NaN)
    return [name, name.endsWith('ms') ? Math.round(value) : Math.round(value * 1000) / 1000]
  })
  return { name: `${visit.name}, ${visit.form}`, ...Object.fromEntries([...scores, ...times]) }
}

/** A fresh profile each time; Lighthouse joins the browser in which the login already is. */
async function reportOf(url: string, visit: Visit): Promise<Report> {
  const profile = mkdtempSync(join(tmpdir(), 'passbook-profile-'))
  const browser = findBrowser()
  const context = await chromium.launchPersistentContext(profile, {
    ...browser,
    args: [...browser.args, '--remote-debugging-port=0'],
  })
  try {
    if (visit.token) await signIn(context, url, visit.token)
    return await run(`${url}${visit.path}`, visit.form, debuggingPort(profile))
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

async function signIn(context: BrowserContext, url: string, token: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${url}/favicon.svg`)
  await page.evaluate((held) => localStorage.setItem('auth', held), JSON.stringify({ token }))
  await page.close()
}

/** The port that the browser chose, as it tells in its profile. */
function debuggingPort(profile: string): string {
  return readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n', 1)[0] ?? ''
}

async function run(address: string, form: Visit['form'], port: string): Promise<Report> {
  const words = [
    ...['exec', '--yes', `--package=${lighthouse}`, '--', 'lighthouse', address],
    ...[`--port=${port}`, '--output=json', '--output-path=stdout', '--quiet'],
    ...['--no-enable-error-reporting', `--only-categories=${categories.join(',')}`],
    ...(form === 'desktop' ? ['--preset=desktop'] : []),
  ]
  const child = spawn('npm', words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const [output, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}: ${complaint.slice(-500)}`)
  const report = JSON.parse(output) as Report
  if (report.runtimeError) throw new Error(`Lighthouse: ${report.runtimeError.message}`)
  // A login that is not accepted ends at another page, whose figures would pass for this one's.
  if (report.finalDisplayedUrl !== address) throw new Error(`seen: ${report.finalDisplayedUrl}`)
  return report
}
