import { check, demoForward, isCardNumber, limits, toDecimal } from '@passbook/contract'
import { acceptKey } from '#auth/key-check.ts'
import { issueLink } from '#auth/links.ts'
import { issueCard } from '#cards/cards.ts'
import type { Sql } from '#db/db.ts'
import { migrate } from '#db/migrate.ts'
import { onAuditDb } from '#db/open.ts'
import { wordsForOperator } from '#db/why-not-opened.ts'
import { beginForward } from '#demo/forward.ts'
import { prepareDemo } from '#demo/seed.ts'
import type { Bank } from '#kernel/context.ts'
import { Failure } from '#kernel/failure.ts'
import { audit } from '#ledger/audit.ts'
import { houseBalances } from '#ledger/chart.ts'
import { testMail } from '#mail/notices.ts'
import { mailServerAt } from '#mail/why-not-sent.ts'
import { systemUser } from './ask.ts'
import { cardCommands } from './card-commands.ts'
import { closeWithAll } from './close-account.ts'
import type { Command, Deed, Said } from './command.ts'
import { exportCommand } from './dump-command.ts'
import { customerId } from './flags.ts'
import { fundAccount } from './fund.ts'
import { moneyCommands } from './money-commands.ts'
import { rateCommand } from './rate-command.ts'
import { securityCommands } from './security-commands.ts'

/** Everything an operator can do. Nothing here edits a balance: money moves by entries only. */
const commands: Record<string, Command> = {
  ...moneyCommands,
  ...cardCommands,
  ...securityCommands,
  fund: {
    usage: 'fund <account number> <amount> [--key <text>]',
    does: 'credit an account with money that came from another bank; a repeat with its key pays once',
    takes: 2,
    keyed: true,
    run: (bank, [number = '', amount = ''], { deed, key }) =>
      deed((sql) => fundAccount(bank, sql, { number, amount, key })),
  },
  'login-link': {
    usage: 'login-link <username>',
    does: 'make a link that signs a customer in once, within 15 minutes',
    takes: 1,
    run: ({ clock, config }, [username = ''], { deed }) =>
      deed(async (sql) => {
        const { token } = await issueLink(sql, {
          customerId: await customerId(sql, username),
          purpose: 'login',
          now: clock.now(),
          minutes: limits.loginLinkMinutes,
        })
        // A login link is a secret; its trace is that it was made.
        return { output: `${config.publicUrl}/user-login/${token}`, trace: 'made' }
      }),
  },
  'close-account': {
    usage: 'close-account <account number>',
    does: 'close an account that is empty and has nothing under way, and end what pays from it or into it',
    takes: 1,
    run: (bank, [number = ''], { deed }) =>
      deed(async (sql) => closeWithAll(bank, sql, { ...(await accountOf(sql, number)), number })),
  },
  rate: rateCommand,
  'issue-card': {
    usage: 'issue-card <account number>',
    does: 'issue a further debit card on an account',
    takes: 1,
    run: ({ clock, config: { secretKey } }, [number = ''], { deed }) =>
      deed(async (sql) => {
        const { accountId } = await accountOf(sql, number)
        await issueCard(sql, { accountId, now: clock.businessNow(), secretKey })
        return `A card has been issued on ${number}`
      }),
  },
  audit: {
    usage: 'audit',
    does: "check every invariant of the ledger; fails where one doesn't hold",
    takes: 0,
    run: async (bank, _, { deed }) => {
      const findings = await onAuditDb(bank, (db) => audit(db))
      return deed(async () => {
        if (findings.length === 0) return 'The ledger is sound'
        throw new Failure('internal', findings.map((one) => JSON.stringify(one)).join('\n'))
      })
    },
  },
  house: {
    usage: 'house',
    does: "list what stands on the bank's own accounts, each over all its sub-accounts",
    takes: 0,
    run: (_, __, { deed }) =>
      deed(async (sql) => {
        const lines = (await houseBalances(sql))
          .filter(({ balanceMinor }) => balanceMinor !== 0n)
          .map(
            ({ name, currency, balanceMinor }) => `${name} ${currency} ${toDecimal(balanceMinor)}`,
          )
        return lines.join('\n') || 'Nothing stands on them'
      }),
  },
  'test-mail': {
    usage: 'test-mail <address>',
    does: 'send one mail and tell what the mail server said',
    takes: 1,
    run: (bank, [address = ''], { deed }) => sendTestMail(bank, address, deed),
  },
  export: exportCommand,
  migrate: {
    usage: 'migrate',
    does: 'bring the database up to the version of this program, as a server does when it starts',
    takes: 0,
    run: async (bank, _, { deed }) => {
      const applied = await migrate(bank.db)
      return deed(async () => `Done: ${applied.join(', ') || 'there was nothing to do'}`)
    },
  },
  'accept-key': {
    usage: 'accept-key',
    does: 'go on with this SECRET_KEY where the right one is lost: PINs, codes and apps are void',
    takes: 0,
    run: ({ clock, config }, _, { deed }) =>
      deed(async (sql) =>
        (await acceptKey(sql, config, clock.now()))
          ? 'The bank is under this key now'
          : 'The bank is under this key already',
      ),
  },
  seed: {
    usage: 'seed',
    does: 'add the demo customers with a year of history, where they are missing',
    takes: 0,
    run: async (bank, _, { deed }) => {
      if (!bank.config.demo) {
        throw new Failure(
          'invalid',
          'Everybody knows their passwords: only a bank with DEMO=1 has them',
        )
      }
      const seed = await prepareDemo(bank)
      return deed(async (sql) => ((await seed(sql)) ? 'Demo customers added' : 'Already there'))
    },
  },
  'pass-days': {
    usage: 'pass-days <days>',
    does: 'move the date of a demonstration on, by up to 366 days at a time',
    takes: 1,
    run: (bank, [words = ''], { deed }) =>
      deed(async (sql) => {
        if (!bank.config.demo) {
          throw new Failure('invalid', 'Only a bank with DEMO=1 has a date that can be moved')
        }
        const asked = check(demoForward.request, { by: words })
        if (!asked.ok) throw new Failure('invalid', asked.message)
        await beginForward(bank, sql, { by: asked.value.by, who: 'operator' })
        return 'The days are being passed by the bank, or at its next start'
      }),
  },
}

