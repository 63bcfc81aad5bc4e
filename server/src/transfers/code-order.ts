import {
  type CurrencyCode,
  isBitcoinAddress,
  isCardNumber,
  loanPayee,
  parseMoney,
  uuid,
} from '@passbook/contract'
import { accountsOf, ownAccount } from '#accounts/accounts.ts'
import { type CodePurpose, cardPayees, type Named } from '#auth/approval.ts'
import type { Customer } from '#auth/customers.ts'
import type { Sql } from '#db/db.ts'
import type { Bank } from '#kernel/context.ts'
import { sumWords } from '#kernel/words.ts'
import { nameAndNumber, type Said, said, theirs } from '#mail/said.ts'
import { localParties, payeeForWords } from './payees.ts'

/** Whom a code pays, as its hash holds it and as its mail says it. */
type Bound = {
  currency: CurrencyCode
  to: string
  words?: Said | undefined
  loan?: true
  /** All that lies above the amount, in place of the amount. */
  above?: true
}

/**
 * The order that a code is asked for, and its words for the mail: exactly what the code is bound to.
 * Who names no order gets a code for any, and who does not say whom it pays one for its amount.
 */
export async function boundOrder(
  bank: Bank,
  customer: Customer,
  named: Named,
): Promise<CodePurpose> {
  const { source_account: sourceAccount, amount, to: asked } = named
  const amountMinor = parseMoney(amount)
  if (!sourceAccount || !amountMinor || !asked) return {}
  const { currency, to, words, loan, above } = await payeeNamed(bank, customer.id, named)
  const money = sumWords(amountMinor, currency)
  const what = loan ? 'a loan of ' : above ? 'all above ' : ''
  return {
    order: { sourceAccount, amountMinor, to },
    purpose: words ? said`${what}${money} to ${words}` : `a transfer of ${money}`,
    incoming: loan,
  }
}

const day = String.raw`\d{4}-\d{2}-\d{2}`
/** What stands before the payee in the text of `standingPayee`: nothing but when, in our own words. */
const standing = new RegExp(
  `^standing:(all above it, )?(on ${day}|every (?:week|two weeks|month|year) from ${day}` +
    String.raw`(?: until ${day})?(?:, \d{1,4} times)?); (.*)$`,
)

async function payeeNamed(bank: Bank, customerId: bigint, named: Named): Promise<Bound> {
  const [prefix, above, when, payee = ''] = standing.exec(named.to) ?? []
  if (prefix === undefined) return onePayee(bank, customerId, named)
  const inner = await onePayee(bank, customerId, { ...named, to: payee })
  if (inner.to === '') return inner
  return {
    ...inner,
    to: named.to.slice(0, -payee.length) + inner.to,
    words: inner.words && said`${inner.words}, ${when ?? ''}`,
    ...(above && { above: true }),
  }
}

function onePayee(bank: Bank, customerId: bigint, named: Named): Promise<Bound> {
  const { source_account: sourceAccount, to } = named
  const number = /^local:(.*)$/.exec(to)?.[1]
  return number === undefined
    ? otherPayee(bank, customerId, named)
    : localPayee(bank, customerId, { sourceAccount, number })
}

/** A number of this bank that nobody holds is refused here already: no code could pay it. */
async function localPayee(
  bank: Bank,
  customerId: bigint,
  { sourceAccount, number }: { sourceAccount: string; number: string },
): Promise<Bound> {
  const order = { source_account: sourceAccount, number, field: 'to' }
  const { source, payee, closed } = await localParties(bank, customerId, order)
  if (closed) throw closed
  return { currency: source.currency, ...localWords(payee) }
}

const localWords = ({ holder, number }: { holder: string; number: string }) => ({
  to: `local:${number}`,
  words: said`${nameAndNumber(holder, number)} by local transfer`,
})

/** How each way out of the bank is named in the mail, with the payee in the sender's words. */
const outside: Record<string, (payee: string) => Said> = {
  bank: (payee) => said`${theirs(payee, 'somebody')} by transfer to another bank`,
  wire: (payee) => said`${theirs(payee, 'somebody')} by wire transfer`,
  bill: (payee) => said`${theirs(payee, 'a biller')}, as a bill`,
}

/** What pays back a loan, now or month by month; the code is bound to the loan's id. */
const repaying: Record<string, string> = {
  repay: 'your loan, as a repayment',
  autorepay: 'your loan every month, as a repayment',
}

const walletWords = (wallet: string) => ({
  to: `bitcoin:${wallet}`,
  words: `the Bitcoin wallet ${wallet}`,
})

async function otherPayee(
  bank: Bank,
  customerId: bigint,
  { source_account, to, card_number = '' }: Named,
): Promise<Bound> {
  const { sql } = bank.db
  const source = await ownAccount(sql, customerId, source_account, 'source_account')
  const { currency } = source
  const [, kind = '', payee = ''] = /^(?:([a-z]+):)?(.*)$/.exec(to) ?? []
  const own = (await accountsOf(sql, customerId)).find(({ publicId }) => publicId === payee)
  if (own && (kind === '' || kind === 'own')) {
    const words = said`${nameAndNumber(own.name, own.number)}, an account of your own`
    return { currency, to: `own:${payee}`, words }
  }
  if (kind === 'card' && isCardNumber(card_number)) {
    const words = `the card that ends with ${card_number.slice(-4)}`
    const card = { number: card_number, holder: payee.slice(4) }
    return { currency, to: cardPayees(bank.config, customerId, card)[0] ?? '', words }
  }
  if (kind === 'order') return { currency, to, ...(await orderWords(sql, customerId, payee)) }
  if (to.startsWith(loanPayee)) {
    return { currency, to, words: nameAndNumber(source.name, source.number), loan: true }
  }
  if (repaying[kind]) return { currency, to, words: repaying[kind] }
  const wordsOf = outside[kind]
  if (wordsOf) return { currency, to, words: wordsOf(payee) }
  if (kind === 'bitcoin' && isBitcoinAddress(payee)) return { currency, ...walletWords(payee) }
  if (kind === '') return { currency, ...(await barePayee(bank, customerId, payee)) }
  return { currency, to: '' }
}

/** A standing order that is changed. Whom it pays was approved; another's has no words. */
async function orderWords(sql: Sql, customerId: bigint, id: string): Promise<{ words?: Said }> {
  const [order] = uuid.test(id)
    ? await sql<{ name: string; number: string }>`
        select line->>'name' as name, line->>'accountNumber' as number from orders
        where public_id = ${id} and customer_id = ${customerId} and kind <> 'bill'`
    : []
  return order ? { words: nameAndNumber(order.name, order.number) } : {}
}

/** A plainer client says no kind. A wallet is known by its looks; a number is one of this bank, or nobody's. */
async function barePayee(
  bank: Bank,
  customerId: bigint,
  to: string,
): Promise<{ to: string; words?: Said }> {
  if (isBitcoinAddress(to)) return walletWords(to)
  const inside = await payeeForWords(bank, customerId, to)
  return inside ? localWords(inside) : { to: '' }
}
