import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { test as base, expect, type Page, type Route } from '@playwright/test'
import { enterWith } from './steps.ts'

export type BankRequest = {
  id: number
  command: 'configure' | 'customer' | 'demo' | 'advance' | 'findings' | 'operate' | 'job'
  options: unknown
}
type BankReply = { id: number; result?: unknown; error?: string }

type Wanted = {
  username?: string
  password?: string
  firstName?: string
  lastName?: string
  email?: string
  pin?: string
  balance?: string
  flags?: Record<string, boolean>
}

export type Person = {
  username: string
  password: string
  email: string
  name: string
  token: string
  accountNumber: string
}

export type TestedBank = {
  url: string
  customer(wanted?: Wanted): Promise<Person>
  /** The demo's customers with their year, signed in. */
  demo(): Promise<Pick<Person, 'token'>[]>
  /** Moves the bank's clock forward. */
  advance(ms: number): Promise<void>
  /** What the ledger's audit finds; nothing where it is sound. */
  findings(): Promise<string[]>
  operate(...words: string[]): Promise<string>
  /** Runs one of the bank's jobs once. */
  job(name: string): Promise<void>
  /** The newest mail to an address. */
  mailTo(email: string): Promise<{ subject: string; text: string }>
  /** The newest code that was mailed to an address. */
  codeFor(email: string): Promise<string>
  /** Opens the customer area as somebody who is already signed in. */
  enter(page: Page, person: Pick<Person, 'token'>, path?: string): Promise<void>
}

/** What a bank may set differently for one journey. */
export type Settings = {
  undoSeconds?: number
  /** The name that the bank is open at: passkeys need one. */
  hostname?: string
}

/** What it can be only from its start. */
export type Kind = {
  /** With the demo customers, and days that can be passed. */
  living?: true
  /** Months pass in it, which would end what other journeys wait for. */
  months?: true
  lastNameMin?: number
}

type OwnBank = { bank: TestedBank; configure: (settings: Settings) => Promise<string> }

/** A real bank, one for each worker: other settings need no other one, which takes seconds to start. */
export const bankTest = base.extend<
  { settings: Settings; bank: TestedBank },
  { kind: Kind; ownBank: OwnBank }
>({
  settings: [{}, { option: true }],
  kind: [{}, { scope: 'worker', option: true }],
  ownBank: [
    async ({ kind }, use) => {
      const { stop, ...own } = await startBank(kind)
      await use(own)
      stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  bank: async ({ ownBank: { bank, configure }, settings }, use) => {
    await use({ ...bank, url: await configure(settings) })
  },
})

/** Journeys run over such a bank, and nothing may break the page's policy. */
export const test = bankTest.extend<{
  quiet: undefined
  late: undefined
  slowLine: boolean
  line: undefined
}>({
  baseURL: async ({ bank }, use) => use(bank.url),
  /** Whether a page that is late to come is taken for one on a slow line, as everywhere else. */
  slowLine: [false, { option: true }],
  // A busy machine answers late as well, and words in a font of its own would break elsewhere.
  line: [
    async ({ context, slowLine }, use) => {
      if (!slowLine) await context.addInitScript(hideArrival)
      await use(undefined)
    },
    { auto: true },
  ],
  // `LATE=1`: every answer comes late, and in any order, as over a bad line.
  late: [
    async ({ context }, use) => {
      if (process.env.LATE) await context.route(/\/api\/(?!events$)/, comeLate)
      await use(undefined)
      // What is still on its way through a journey's hands ends with it, in every tab that is open.
      for (const held of [context, ...context.pages()]) {
        await held.unrouteAll({ behavior: 'ignoreErrors' })
      }
    },
    { auto: true },
  ],
  quiet: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        if (/Content.Security.Policy|TrustedHTML|Trusted Type/i.test(message.text())) {
          complaints.push(message.text())
        }
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      await use(undefined)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

/** Runs in the page: how long it took to come is not to be seen. */
function hideArrival(): void {
  const entries = performance.getEntriesByType.bind(performance)
  performance.getEntriesByType = (type) => (type === 'navigation' ? [] : entries(type))
}

async function comeLate(route: Route): Promise<void> {
  const moment = () => setTimeout(Math.random() * 800)
  await moment()
  try {
    const response = await route.fetch()
    await moment()
    await route.fulfill({ response })
  } catch {
    // The page waits for it no longer.
  }
}

export { expect }

/** For `npm run test:long` alone: what it shows is shown by other tests too, in other words or another way. */
export const onlyLong = { tag: '@long' }

async function startBank(kind: Kind): Promise<OwnBank & { stop: () => void }> {
  const child = fork(join(import.meta.dirname, 'bank-process.ts'), [JSON.stringify(kind)], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >()
  child.on('message', ({ id, result, error }: BankReply) => {
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error) asked?.reject(new Error(error))
    else asked?.resolve(result)
  })
  const url = await new Promise<string>((resolve, reject) => {
    waiting.set(0, { resolve: (value) => resolve(String(value)), reject })
    child.once('exit', (code) => reject(new Error(`the bank ended with ${code}`)))
  })
  return { ...remote(child, waiting, url), stop: () => child.kill() }
}

function remote(
  child: ChildProcess,
  waiting: Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>,
  url: string,
): OwnBank {
  let last = 0
  const tell = (command: BankRequest['command'], options: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      child.send({ id: last, command, options } satisfies BankRequest)
    })
  const mailsTo = async (email: string) => {
    const reply = await fetch(`${url}/mailbox.json?to=${encodeURIComponent(email)}`)
    return (await reply.json()) as { subject: string; text: string }[]
  }
  const bank: TestedBank = {
    url,
    customer: (wanted = {}) => tell('customer', wanted) as Promise<Person>,
    demo: () => tell('demo', null) as Promise<Pick<Person, 'token'>[]>,
    advance: (ms) => tell('advance', ms) as Promise<void>,
    findings: () => tell('findings', null) as Promise<string[]>,
    operate: (...words) => tell('operate', words) as Promise<string>,
    job: (name) => tell('job', name) as Promise<void>,
    async mailTo(email) {
      const [newest] = await mailsTo(email)
      if (!newest) throw new Error(`no mail to ${email}`)
      return newest
    },
    async codeFor(email) {
      // News of money may be newer than the code.
      const codes = (await mailsTo(email)).map(({ text }) => /^\d+$/m.exec(text)?.[0])
      const newest = codes.find((code) => code !== undefined)
      if (!newest) throw new Error(`no code was mailed to ${email}`)
      return newest
    },
    enter: (page, { token }, path) => enterWith(page, token, path),
  }
  return { bank, configure: (settings) => tell('configure', settings) as Promise<string> }
}