async function sendTestMail({ mailer, config }: Bank, address: string, deed: Deed) {
  if (!/^[^\s@,<>]+@[^\s@,<>]+$/.test(address)) {
    throw new Failure('invalid', `${address} is no mail address`)
  }
  const mail = testMail(address)
  if (!mailer.sendNow || !config.smtp) {
    return deed(async (sql) => {
      await mailer.queue(sql, mail)
      return `No mail is sent, since SMTP_URL is not set. The mail is kept at ${config.publicUrl}/mailbox`
    })
  }
  const at = mailServerAt(config.smtp.url)
  // Before the transaction: a network is never waited for in one.
  const answer = await mailer.sendNow(mail)
  return deed(async () => `The mail server at ${at} took the mail for ${address}: ${answer}`)
}

async function accountOf(sql: Sql, number: string) {
  const [account] = await sql<{ accountId: bigint; ownerId: bigint; name: string }>`
    select account_id as "accountId", owner_id as "ownerId", name from accounts
    where number = ${number}`
  if (!account) throw new Failure('invalid', `No account has the number ${number}`)
  return account
}

/** How every command is said, or the one that is named. */
export function help(name?: string): string {
  const shown = name === undefined ? Object.values(commands) : [commandOf(name)]
  const lines = shown.map(({ usage, does }) => `  ${usage}\n      ${does}`)
  return `npm run bank -- <command>\n\n${lines.join('\n')}`
}

function commandOf(name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new Failure('invalid', `No command ${name}\n\n${help()}`)
  return command
}

/**
 * Runs one command and leaves its row in operator_log, with the system's user who ran it. What a
 * command does stands in one transaction with its row: both are there, or neither. What was refused
 * or failed has left nothing but its row.
 */
export async function runCommand(
  bank: Bank,
  [name = 'help', ...said]: string[],
  operator = systemUser(),
): Promise<string> {
  if (name === 'help') return help(said[0])
  const command = commandOf(name)
  const { words, key } = command.keyed ? withoutKey(said) : { words: said }
  const enough = command.open ? words.length >= command.takes : words.length === command.takes
  // An empty word is a shell variable that was not set: left out, it would change what is ordered.
  const isSaid = enough && words.every((word) => word.trim() !== '')
  if (!isSaid) throw new Failure('invalid', `Say: ${command.usage}`)
  const line = withoutCardNumbers([name, ...said].join(' '))
  const record = (sql: Sql, outcome: string) => sql`
    insert into operator_log(at, command, outcome, by_user)
    values (${bank.clock.now()}, ${line}, ${withoutCardNumbers(outcome)}, ${operator})`
  const deed: Deed = (work) =>
    bank.db.transaction(async (sql) => {
      const done = await work(sql)
      const told = wordsOf(done)
      await record(sql, told.trace)
      return told
    })
  let ended: Awaited<ReturnType<Deed>>
  try {
    ended = await command.run(bank, words, { deed, key })
  } catch (error) {
    await record(bank.db.sql, `refused: ${wordsForOperator(error)}`).catch((unwritten: unknown) => {
      throw new Error(
        `${wordsForOperator(error)}\nNor could this be written down: ${wordsForOperator(unwritten)}`,
      )
    })
    throw error
  }
  if (ended.isRefusal) throw new Failure('invalid', ended.output)
  return ended.output
}

function wordsOf(said: Said) {
  if (typeof said === 'string') return { output: said, trace: said, isRefusal: false }
  if ('refusal' in said) return { output: said.refusal, trace: said.refusal, isRefusal: true }
  return { ...said, isRefusal: false }
}

/**
 * Masks card numbers (PAN), whole or in groups, for a log that is kept for ever. What their check digit
 * shows to be none stays, and so do keys, ids, amounts and the names of files.
 */
function withoutCardNumbers(text: string): string {
  const other = /--key \S+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/
  const inFours = /\d{4}(?<sign>[ .-]+)\d{4}\k<sign>\d{4}\k<sign>\d{1,7}/
  const inThree = /\d{4}[ .-]+\d{6}[ .-]+\d{5}/
  const number = `(?<![\\w./])(?:\\d{12,19}|${inFours.source}|${inThree.source})(?![\\w-]|\\.\\w)`
  return text.replace(new RegExp(`${other.source}|${number}`, 'gi'), (found) =>
    other.test(found) || !isCardNumber(found.replaceAll(/\D/g, ''))
      ? found
      : `****${found.slice(-4)}`,
  )
}

const keyMax = 100

function withoutKey(said: string[]): { words: string[]; key?: string } {
  const at = said.indexOf('--key')
  if (at < 0) return { words: said }
  const key = said[at + 1] ?? ''
  if (key.trim() === '' || key.length > keyMax) {
    throw new Failure('invalid', `A key has 1 to ${keyMax} characters`)
  }
  return { words: said.toSpliced(at, 2), key }
}
