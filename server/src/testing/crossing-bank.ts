import {
  type Call,
  createAccount,
  hourIn,
  type orderStanding,
  orderStanding as placeCall,
  type Sent,
  type StandingEntry,
  standingOrder,
} from '@passbook/contract'
import { pino } from 'pino'
import { accountsOf, type OwnAccount } from '#accounts/accounts.ts'
import { type NewBill, saveBill } from '#bills/bills.ts'
import { runCommand } from '#cli/commands.ts'
import type { Db } from '#db/db.ts'
import { quietly } from '#demo/forward.ts'
import { makeDayRun } from '#jobs/jobs.ts'
import { dayAfter } from '#kernel/calendar.ts'
import { momentOf } from '#kernel/context.ts'
import { balance } from '#ledger/ledger.ts'
import { answerOf, standingClock, type TestCustomer, testBank } from './test-bank.ts'

export const crossingZone = 'America/New_York'

/** The moments of a day at which anything may happen: a little after midnight, then the tries. */
const hours = [0, 6, 12, 18]

/** A bank whose days are passed with all of its jobs, and what its customers do on them. */
export async function crossingBank(db: Db, start: string) {
  const clock = standingClock(hourIn(start, 9, crossingZone))
  const t = await testBank(db, { clock, config: { bankZone: crossingZone } })
  const run = makeDayRun(quietly(t.bank), pino({ level: 'silent' }))
  const { signal } = new AbortController()
  const jobs = () => run(signal)
  const today = () => momentOf(t.bank).day
  const inDays = (days: number) => dayAfter(today(), days)

  async function goTo(day: string, hour = 0) {
    const at = hourIn(day, hour, crossingZone).getTime() + 11 * 60_000
    clock.advance(at - clock.now().getTime())
    await jobs()
  }
  /** Through every day to this one, to an hour of it. */
  async function liveTo(day: string, hour = 18) {
    for (let on = today(); on <= day; on = dayAfter(on, 1)) {
      for (const at of hours) {
        const moment = hourIn(on, at, crossingZone).getTime() + 11 * 60_000
        const isPast = moment <= clock.now().getTime() || (on === day && at > hour)
        if (!isPast) await goTo(on, at)
      }
    }
  }
  const as = async <C extends Call>(who: TestCustomer, call: C, fields: object = {}) =>
    t.ask(call, fields as Sent<C>, await t.signInAgain(who))

  /** Orders something by the standing orders' form; answers its name. */
  async function order(
    who: TestCustomer,
    fields: Partial<Record<keyof Sent<typeof orderStanding>, string>>,
  ): Promise<string> {
    const form = {
      ...{ kind: 'local', source_account: who.account.publicId, every: 'once', pin: '4821' },
      ...{ date: inDays(1), ...fields },
    }
    const token = await t.signInAgain(who)
    const answer = answerOf(await t.send(placeCall, form, { token }))
    if (answer.http !== 200) throw new Error(JSON.stringify(answer))
    return (answer.data as StandingEntry).Id
  }

  return {
    ...t,
    jobs,
    today,
    inDays,
    goTo,
    liveTo,
    as,
    order,
    run: (...words: string[]) => runCommand(t.bank, words),
    payee: ({ account, name }: TestCustomer) => ({ acc_number: account.number, acc_name: name }),
    /** With an account that earns nothing, unless it is to. */
    person: (balance: string, more: object = {}) => {
      const wanted = { account_type: 'current', pin: '4821', balance, flags: { UseOtp: false } }
      return t.customer({ ...wanted, ...more })
    },
    /** The order as its customer sees it. */
    shown: async (who: TestCustomer, id: string) => {
      const { data } = await as(who, standingOrder, { id })
      return data as StandingEntry & { History: { Date: string; State: string; Reason: string }[] }
    },
    bill: (who: TestCustomer, amount: bigint, more: Partial<NewBill> = {}) =>
      saveBill(t.bank, who.id, {
        ...{
          biller: 'Apple Inc',
          accountName: 'x',
          type: 'one time',
          account: who.account.publicId,
        },
        ...{ amount, date: inDays(1), ...more },
      }),
    /** One more account of a customer. */
    second: async (who: TestCustomer, fields: object = {}): Promise<OwnAccount> => {
      const { data } = await as(who, createAccount, { accountName: 'Second', ...fields })
      const { Number: number } = data as { Number: string }
      const made = (await accountsOf(db.sql, who.id)).find((one) => one.number === number)
      if (!made) throw new Error('an account that is made is there')
      return made
    },
    /** What an account has, and what of that is not available, in minor units. */
    money: async ({ id: accountId }: Pick<OwnAccount, 'id'>): Promise<[bigint, bigint]> => {
      const { balanceMinor, heldMinor } = await balance(db.sql, { accountId })
      return [balanceMinor, heldMinor]
    },
  }
}
