import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { ReceiptPaper } from './paper.ts'
import { makeRenderer } from './renderer.ts'

/** Draws nothing: what the paper's amount says decides how it goes. */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from 'node:worker_threads'
  const file = { bytes: new Uint8Array(1), sha256: '', pages: 1 }
  parentPort.on('message', ({ id, paper }) => {
    if (paper?.amount === 'break') throw new Error('broken')
    if (paper?.amount === 'good') parentPort.postMessage({ id, file })
  })
`)}`,
)

const own = makeRenderer(program)
afterEach(() => vi.useRealTimers())
afterAll(() => own.stop())

const drawn = { bytes: new Uint8Array(1), sha256: '', pages: 1 }
const paper = (amount: 'good' | 'break' | 'hang'): ReceiptPaper => ({
  ...{ kind: 'receipt', amount, warning: undefined, rows: [], createdAt: new Date(0) },
  ...{ systemName: '', bankAddress: '', verifyUrl: '' },
  key: { id: '', privateKey: new Uint8Array() },
  facts: {
    ...{ kind: 'receipt', bank: '', holder: '', account: '', currency: 'usd' },
    ...{ reference: '', at: '', state: 'completed', amount: '' },
  },
})

const good = async () => paper('good')

test('a thread that breaks or hangs is not given the next paper', async () => {
  const broken = own.draw(paper('break'))
  const next = own.draw(paper('good'))
  await expect(broken).rejects.toThrow('broken')
  expect(await next).toEqual(drawn)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const hung = own.draw(paper('hang'))
  const after = own.draw(paper('good'))
  void hung.catch(() => {})
  await vi.advanceTimersByTimeAsync(60_000)
  await expect(hung).rejects.toThrow('too long')
  expect(await after).toEqual(drawn)
})

test('a customer waits for two files at most, fifty are waited for, and a statement always waits', async () => {
  const mine = [1, 2, 3].map(() => own.drawFor(1n, good))
  const others = Array.from({ length: 49 }, (_, at) =>
    own.drawFor(BigInt(2 + Math.floor(at / 2)), good),
  )
  const statement = own.draw(paper('good'))
  const codes = (await Promise.allSettled([...mine, ...others])).map((one) =>
    one.status === 'fulfilled' ? 'drawn' : one.reason.code,
  )
  const expected = [...Array(51).fill('drawn'), 'unavailable']
  expected.splice(2, 1, 'too_many')
  expect(codes).toEqual(expected)
  expect(await statement).toEqual(drawn)
  expect(await own.drawFor(1n, good)).toEqual(drawn)
})
