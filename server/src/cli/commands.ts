import { limits } from '@passbook/contract'
import { issueLink } from '#auth/links.ts'
import { issueCard } from '#cards/cards.ts'
import type { Sql } from '#db/db.ts'
import { seedDemo } from '#demo/seed.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { audit } from '#ledger/audit.ts'
import { closeAccount } from '#ledger/ledger.ts'
import type { Command } from './command.ts'
import { exportCommand } from './dump-command.ts'
import { customerId, flagNames, setFlag } from './flags.ts'
import { fundAccount } from './fund.ts'
import { moneyCommands } from './money-commands.ts'

/** Everything an operator can do. Nothing here edits a balance: money moves by entries only. */
const commands: Record<string, Command> = {
  ...moneyCommands,
  fund: {
    usage: 'fund <account number> <amount>',
    does: 'credit an account with money that came from another bank',
    takes: 2,
    run: async (bank, [number = '', amount = '']) => fundAccount(bank, { number, amount }),
  },
  'set-flag': {
    usage: 'set-flag <username> <Flag> <true|false>',
    does: `set a flag of a customer: ${flagNames.join(', ')}`,
    takes: 3,
    run: async (bank, [username = '', flag = '', value = '']) => {
      if (value !== 'true' && value !== 'false') throw new Failure('invalid', 'Say true or false')
      await setFlag(bank, { username, flag, value: value === 'true' })
      return `${flag} of ${username} is ${value}`
    },
  },
  'login-link': {
    usage: 'login-link <username>',
    does: 'make a link that signs a customer in once, within 15 minutes',
    takes: 1,
    run: async ({ db, clock, config }, [username = '']) => {
      const { token } = await db.transaction(async (sql) =>
        issueLink(sql, {
          customerId: await customerId(sql, username),
          purpose: 'login',
          now: clock.now(),
          minutes: limits.loginLinkMinutes,
        }),
      )
      return `${config.publicUrl}/user-login/${token}`
    },
  },
  block: {
    usage: 'block <username>',
    does: 'end every session of a customer and let no new one begin',
    takes: 1,
    run: async (bank, [username = '']) => {
      await setFlag(bank, { username, flag: 'Blocked', value: true })
      return `${username} is blocked`
    },
  },
  unblock: {
    usage: 'unblock <username>',
    does: 'let a blocked customer in again',
    takes: 1,
    run: async (bank, [username = '']) => {
      await setFlag(bank, { username, flag: 'Blocked', value: false })
      return `${username} is no longer blocked`
    },
  },
  'close-account': {
    usage: 'close-account <account number>',
    does: 'close an account that is empty and has nothing under way',
    takes: 1,
    run: async ({ db, clock }, [number = '']) => {
      await db.transaction(async (sql) => {
        const accountId = await accountIdOf(sql, number)
        await closeAccount(sql, { accountId, at: clock.now() })
      })
      return `${number} is closed`
    },
  },
  'issue-card': {
    usage: 'issue-card <account number>',
    does: 'issue a further debit card on an account',
    takes: 1,
    run: async ({ db, clock }, [number = '']) => {
      await db.transaction(async (sql) => {
        const accountId = await accountIdOf(sql, number)
        await issueCard(sql, { accountId, now: clock.now() })
      })
      return `A card has been issued on ${number}`
    },
  },
  audit: {
    usage: 'audit',
    does: "check every invariant of the ledger; fails where one doesn't hold",
    takes: 0,
    run: async ({ db }) => {
      const findings = await audit(db)
      if (findings.length === 0) return 'The ledger is sound'
      throw new Failure('internal', findings.map((finding) => JSON.stringify(finding)).join('\n'))
    },
  },
  export: exportCommand,
  seed: {
    usage: 'seed',
    does: 'add the demo customers with a year of history, where they are missing',
    takes: 0,
    run: async (bank) => ((await seedDemo(bank)) ? 'Demo customers added' : 'Already there'),
  },
}

async function accountIdOf(sql: Sql, number: string): Promise<bigint> {
  const [account] = await sql<{ accountId: bigint }>`
    select account_id as "accountId" from accounts where number = ${number}`
  if (!account) throw new Failure('invalid', `No account has the number ${number}`)
  return account.accountId
}

export function help(): string {
  const lines = Object.values(commands).map(({ usage, does }) => `  ${usage}\n      ${does}`)
  return `npm run bank -- <command>\n\n${lines.join('\n')}`
}

/** Runs one command and leaves a trace of it, whether it worked or not. */
export async function runCommand(bank: Bank, [name = 'help', ...words]: string[]): Promise<string> {
  if (name === 'help') return help()
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new Failure('invalid', `No command ${name}\n\n${help()}`)
  const enough = command.open ? words.length >= command.takes : words.length === command.takes
  if (!enough) throw new Failure('invalid', `Say: ${command.usage}`)
  const record = (outcome: string) => bank.db.sql`
    insert into operator_log(at, command, outcome)
    values (${bank.clock.now()}, ${[name, ...words].join(' ')}, ${outcome})`
  try {
    const output = await command.run(bank, words)
    // A login link is a secret; its trace is that it was made.
    await record(name === 'login-link' ? 'made' : output)
    return output
  } catch (error) {
    await record(`refused: ${error instanceof Error ? error.message : String(error)}`)
    throw error
  }
}
