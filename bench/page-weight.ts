import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'
import { call, succeed } from '../experiments/lib/bank-client.ts'
import { makeHome, startBank } from '../experiments/lib/bank-server.ts'
import { rounded } from '../experiments/lib/figures.ts'
import { findBrowser } from '../tools/browser.ts'
import { buildWeb } from '../tools/build-web.ts'
import { packWeb } from '../tools/pack-web.ts'
import { pageSpeed, type Visit } from './lib/lighthouse.ts'
import type { Part, Ratio, Table } from './lib/part.ts'
import { type SlowVisit, slowVisits } from './lib/slow-network.ts'

const root = resolve(import.meta.dirname, '..')
const entry = ['/login', '/signup', '/request-password-reset']
const area = [
  '/c',
  '/c/transfer',
  '/c/add-funds',
  '/c/transactions',
  '/c/statement',
  '/c/my-accounts',
  '/c/debts',
  '/c/cards',
  '/c/profile',
  '/c/support',
  '/c/pay-bill',
  '/c/quick-loans',
  '/c/notifications',
]

/**
 * What a browser has loaded for each page once all of it is there, and how soon the first ones are.
 * The limits of the size check are for what the first drawing needs, and are held by that check.
 */
export async function benchClient({ visits }: { visits: number }): Promise<Part> {
  await buildWeb()
  await packWeb()
  const home = await makeHome('embedded')
  const bank = await startBank({ ...home.env, DEMO: '1' })
  try {
    const fields = { username: 'demo', password: 'demo1234' }
    const login = succeed(await call(bank.url, 'login', { fields }))
    const { token } = login.data as { token: string }
    const loads = await loadAll(bank.url, token)
    const slow = await slowVisits(bank.url, slowPages(token), visits)
    const speed = await speedTables(bank.url, token, visits)
    const title = `A first visit at 400 kbit/s with answers 400 ms away, median of ${visits}`
    return {
      name: 'client',
      tables: [sizeTable(loads), { title, rows: slow }, ...speed.tables],
      ratios: slowRatios(slow),
      notes: speed.notes,
    }
  } finally {
    await bank.stop()
    await home.remove()
  }
}

type Weight = { raw: number; gzip: number }
type Load = { path: string; files: number; js: Weight; css: Weight; sent: number }

async function loadAll(url: string, token: string): Promise<Load[]> {
  const browser = await chromium.launch(findBrowser())
  try {
    const loads: Load[] = []
    for (const path of entry) loads.push(await loadOf(browser, { url, path }))
    for (const path of area) loads.push(await loadOf(browser, { url, path, token }))
    return loads
  } finally {
    await browser.close()
  }
}

/** Every page is opened by a browser that has never seen the bank. */
async function loadOf(
  browser: Browser,
  { url, path, token }: { url: string; path: string; token?: string },
): Promise<Load> {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' })
  try {
    const page = await context.newPage()
    if (token) {
      await page.goto('/favicon.svg')
      await page.evaluate((held) => localStorage.setItem('auth', held), JSON.stringify({ token }))
    }
    const files: { name: string; bytes: Promise<number> }[] = []
    page.on('response', (reply) => {
      const name = new URL(reply.url()).pathname
      if (name.startsWith('/api/')) return
      files.push({
        name,
        bytes: reply
          .request()
          .sizes()
          .then((sizes) => sizes.responseBodySize),
      })
    })
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    // The stream of events never ends, so the network is never idle: wait for what is drawn.
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
    await page.waitForTimeout(500)
    const names = files.map(({ name }) => name)
    const sent = await Promise.all(files.map(({ bytes }) => bytes))
    return {
      path,
      files: names.length,
      js: weigh(names, '.js'),
      css: weigh(names, '.css'),
      sent: sent.reduce((sum, bytes) => sum + bytes, 0),
    }
  } finally {
    await context.close()
  }
}

function weigh(names: string[], extension: string): Weight {
  const contents = names
    .filter((name) => name.endsWith(extension))
    .map((name) => readFileSync(join(root, 'web/dist', name)))
  return {
    raw: contents.reduce((sum, content) => sum + content.length, 0),
    gzip: contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0),
  }
}

const kB = (bytes: number) => Math.round(bytes / 100) / 10

function sizeTable(loads: Load[]): Table {
  const rows = loads.map(({ path, files, js, css, sent }) => ({
    path,
    'JS gzip': kB(js.gzip),
    'CSS gzip': kB(css.gzip),
    'JS raw': kB(js.raw),
    'CSS raw': kB(css.raw),
    files,
    'all as sent': kB(sent),
  }))
  return { title: 'A first visit to each page, kB (as sent: Brotli, with page and font)', rows }
}

const slowPages = (token: string) => [
  { path: '/login' },
  ...['/c', '/c/transactions', '/c/transfer'].map((path) => ({ path, token })),
]

const slowLimits = { 'drawn ms': 2000, 'usable ms': 6000 } as const

/** What a visitor on a slow line waits for, against the time that it may take. */
function slowRatios(rows: SlowVisit[]): Ratio[] {
  const names = ['drawn ms', 'usable ms'] as const
  return rows
    .filter(({ page }) => page === '/login' || page === '/c')
    .flatMap((row) =>
      names.map((name) => ({
        name: `${row.page} ${name} on a slow line against ${slowLimits[name]}`,
        ratio: rounded(row[name] / slowLimits[name]),
        atMost: 1,
      })),
    )
}

async function speedTables(
  url: string,
  token: string,
  runs: number,
): Promise<{ tables: Table[]; notes: string[] }> {
  const forms = ['mobile', 'desktop'] as const
  const pages: Visit[] = forms.flatMap((form): Visit[] => [
    { name: '/login', path: '/login', form },
    ...['/c', '/c/transactions', '/c/transfer'].map((path) => ({ name: path, path, token, form })),
  ])
  try {
    const rows = await pageSpeed(url, pages, runs)
    const title = `Lighthouse, median of ${runs}: scores of 100, then what a visitor waits for`
    return { tables: [{ title, rows }], notes: [] }
  } catch (error) {
    // It comes from the registry when it is asked for; a machine without one has the rest.
    return { tables: [], notes: [`Lighthouse: not measured (${String(error)})`] }
  }
}
