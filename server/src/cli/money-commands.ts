import { messages, parseMoney, toDecimal } from '@passbook/contract'
import { decideDeposit } from '#deposits/deposits.ts'
import { Failure } from '#kernel/failure.ts'
import { approveLoan, declineLoan, repayLoan } from '#loans/decide.ts'
import { decideTransfer } from '#transfers/settle.ts'
import type { Command } from './command.ts'
import { onceOf } from './once.ts'

type Waiting = {
  id: string
  type: string
  method: string
  amountMinor: bigint
  currency: string
  username: string
  name: string
}

/** What an operator decides about money that waits. */
export const moneyCommands: Record<string, Command> = {
  pending: {
    usage: 'pending',
    does: 'list what waits for a decision, the oldest first',
    takes: 0,
    run: (_, __, { deed }) =>
      deed(async (sql) => {
        const rows = await sql<Waiting>`
          select t.id, t.type, t.method, t.amount_minor as "amountMinor", l.currency, c.username, t.name
          from transactions t join ledger_accounts l on l.id = t.account_id
          join customers c on c.id = l.owner_id
          where t.state = 'pending' order by t.created_at limit 200`
        const lines = rows.map(
          ({ id, type, method, amountMinor, currency, username, name }) =>
            `${id}  ${type} ${method}  ${toDecimal(amountMinor)} ${currency}  ${username}  ${name}`,
        )
        return lines.join('\n') || 'Nothing is pending'
      }),
  },
  settle: {
    usage: 'settle <transaction id>',
    does: 'pay a pending transfer',
    takes: 1,
    run: (bank, [transactionId = ''], { deed }) =>
      deed(async (sql) => {
        const became = await decideTransfer(bank, sql, { transactionId, decision: { paid: true } })
        return `${transactionId} ${became === 'sent' ? 'goes to its division' : 'is completed'}`
      }),
  },
  fail: {
    usage: 'fail <transaction id> <reason>',
    does: 'refuse a pending transfer and give its money back',
    takes: 2,
    open: true,
    run: (bank, [transactionId = '', ...reason], { deed }) =>
      deed(async (sql) => {
        await decideTransfer(bank, sql, { transactionId, decision: { refused: reason.join(' ') } })
        return `${transactionId} has failed`
      }),
  },
  'fail-asked': {
    usage: 'fail-asked <transaction id> <reason>',
    does: 'the same after its network was asked and did not answer: look there first',
    takes: 2,
    open: true,
    run: (bank, [transactionId = '', ...reason], { deed }) =>
      deed(async (sql) => {
        const decision = { refused: reason.join(' ') }
        await decideTransfer(bank, sql, { transactionId, decision, looked: true })
        return `${transactionId} has failed`
      }),
  },
  'confirm-deposit': {
    usage: 'confirm-deposit <transaction id>',
    does: 'credit a Bitcoin deposit that has arrived',
    takes: 1,
    run: (bank, [transactionId = ''], { deed }) =>
      deed(async (sql) => {
        await decideDeposit(bank, sql, { transactionId })
        return `${transactionId} is completed`
      }),
  },
  'refuse-deposit': {
    usage: 'refuse-deposit <transaction id> <reason>',
    does: 'close a Bitcoin deposit that never arrived',
    takes: 2,
    open: true,
    run: (bank, [transactionId = '', ...reason], { deed }) =>
      deed(async (sql) => {
        await decideDeposit(bank, sql, { transactionId, refused: reason.join(' ') })
        return `${transactionId} has failed`
      }),
  },
  'approve-loan': {
    usage: 'approve-loan <transaction id>',
    does: 'pay out a loan that was asked for',
    takes: 1,
    run: (bank, [id = ''], { deed }) =>
      deed(async (sql) => {
        await approveLoan(bank, sql, { id })
        return `The loan ${id} is paid out`
      }),
  },
  'decline-loan': {
    usage: 'decline-loan <transaction id> <reason>',
    does: 'refuse a loan that was asked for',
    takes: 2,
    open: true,
    run: (bank, [id = '', ...reason], { deed }) =>
      deed(async (sql) => {
        await declineLoan(bank, sql, { id, reason: reason.join(' ') })
        return `The loan ${id} is declined`
      }),
  },
  'repay-loan': {
    usage: 'repay-loan <transaction id> <amount> [--key <text>]',
    does: "pay back a loan, or a part of it, from the customer's account; a repeat with its key pays once",
    takes: 2,
    keyed: true,
    run: async (bank, [id = '', amount = ''], { deed, key }) => {
      const amountMinor = parseMoney(amount)
      if (!amountMinor) throw new Failure('invalid', messages.amountInvalid)
      const once = onceOf(key, ['repay-loan', id, toDecimal(amountMinor)])
      return deed(async (sql) => {
        const { replayed } = await repayLoan(bank, sql, { id, amountMinor, once })
        return replayed
          ? `Already done: ${amount} was paid back on the loan ${id} with this key before. Nothing was paid now`
          : `${amount} has been paid back on the loan ${id}`
      })
    },
  },
}
