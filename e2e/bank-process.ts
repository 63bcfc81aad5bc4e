// A whole bank for one worker of the browser tests: its own database, a clock that the tests move.
// It is driven over the process channel; customers and flags are made the way an operator would.

import { people } from '../server/src/demo/people.ts'
import { seedDemo } from '../server/src/demo/seed.ts'
import { makeLog } from '../server/src/http/json-log.ts'
import { jobsOf } from '../server/src/jobs/jobs.ts'
import { startJobs } from '../server/src/jobs/runner.ts'
import { deliverOutbox } from '../server/src/notifications/outbox.ts'
import { makeDb } from '../server/src/testing/make-db.ts'
import { passAll } from '../server/src/testing/pass-days.ts'
import { testBank } from '../server/src/testing/test-bank.ts'
import type { BankRequest, Kind, Settings } from './fixture.ts'

const { db } = await makeDb({ database: 'embedded' })
const { living, months: _, ...kind } = JSON.parse(process.argv[2] ?? '{}') as Kind
const usual = { demo: true, coverMs: 50, undoSeconds: 0 }
// As a bank has it, which pages must get on with.
const requestsAtOnce = { session: 4, network: 16 }
const test = await testBank(db, { config: { ...usual, requestsAtOnce, ...kind } })
// A client learns the time from its replies: what a test has moved must not lie in its future.
test.app.server.prependListener('request', (_request, reply) =>
  reply.setHeader('date', test.clock.now().toUTCString()),
)
await test.app.listen({ host: '127.0.0.1', port: 0 })
const address = test.app.server.address()
const port = typeof address === 'object' ? address?.port : undefined
configure({})

// Only what tells of changes: what waits is decided when a test says so.
const log = makeLog('silent')
const jobs = jobsOf(test.bank, log)
startJobs(
  jobs.filter(({ name }) => ['outbox', 'budgets'].includes(name)),
  log,
)
if (living) {
  await seedDemo(test.bank)
  startJobs([{ name: 'passing days', everyMs: 200, run: () => passAll(test.bank) }], log)
}

// However the run of the tests ends, it leaves no bank behind.
process.once('disconnect', () => process.exit())
process.on('message', async ({ id, command, options }: BankRequest) => {
  try {
    process.send?.({ id, result: await handle(command, options) })
  } catch (error) {
    process.send?.({ id, error: String(error) })
  }
})
process.send?.({ id: 0, result: test.bank.config.publicUrl })

/** Sets what one journey wants, and all else as usual; answers the bank's address. */
function configure({ hostname = '127.0.0.1', ...settings }: Settings): string {
  const publicUrl = `http://${hostname}:${port}`
  Object.assign(test.bank.config, { ...usual, ...settings, publicUrl })
  return publicUrl
}

async function handle(command: BankRequest['command'], options: unknown): Promise<unknown> {
  switch (command) {
    case 'configure':
      return configure(options as Settings)
    case 'customer': {
      const made = await test.customer(options as Parameters<typeof test.customer>[0])
      // Told before anybody looks: news of the first money would come at some moment of a journey.
      while ((await deliverOutbox(test.bank)) > 0);
      const { number } = made.account
      return {
        username: made.username,
        password: made.password,
        email: made.email,
        name: made.name,
        token: made.token,
        accountNumber: number,
      }
    }
    case 'demo': {
      await seedDemo(test.bank)
      const logins = Object.values(people).map(({ customer }) => customer.username)
      const rows = await db.sql<{ id: bigint }>`
        select id from customers where username = any(${logins}::text[]) order by id`
      const tokens = []
      for (const { id } of rows) tokens.push({ token: await test.signInAgain({ id }) })
      return tokens
    }
    case 'advance':
      return test.clock.advance(options as number)
    case 'findings':
      return test.findings()
    case 'job':
      await jobs.find(({ name }) => name === options)?.run(new AbortController().signal)
      return
    case 'operate':
      return (await import('../server/src/cli/commands.ts')).runCommand(
        test.bank,
        options as string[],
      )
  }
}
