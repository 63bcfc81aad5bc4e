import { globSync, readFileSync } from 'node:fs'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

// What the bank does not do, so that nobody has to secure it: looked for in its packages and sources.

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

type Package = {
  version?: string
  integrity?: string
  dev?: boolean
  link?: boolean
  /** For some platforms only; the lock file keeps their checksum where it was at hand. */
  optional?: boolean
}
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> }
const packages = Object.entries(lock.packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
)
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13)
const running = packages.filter(([, { dev }]) => !dev).map(([path]) => nameOf(path))

const sources = (where: string) =>
  globSync(where, { cwd: root.pathname })
    .filter((path) => !/\.test\.|\/testing\/|\/checks\//.test(path))
    .map((path) => ({ path, text: read(path) }))
const all = sources('{contract,server,web}/src/**/*.{ts,tsx}')
const found = (pattern: RegExp, among = all) =>
  among.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

const bank = await testBank(await testDb())
afterAll(() => bank.stop())

// asvs 1.2.6 1.2.7 1.2.8 1.3.5 1.3.7 1.3.8 1.3.9 1.5.1
test('no package that runs in the bank reads XML, templates, archives or other query languages', () => {
  const readers =
    /xml|^sax$|xpath|ldap|jndi|latex|memcache|handlebars|^ejs$|^pug$|nunjucks|mustache|markdown|^marked$|serialize-javascript|busboy|multer|unzip|archiver|jszip|^tar$/i
  expect(running.length).toBeGreaterThan(50)
  expect(running.filter((name) => readers.test(name))).toEqual([])
})

// asvs 4.3.1 4.3.2 4.4.1 4.4.2 4.4.3 4.4.4 6.8.1 6.8.2 6.8.3 6.8.4 7.1.3 7.6.1 9.2.1 9.2.2 9.2.3
// asvs 9.2.4 10.1.1 10.1.2 10.2.1 10.2.2 10.3.1 10.3.2 10.3.3 10.3.4 10.4.1 10.4.2 10.4.3 10.4.4
// asvs 10.4.5 10.4.6 10.4.7 10.4.8 10.4.9 10.4.10 10.4.11 10.5.1 10.5.2 10.5.3 10.5.4 10.5.5
// asvs 10.6.1 10.6.2 10.7.1 10.7.2 10.7.3 17.1.1 17.2.1 17.2.2 17.2.3 17.2.4 17.3.1 17.3.2
test('nobody signs in by way of another, and no path speaks GraphQL, WebSocket or WebRTC', () => {
  const speakers =
    /oauth|openid|saml|jsonwebtoken|^jose$|passport|graphql|^ws$|websocket|socket\.io|webrtc/i
  expect(running.filter((name) => speakers.test(name))).toEqual([])
  expect(bank.app.server.listenerCount('upgrade')).toBe(0)
  expect(found(/\bRTCPeerConnection\b|new WebSocket\(/)).toEqual([])
})

// asvs 1.2.5 1.3.2
test('no source runs text as code or starts a program', () => {
  expect(found(/\beval\(|new Function\(|node:vm'|node:child_process'/)).toEqual([])
})

// asvs 1.3.1 3.2.2
test('the pages are made of elements: no source writes markup into them', () => {
  const markup =
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML|createContextualFragment/
  expect(found(markup, sources('web/src/**/*.{ts,tsx}'))).toEqual([])
})

// asvs 3.5.5
test('the pages hear nothing from other windows and load nothing from elsewhere', () => {
  const pages = sources('web/src/**/*.{ts,tsx}')
  const windows = /(?:window|self|parent|opener|top)\.(?:postMessage|addEventListener\('message')/
  expect(found(windows, pages)).toEqual([])
  // A channel of this origin only tells the other tabs.
  expect(found(/addEventListener\('message'/, pages)).toEqual(['web/src/api/money-moved.ts'])
  expect(read('web/index.html')).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
})

// asvs 1.3.6 13.2.4 13.2.5 15.3.2 16.2.3
test('the server asks no address by itself', () => {
  const server = sources('server/src/**/*.ts')
  expect(
    found(/\bfetch\(|https?\.(?:get|request)\(|from 'node:(?:https|dns|dgram)'/, server),
  ).toEqual([])
  // Sockets of the data folder: the operator's, and the sign of life of whoever holds it.
  const local = ['server/src/db/lock.ts', 'server/src/cli/ask.ts']
  expect(found(/createConnection\(/, server).sort()).toEqual(local.sort())
})

// asvs 4.1.2
test('no path of the server answers with a redirect', () => {
  expect(
    found(/\.redirect\(|\bstatus\(30\d\)|\bcode\(30\d\)/, sources('server/src/**/*.ts')),
  ).toEqual([])
})

// asvs 6.5.3 7.2.3 9.1.2 11.1.2 11.2.1 11.2.3 11.3.1 11.3.2 11.3.3 11.4.1 11.4.3 11.5.1
test('hashes, ciphers and random numbers are the approved ones', () => {
  const used = (pattern: RegExp) =>
    all.flatMap(({ path, text }) =>
      [...text.matchAll(pattern)].map(([, what = '']) => `${what} ${path}`),
    )
  const hashes = used(/\b(?:create(?:Hash|Hmac)|hash)\('([^']*)'/g)
  expect(hashes.length).toBeGreaterThan(3)
  // One-time passwords of authenticator apps are HMAC-SHA-1 by their standard (RFC 6238).
  const odd = hashes.filter((use) => !/^sha(?:256|384|512) |^sha1 server\/src\/.*totp/.test(use))
  expect(odd).toEqual([])
  const ciphers = used(/create(?:Cipher|Decipher)iv\(\s*'([^']*)'/g)
  expect(ciphers.filter((use) => !use.startsWith('aes-256-gcm '))).toEqual([])
  expect(found(/createCipher\(|createDecipher\(|publicEncrypt|generateKeyPair\w*\('rsa'/)).toEqual(
    [],
  )
  // Chance without secrets: how long something waits.
  const chances = used(/^(.*Math\.random.*)$/gm)
  expect(chances.filter((use) => !/Ms\b|setTimeout|wait\(/.test(use))).toEqual([])
})

// asvs 15.1.2
test('every package has its version and its checksum', () => {
  const unsure = packages.filter(
    ([, { version, integrity, optional }]) => !version || (!integrity && !optional),
  )
  expect(unsure.map(([path]) => path)).toEqual([])
  for (const path of [
    'package.json',
    'contract/package.json',
    'server/package.json',
    'web/package.json',
  ]) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(read(path)) as {
      dependencies?: Record<string, string>
      devDependencies?: Record<string, string>
    }
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
    )
    expect(loose, path).toEqual([])
  }
})

// asvs 16.2.4 16.4.1
test('a line of the log stays one line of JSON, whatever is written into it', () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  log.warn({ message: 'first\n{"level":60,"msg":"made up"}\u2028\r\n' }, 'a mail is late')
  expect(lines).toHaveLength(1)
  expect(lines[0]?.trimEnd()).not.toMatch(/[\r\n]/)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, msg: 'a mail is late' })
})
