import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isLong } from '#testing/length.ts'
import { runOutside } from '#testing/outside-program.ts'
import { startProgram } from '#testing/program.ts'
import { testBank } from '#testing/test-bank.ts'
import { testDb } from '#testing/test-db.ts'

const root = resolve(import.meta.dirname, '../../../..')
const folder = mkdtempSync(join(tmpdir(), 'passbook-client-'))
const bank = await testBank(await testDb())
const address = await bank.app.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await bank.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** What somebody writes who knows of the bank nothing but the types that were made of its document. */
const client = `
import type { components, paths } from './schema.ts'

type Posted<P extends keyof paths> = paths[P] extends {
  post: {
    requestBody: { content: { 'multipart/form-data': infer Body } }
    responses: {
      200: { content: { 'application/json': infer Reply } }
      422: { content: { 'application/json': infer Refused } }
    }
  }
}
  ? { body: Body; reply: Reply | Refused }
  : never

const [root = '', username = '', password = '', source = '', payee = ''] = process.argv.slice(2)

async function post<P extends keyof paths>(
  path: P,
  body: Posted<P>['body'],
  headers: Record<string, string> = {},
): Promise<Posted<P>['reply']> {
  const form = new FormData()
  for (const [name, value] of Object.entries(body as Record<string, string>)) form.set(name, value)
  const reply = await fetch(root + path, { method: 'POST', body: form, headers })
  return (await reply.json()) as Posted<P>['reply']
}

const signedIn = await post('/login', { username, password })
if (signedIn.status !== 'success' || !signedIn.data || !('token' in signedIn.data)) throw signedIn
const headers = { authorization: \`Bearer \${signedIn.data.token}\` }
const order = { source_account: source, acc_number: payee, acc_name: 'Bob', amount: '12.50' }
const { amount: _, ...short } = order
// @ts-expect-error an order without its amount is no order
if (Math.random() > 1) await post('/transfer/local', short, headers)

const wrong = await post('/transfer/local', { ...order, pin: '0000' }, headers)
if (wrong.status !== 'failed') throw wrong
const code: components['schemas']['Refusal']['code'] = wrong.code
const paid = await post('/transfer/local', { ...order, pin: '4821' }, headers)
if (paid.status !== 'success') throw paid
console.log(JSON.stringify({ code, balance: paid.data?.account.CurrentBalance }))
`

// It wants an older TypeScript than the project's, so it is fetched when it is needed, as npx does: what comes
// from elsewhere each time is for the long run.
const generator = (...words: string[]) =>
  runOutside('npm', [
    ...['exec', '--yes', '--package=openapi-typescript@7.13.0', '--package=typescript@5.9.3'],
    ...['--', 'openapi-typescript', ...words],
  ])
const fetched = isLong && generator('--version').code === 0
const reason = fetched || !isLong ? '' : ' (skipped: npm cannot fetch it here)'

test.skipIf(!fetched)(
  `openapi-typescript makes types by which a client is checked, signs in and transfers${reason}`,
  async () => {
    const document = join(folder, 'openapi.json')
    writeFileSync(document, (await bank.app.inject('/api/openapi.json')).body)
    const made = generator(document, '-o', join(folder, 'schema.ts'))
    expect(made).toMatchObject({ code: 0 })
    const program = join(folder, 'client.mts')
    writeFileSync(program, client)
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--target',
      'esnext',
      '--module',
      'nodenext',
    ]
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
    const checked = runOutside(join(root, 'node_modules/.bin/tsc'), [
      ...[...options, ...types, '--allowImportingTsExtensions', '--skipLibCheck', program],
    ])
    expect(checked).toMatchObject({ code: 0, out: '' })

    const bob = await bank.customer()
    const ada = await bank.customer({ pin: '4821', balance: '100.00', flags: { UseOtp: false } })
    const words = [`${address}/api`, ada.username, ada.password, ada.account.publicId]
    const running = startProgram(program, [...words, bob.account.number], {})
    const { code, output } = await running.ended
    expect([code, output]).toEqual([0, JSON.stringify({ code: 'pin_wrong', balance: '87.50' })])
  },
  60_000,
)
