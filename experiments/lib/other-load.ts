import { askOperator } from '../../server/src/cli/ask.ts'
import type { Db } from '../../server/src/db/db.ts'
import { call, signUpFields } from './bank-client.ts'
import { type Answers, asked, keepSample } from './transfer-load.ts'

type Acknowledged = {
  signUps: string[]
  /** The ids of accounts that were opened. */
  accounts: string[]
  /** Each fund has an amount of its own, in cents. */
  funds: number[]
}

/** What happens beside the payments. */
export type OtherLoad = {
  acknowledged: Acknowledged
  sizes(): Record<string, number>
  stop(): Promise<void>
}

type Settings = {
  url: () => string
  answers: Answers
  /** Whom the operator funds, over the socket of an embedded bank. */
  fund?: { dataDir: string; number: string } | undefined
  /** How long until the next one comes. */
  pauseMs?: number
}

const retryMs = 100

/** People who sign up and open accounts, and an operator who funds; none of it is sent twice. */
export function startOthers({ url, answers, fund, pauseMs = 0 }: Settings): OtherLoad {
  const acknowledged: Acknowledged = { signUps: [], accounts: [], funds: [] }
  let stopping = false
  async function again(once: (sequence: number) => Promise<boolean>) {
    for (let sequence = 1; !stopping; sequence += 1) {
      const waitMs = (await once(sequence)) ? pauseMs : retryMs
      if (waitMs) await new Promise((done) => setTimeout(done, waitMs))
    }
  }
  const ask = (path: string, fields: Record<string, string>, token = '') =>
    asked(answers, (signal) => call(url(), path, { fields, token, signal }))

  async function signUp(sequence: number): Promise<boolean> {
    const username = `newcomer${sequence}`
    const fields = signUpFields(username)
    const made = await ask('signup', fields)
    if (made?.status !== 'success') return false
    acknowledged.signUps.push(username)
    const login = await ask('login', { username, password: fields.password })
    if (login?.status !== 'success') return false
    const { token } = login.data as { token: string }
    for (const accountName of ['Pot', 'Purse']) {
      const opened = await ask('account', { accountName }, token)
      if (opened?.status !== 'success') return false
      acknowledged.accounts.push((opened.data as { Id: string }).Id)
    }
    return true
  }

  async function fundOnce(cents: number): Promise<boolean> {
    const words = ['fund', fund?.number ?? '', (cents / 100).toFixed(2)]
    const reply = await askOperator(fund?.dataDir ?? '', words).catch(() => undefined)
    if (!reply) return false
    if (reply.ok) acknowledged.funds.push(cents)
    else {
      answers.wrong += 1
      keepSample(answers, `${words.join(' ')}: ${reply.output}`)
    }
    return reply.ok
  }

  const working = Promise.all([again(signUp), fund && again(fundOnce)])
  return {
    acknowledged,
    sizes: () => ({
      signUps: acknowledged.signUps.length,
      accounts: acknowledged.accounts.length,
      ...(fund && { funds: acknowledged.funds.length }),
    }),
    stop: async () => {
      stopping = true
      await working
    },
  }
}

/** Everything of it is there, no fund twice, and no customer by halves. */
export async function lookAtOthers(db: Db, { signUps, accounts, funds }: Acknowledged) {
  const [seen] = await db.sql<{ lost: number; duplicated: number; half: number }>`
    select
      (select count(*) from unnest(${signUps}::text[]) as n(username)
        where not exists (select from customers c where c.username = n.username))::int
      + (select count(*) from unnest(${accounts}::text[]) as n(id)
        where not exists (select from ledger_accounts a where a.public_id::text = n.id))::int
      + (select count(*) from unnest(${funds}::int[]) as n(cents)
        where not exists (select from transactions t
          where t.method = 'bank' and t.type = 'credit' and t.amount_minor = n.cents))::int as lost,
      (select count(*) from (
        select from transactions where method = 'bank' and type = 'credit'
          and amount_minor < 100000000
        group by amount_minor having count(*) > 1) as twice)::int as duplicated,
      (select count(*) from customers c
        where not exists (select from accounts a where a.owner_id = c.id)
          or not exists (select from cards k where k.customer_id = c.id)
          or not exists (select from notifications n where n.customer_id = c.id))::int as half`
  if (!seen) throw new Error('a count is always answered')
  return seen
}
