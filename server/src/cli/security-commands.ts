import { endSessions } from '#auth/sessions.ts'
import type { Sql } from '#db/db.ts'
import { Failure } from '#kernel/failure.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import { noteEvent } from '#security/note-event.ts'
import type { Command } from './command.ts'
import { customerId, flagNames, setFlag } from './flags.ts'

const logLines = 100

type LogLine = {
  at: Date
  kind: string
  by: string
  agent: string
  address: string
  detail: string
}

/** What an operator can do about a customer's safety; each stands in that customer's log too. */
export const securityCommands: Record<string, Command> = {
  'security-log': {
    usage: 'security-log <username>',
    does: `the newest ${logLines} lines of a customer's security log`,
    takes: 1,
    run: (_, [username = ''], { deed }) =>
      deed(async (sql) => {
        const id = await customerId(sql, username)
        const rows = await sql<LogLine>`
          select at, kind, by, agent, address, detail from security_events
          where customer_id = ${id} order by id desc limit ${logLines}`
        const lines = rows.map(({ at, ...said }) =>
          [at.toISOString(), ...Object.values(said)].join('\t').trimEnd(),
        )
        const trace = `${rows.length} lines`
        return { output: lines.join('\n') || 'Nothing is noted', trace }
      }),
  },
  'end-sessions': {
    usage: 'end-sessions <username>',
    does: 'sign a customer out everywhere; signing in again is not prevented',
    takes: 1,
    run: ({ clock }, [username = ''], { deed }) =>
      deed(async (sql) => {
        const id = await customerId(sql, username)
        await endSessions(sql, id)
        const at = clock.now()
        await noteEvent(sql, { customerId: id, kind: 'sessions_ended', at, by: 'operator' })
        return `${username} is signed out everywhere`
      }),
  },
  thaw: {
    usage: 'thaw <username>',
    does: 'end the freeze of a customer who cannot do it in the profile',
    takes: 1,
    run: ({ clock }, [username = ''], { deed }) =>
      deed(async (sql) => {
        const id = await customerId(sql, username)
        await lockCustomer(sql, id)
        const thawed = await sql`
          update customers set frozen_at = null where id = ${id} and frozen_at is not null
          returning 1`
        if (thawed.length === 0) return `${username} was not frozen`
        const at = clock.now()
        await noteEvent(sql, { customerId: id, kind: 'thawed', at, by: 'operator' })
        return `${username} is no longer frozen`
      }),
  },
  'set-flag': {
    usage: 'set-flag <username> <Flag> <true|false>',
    does: `set a flag of a customer: ${flagNames.join(', ')}`,
    takes: 3,
    run: async ({ clock }, [username = '', flag = '', value = ''], { deed }) => {
      if (value !== 'true' && value !== 'false') throw new Failure('invalid', 'Say true or false')
      return deed(async (sql) => {
        await flagged(sql, { username, flag, value: value === 'true' }, clock.now())
        return `${flag} of ${username} is ${value}`
      })
    },
  },
  block: {
    usage: 'block <username>',
    does: 'end every session of a customer and let no new one begin',
    takes: 1,
    run: ({ clock }, [username = ''], { deed }) =>
      deed(async (sql) => {
        await flagged(sql, { username, flag: 'Blocked', value: true }, clock.now())
        return `${username} is blocked`
      }),
  },
  unblock: {
    usage: 'unblock <username>',
    does: 'let a blocked customer in again',
    takes: 1,
    run: ({ clock }, [username = ''], { deed }) =>
      deed(async (sql) => {
        await flagged(sql, { username, flag: 'Blocked', value: false }, clock.now())
        return `${username} is no longer blocked`
      }),
  },
}

type Flag = { username: string; flag: string; value: boolean }

/** Sets a flag and notes it. Who the operator is stands in operator_log, not where customers look. */
async function flagged(sql: Sql, set: Flag, at: Date): Promise<void> {
  await setFlag(sql, set)
  const id = await customerId(sql, set.username)
  const detail = `${set.flag}: ${set.value}`
  await noteEvent(sql, { customerId: id, kind: 'flag_set', at, by: 'operator', detail })
}
