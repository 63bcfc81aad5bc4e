import {
  type Input,
  messages,
  type OrderKind,
  type orderStanding,
  payeeOf,
} from '@passbook/contract'
import type { OwnAccount } from '#accounts/accounts.ts'
import { ownOf } from '#accounts/find.ts'
import type { Customer } from '#auth/customers.ts'
import type { Bank, Rail } from '#kernel/context.ts'
import { invalid, refusal } from '#kernel/failure.ts'
import type { LineDetails } from '#ledger/ledger.ts'
import { readPot } from '#pots/rows.ts'
import { cryptoRefusal, toBank, toCard, toWallet } from '#transfers/outside.ts'
import { localParties } from '#transfers/payees.ts'

/** Whom an order pays, as it is kept. */
export type OrderPayee = {
  source: OwnAccount
  kind: OrderKind
  /** An account of this bank; null for what leaves it. */
  toAccountId: bigint | null
  /** What stays on the account, set aside in a pot. */
  potId: bigint | null
  rail: Rail | null
  railPayee: string | null
  cardExpiry: string | null
  line: LineDetails
  /** The payee in the words that a code may be bound to, and in those that a passkey signs. */
  codePayees: string[]
  signedPayee: string
  /** Whether it counts towards the limits; moves between own accounts do not. */
  counts: boolean
}

type Form = Input<typeof orderStanding>

/** Checks whom an order pays by the rules of a transfer of that kind, here and now. */
export function payeeFor(bank: Bank, customer: Customer, form: Form): Promise<OrderPayee> {
  if (form.kind === 'own') return ownPayee(bank, customer, form)
  if (form.kind === 'local') return localPayee(bank, customer, form)
  if (form.kind === 'pot') return potPayee(bank, customer, form)
  return outsidePayee(bank, customer, form)
}

async function ownPayee(bank: Bank, customer: Customer, form: Form): Promise<OrderPayee> {
  const publicIds = [form.source_account, form.destination_account]
  const found = await bank.findAccounts({ publicIds, numbers: [] })
  const source = ownOf(found, customer.id, form.source_account, 'source_account')
  if (form.destination_account === '') {
    throw invalid('destination_account', messages.ownDestinationMissing)
  }
  const target = ownOf(found, customer.id, form.destination_account, 'destination_account')
  if (target.id === source.id) throw invalid('destination_account', messages.ownDestinationMissing)
  const payee = payeeOf({ destination_account: form.destination_account })
  return {
    ...inBank,
    source,
    kind: 'own',
    toAccountId: target.id,
    line: {
      ...inBankLine,
      method: 'own-account',
      description: form.description,
      ownAccount: true,
      name: target.name,
      accountNumber: target.number,
    },
    codePayees: [payee],
    signedPayee: payee,
    counts: false,
  }
}

/** A pot is paid from the account that it is part of. */
async function potPayee(bank: Bank, customer: Customer, form: Form): Promise<OrderPayee> {
  const found = await bank.findAccounts({ publicIds: [form.source_account], numbers: [] })
  const source = ownOf(found, customer.id, form.source_account, 'source_account')
  const pot = await readPot(bank.db.sql, customer.id, form.pot_id)
  if (pot.isClosed) throw refusal('pot_closed')
  if (pot.accountId !== source.id) throw invalid('source_account', messages.accountNotYours)
  const payee = `pot:${pot.publicId}`
  return {
    ...inBank,
    source,
    kind: 'pot',
    toAccountId: null,
    potId: pot.id,
    line: {
      ...inBankLine,
      method: 'pot',
      description: form.description,
      ownAccount: true,
      name: pot.name,
    },
    codePayees: [payee],
    signedPayee: payee,
    counts: false,
  }
}

const inBank = { potId: null, rail: null, railPayee: null, cardExpiry: null }
const inBankLine = { purpose: 'transfer', gateway: 'passbook', same: true } as const

async function localPayee(bank: Bank, customer: Customer, form: Form): Promise<OrderPayee> {
  const { source, payee, closed } = await localParties(bank, customer.id, {
    source_account: form.source_account,
    number: form.acc_number,
    field: 'acc_number',
  })
  if (closed) throw closed
  if (payee.currency !== source.currency) throw refusal('currency_mismatch')
  const own = payee.ownerId === customer.id
  const bound = `local:${payee.number}`
  return {
    ...inBank,
    source,
    kind: 'local',
    toAccountId: payee.id,
    line: {
      ...inBankLine,
      method: 'local',
      description: form.description,
      ownAccount: own,
      name: payee.holder,
      accountNumber: payee.number,
    },
    codePayees: [bound],
    signedPayee: bound,
    counts: !own,
  }
}

async function outsidePayee(bank: Bank, customer: Customer, form: Form): Promise<OrderPayee> {
  const found = await bank.findAccounts({ publicIds: [form.source_account], numbers: [] })
  const source = ownOf(found, customer.id, form.source_account, 'source_account')
  const to = destinationOf(bank, customer, form)
  const codePayees = 'codePayees' in to ? to.codePayees : [to.payee]
  const signedPayee = 'signedPayee' in to ? to.signedPayee : to.payee
  return {
    source,
    kind: form.kind,
    toAccountId: null,
    potId: null,
    rail: to.rail,
    railPayee: to.railPayee,
    cardExpiry: form.kind === 'card' ? form.card_expiry : null,
    line: { purpose: 'transfer', description: form.description, ...to.line },
    codePayees,
    signedPayee: signedPayee ?? to.payee,
    counts: true,
  }
}

/** Each with the fields of its own form alone: what others are for must not tell whom it pays. */
function destinationOf(bank: Bank, customer: Customer, form: Form) {
  if (form.kind === 'card') {
    if (form.card_name === '') throw invalid('card_name', messages.cardInvalid)
    return toCard(bank, customer.id, form)
  }
  if (form.kind === 'crypto') {
    const refused = cryptoRefusal(bank, customer)
    if (refused) throw refused
    return toWallet({ wallet_address: form.wallet_address })
  }
  const { source_account, acc_number, acc_name, bank: bankOnList, bank_name, swift } = form
  const account = { source_account, acc_number, acc_name }
  return form.kind === 'bank'
    ? toBank({ ...account, bank: bankOnList, bank_name: '', swift: '' })
    : toBank({ ...account, bank: '', bank_name, swift })
}
