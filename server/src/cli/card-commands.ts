import { messages, parseMoney, toDecimal, uuid } from '@passbook/contract'
import { authorise, capture, reverse } from '#card-controls/payments.ts'
import type { Sql } from '#db/db.ts'
import { Failure } from '#kernel/failure.ts'
import type { Command } from './command.ts'

const captureUsage = 'card-capture <payment id> [amount]'

/** A merchant with a terminal: what the holders of cards have set is looked at as it would be there. */
export const cardCommands: Record<string, Command> = {
  'card-pay': {
    usage:
      'card-pay <last four digits or card id> <amount> <merchant> [--online] [--abroad] [--hold]',
    does: 'pay a merchant with a card; --hold only holds the money, for card-capture or card-reverse',
    takes: 3,
    open: true,
    run: (bank, [card = '', amount = '', ...rest], { deed }) =>
      deed(async (sql) => {
        const flags = new Set(rest.filter((word) => word.startsWith('--')))
        const merchant = rest.filter((word) => !word.startsWith('--')).join(' ')
        const unknown = [...flags].find(
          (flag) => !['--online', '--abroad', '--hold'].includes(flag),
        )
        if (unknown || !merchant || merchant.length > 60) {
          throw new Failure(
            'invalid',
            `Name a merchant; ${unknown ?? 'options'} may be --online, --abroad, --hold`,
          )
        }
        const order = { merchant, online: flags.has('--online'), abroad: flags.has('--abroad') }
        const amountMinor = amountIn(amount)
        const paid = await authorise(bank, sql, {
          cardId: await cardIn(sql, card),
          amountMinor,
          ...order,
        })
        if (paid.refused) return { refusal: `Refused: ${paid.refused}` }
        if (flags.has('--hold')) return `${toDecimal(amountMinor)} is held: ${paid.id}`
        await capture(bank, sql, { id: paid.id })
        return `${toDecimal(amountMinor)} has been paid to ${merchant}: ${paid.id}`
      }),
  },
  'card-capture': {
    usage: captureUsage,
    does: 'collect what is held for a card payment, or less',
    takes: 1,
    open: true,
    run: (bank, [id = '', amount, ...more], { deed }) =>
      deed(async (sql) => {
        if (more.length > 0) throw new Failure('invalid', `Say: ${captureUsage}`)
        const amountMinor = amount === undefined ? undefined : amountIn(amount)
        await capture(bank, sql, { id, amountMinor })
        return `The card payment ${id} is collected`
      }),
  },
  'card-reverse': {
    usage: 'card-reverse <payment id>',
    does: 'give up what is held for a card payment',
    takes: 1,
    run: (bank, [id = ''], { deed }) =>
      deed(async (sql) => {
        await reverse(bank, sql, { id })
        return `The card payment ${id} is cancelled`
      }),
  },
}

function amountIn(text: string): bigint {
  const amountMinor = parseMoney(text)
  if (!amountMinor) throw new Failure('invalid', messages.amountInvalid)
  return amountMinor
}

/**
 * A card by its id, or by its last four digits where only one ends so; of several, the one that is
 * active. Whether it may pay is not asked here: a refusal is told to its holder.
 */
async function cardIn(sql: Sql, word: string): Promise<string> {
  const id = word.toLowerCase()
  if (uuid.test(id)) {
    const [card] = await sql<{ id: string }>`select id from cards where id = ${id}`
    if (!card) throw new Failure('invalid', 'No card has this id')
    return card.id
  }
  // Nothing longer is cut to its end: a mistyped id would charge whoever has a card that ends so.
  if (!/^\d{4}$/.test(word)) {
    throw new Failure('invalid', 'Name a card by its last four digits or by its id')
  }
  const all = await sql<{ id: string; isOpen: boolean }>`
    select c.id, c.state = 'active' and l.closed_at is null as "isOpen"
    from cards c join ledger_accounts l on l.id = c.account_id
    where c.last_four = ${word}`
  if (all.length === 0) throw new Failure('invalid', 'No card ends in these digits')
  const open = all.filter(({ isOpen }) => isOpen)
  const [card, another] = open.length > 0 ? open : all
  if (!card || another) {
    throw new Failure('invalid', 'Several cards end in these digits: name it by its id')
  }
  return card.id
}
