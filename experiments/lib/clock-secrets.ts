import {
  confirm2fa,
  initUser,
  login,
  requestOtp,
  tokenLogin,
  transferLocal,
} from '@passbook/contract'
import { issueLink } from '../../server/src/auth/links.ts'
import type { Db } from '../../server/src/db/db.ts'
import { makeCleanUp } from '../../server/src/jobs/clean-up.ts'
import { bankClock } from '../../server/src/kernel/clock.ts'
import {
  codeIn,
  type TestBank,
  type TestCustomer,
  testBank,
} from '../../server/src/testing/test-bank.ts'
import { type FakeMachine, fakeMachine } from './fake-machine.ts'

const minute = 60_000

/** Something that lets its bearer in for a while; answers whether it still does. */
type Secret = { name: string; works(bank: TestBank): Promise<boolean> }

/**
 * Makes one of every secret, lets it run out, then sets the machine's clock back to when it was good:
 * while the bank runs, and again in a bank that was started anew on what the first one left. Others
 * of the same make are used while they are fresh: a bank that lets nobody in has shown nothing.
 */
export async function secretsUnder(
  db: Db,
  { restart }: { restart: boolean },
): Promise<{ tried: number; revived: string[]; worked: number; deadWhileFresh: string[] }> {
  const revived: string[] = []
  const deadWhileFresh: string[] = []
  let tried = 0
  let worked = 0
  const lookAtFresh = async (when: string, bank: TestBank) => {
    for (const { name, works } of await makeSecrets(bank)) {
      if (await works(bank)) worked += 1
      else deadWhileFresh.push(`${name} ${when}`)
    }
  }
  const look = async (when: string, bank: TestBank, secrets: Secret[]) => {
    for (const { name, works } of secrets) {
      tried += 1
      if (await works(bank)) revived.push(`${name} ${when}`)
    }
  }
  const start = Date.parse('2027-03-14T06:30:00Z')
  for (const [name, backMs] of [
    ['an hour', 60 * minute],
    ['two days', 2 * 1440 * minute],
  ] as const) {
    const machine = fakeMachine(start)
    try {
      const bank = await startOn(db, machine)
      const secrets = await makeSecrets(bank)
      await lookAtFresh('in a running bank', bank)
      machine.passUntil(start + backMs - 1)
      await look('when it had run out', bank, secrets)
      // What the bank does by itself once a minute has passed.
      await makeCleanUp(bank.bank)()
      machine.setTo(start + minute)
      await look(`after the clock went back by ${name}`, bank, secrets)
      await bank.stop()
      if (!restart) continue
      const again = await startOn(db, machine)
      await look(`after the clock went back by ${name} and a restart`, again, secrets)
      await lookAtFresh('after a restart', again)
      await again.stop()
    } finally {
      machine.restore()
    }
  }
  return { tried, revived, worked, deadWhileFresh }
}

async function startOn(db: Db, machine: FakeMachine): Promise<TestBank> {
  const bank = await testBank(db, { config: { sessionHours: 1 } })
  bank.bank.clock = bankClock(await machine.clockOfBank())
  return bank
}

async function makeSecrets(bank: TestBank): Promise<Secret[]> {
  const payer = await bank.customer({ pin: '2468', balance: '100.00', flags: { UseOtp: true } })
  const coded = await bank.customer({ flags: { UseLoginVerification: true } })
  const { db, clock } = bank.bank
  const { token: link } = await db.transaction((sql) =>
    issueLink(sql, { customerId: payer.id, purpose: 'login', now: clock.now(), minutes: 15 }),
  )
  await bank.ask(requestOtp, { pin: '2468' } as never, payer.token)
  const otp = codeIn((await bank.mailTo(payer.email))[0])
  const { username, password } = coded
  const begun = await bank.ask(login, { username, password }, undefined)
  const { buffer } = begun.data as { buffer: string }
  const code = codeIn((await bank.mailTo(coded.email))[0])
  const succeeds = async (reply: Promise<{ http: number }>) => (await reply).http === 200
  return [
    { name: 'a session', works: (now) => succeeds(now.ask(initUser, {}, payer.token)) },
    {
      name: 'a sign-in code',
      works: (now) => succeeds(now.ask(confirm2fa, { buffer, otp: code })),
    },
    { name: 'a link', works: (now) => succeeds(now.ask(tokenLogin, { token: link })) },
    { name: 'a transfer code', works: (now) => payWith(now, { payer, payee: coded, otp }) },
  ]
}

async function payWith(
  bank: TestBank,
  { payer, payee, otp }: { payer: TestCustomer; payee: TestCustomer; otp: string },
): Promise<boolean> {
  const token = await bank.signInAgain(payer)
  const order = {
    source_account: payer.account.publicId,
    amount: '1.00',
    acc_number: payee.account.number,
    acc_name: payee.name,
    pin: '2468',
    otp,
  }
  return (await bank.ask(transferLocal, order as never, token)).http === 200
}
