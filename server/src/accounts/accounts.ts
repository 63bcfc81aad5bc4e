import {
  type Account,
  type Currency,
  type CurrencyCode,
  currencies,
  limits,
  messages,
  type Transaction,
  uuid,
} from '@passbook/contract'
import { part, type Sql, type SqlPart } from '#db/db.ts'
import type { FoundAccount } from '#kernel/context.ts'
import { Failure, refusal } from '#kernel/failure.ts'
import * as ledger from '#ledger/ledger.ts'
import { type Versioned, versionOf } from '#ledger/versions.ts'
import { lockCustomer } from '#security/customer-lock.ts'
import { newAccountNumber } from './number.ts'

/** An account of the customer who asks, with its money. */
export type OwnAccount = Omit<FoundAccount, 'ownerId' | 'holder' | 'missesUntil'>

type AccountForm = { type: string; currency: string; name: string; onceKey?: string | undefined }
type NewAccount = AccountForm & { now: Date }

/**
 * Opens an account. The customer is locked, so that two at once cannot pass the limit, and the same form
 * sent again under its idempotency key is answered with the first.
 */
export async function openAccount(
  sql: Sql,
  ownerId: bigint,
  form: NewAccount,
): Promise<OwnAccount> {
  await lockCustomer(sql, ownerId)
  const known = await openedUnder(sql, ownerId, form)
  if (known) return known
  const { type, currency, name, now, onceKey } = form
  const own = await accountsOf(sql, ownerId)
  if (own.length >= limits.accountsMax) {
    throw new Failure('list_full', messages.accountLimit, { data: { max: limits.accountsMax } })
  }
  const { id } = await ledger.openAccount(sql, { ownerId, currency, at: now })
  // A number that is taken is drawn again; one in a billion has an owner.
  for (;;) {
    const made = await sql`
      insert into accounts(account_id, owner_id, number, name, type, once_key, once_name)
      values (${id}, ${ownerId}, ${newAccountNumber()}, ${name}, ${type}, ${onceKey ?? null},
        ${onceKey === undefined ? null : name})
      on conflict (number) do nothing returning 1`
    if (made.length === 1) break
  }
  const opened = (await accountsOf(sql, ownerId)).find((account) => account.id === id)
  if (!opened) throw new Error('a new account must be readable')
  return opened
}

/** The account that was opened under a key, also where it is closed; the key with another form is refused. */
async function openedUnder(
  sql: Sql,
  ownerId: bigint,
  { type, currency, name, onceKey }: AccountForm,
): Promise<OwnAccount | undefined> {
  if (onceKey === undefined) return undefined
  const [first] = await sql<{ id: bigint; name: string }>`
    select account_id as id, once_name as name from accounts
    where owner_id = ${ownerId} and once_key = ${onceKey}`
  if (!first) return undefined
  const own = await accountsOf(sql, ownerId, { withClosed: true })
  const opened = own.find(({ id }) => id === first.id)
  const isSame = first.name === name && opened?.type === type && opened.currency === currency
  if (!isSame) throw refusal('key_reused')
  return opened
}

/** Gives an open account of the customer another name, whatever else happens to it meanwhile. */
export async function nameAccount(
  sql: Sql,
  ownerId: bigint,
  publicId: string,
  name: string,
): Promise<OwnAccount> {
  const { id } = await ownAccount(sql, ownerId, publicId)
  await sql`update accounts set name = ${name} where account_id = ${id} and owner_id = ${ownerId}`
  return ownAccount(sql, ownerId, publicId)
}

/** A customer's accounts, the oldest first; closed ones only where an old line is looked for. */
export async function accountsOf(
  sql: Sql,
  ownerId: bigint,
  { withClosed = false }: { withClosed?: boolean } = {},
): Promise<(OwnAccount & Versioned)[]> {
  return sql<OwnAccount & Versioned>`
    select ${versionOf(part`l`)}, a.account_id as id, l.public_id as "publicId", a.number, a.name, a.type, l.currency,
      l.balance_minor as "balanceMinor", l.balance_minor - l.held_minor as "availableMinor"
    from accounts a join ledger_accounts l on l.id = a.account_id
    where a.owner_id = ${ownerId} and (l.closed_at is null or ${withClosed})
    order by a.account_id`
}

/** The open ones as a query whose columns stand beside those of a statement's lines. */
export const ownAccounts = (ownerId: bigint): SqlPart => part`
  select a.account_id as "ownId", l.public_id as "ownPublicId", a.number as "ownNumber",
    a.name as "ownName", a.type as "ownType", l.currency as "ownCurrency",
    l.balance_minor as "ownBalanceMinor", l.balance_minor - l.held_minor as "ownAvailableMinor",
    l.line_count as "lineCount"
  from accounts a join ledger_accounts l on l.id = a.account_id
  where a.owner_id = ${ownerId} and l.closed_at is null`

/** A row of `ownAccounts`. */
export type OwnRow = { [Name in keyof OwnAccount as `own${Capitalize<Name>}`]: OwnAccount[Name] }

export function accountOf(row: OwnRow): OwnAccount {
  return {
    id: row.ownId,
    publicId: row.ownPublicId,
    number: row.ownNumber,
    name: row.ownName,
    type: row.ownType,
    currency: row.ownCurrency,
    balanceMinor: row.ownBalanceMinor,
    availableMinor: row.ownAvailableMinor,
  }
}

/**
 * An account by its id on the wire. Another's and an unknown one get the same answer, which names
 * the field of the form that it stood in, if any.
 */
export async function ownAccount(
  sql: Sql,
  ownerId: bigint,
  publicId: string,
  field?: string,
): Promise<OwnAccount> {
  const own = uuid.test(publicId) ? await accountsOf(sql, ownerId) : []
  const account = own.find((one) => one.publicId === publicId)
  if (!account) throw notYours(field)
  return account
}

/** Another's account and an unknown one get the same answer. */
export const notYours = (field?: string) =>
  new Failure('not_yours', messages.accountNotYours, { field })

/** An account in the contract's words. */
export function showAccount(account: OwnAccount): Account {
  return {
    Id: account.publicId,
    Number: account.number,
    Name: account.name,
    Type: account.type,
    CurrentBalance: account.balanceMinor,
    AvailableBalance: account.availableMinor,
    Currency: showCurrency(account.currency),
  }
}

export function showCurrency(code: CurrencyCode): Currency {
  const { name, country, countryCode, symbol, value } = currencies[code]
  return {
    Name: name,
    Country: country,
    Symbol: symbol,
    Country_code: countryCode,
    Code: code,
    Value: value,
  }
}

/** Whose line it is, and when it is read. */
type Reader = { username: string; now: Date }

/** A statement line of a customer's account in the contract's words. */
export function showTransaction(
  line: ledger.ShownLine,
  account: Pick<OwnAccount, 'name' | 'number' | 'currency'>,
  { username, now }: Reader,
): Transaction {
  const { undoUntil } = line
  return {
    Id: line.id,
    Created: line.createdAt,
    User: username,
    Account: {
      Name: account.name,
      Number: account.number,
      Currency: { Code: account.currency },
    },
    Status: line.state !== 'failed',
    Completed: line.state === 'completed',
    Amount: line.amountMinor,
    Type: line.type,
    Reference: line.reference || line.id,
    Description: line.description,
    Objective: line.objective || line.purpose,
    Method: line.method,
    Gateway: line.gateway,
    Name: line.name,
    Accountnumber: line.accountNumber,
    Swift: line.swift,
    BankAddress: line.bankAddress,
    RoutingNumber: line.routingNumber,
    Bank: line.bank,
    Same: line.same,
    State: line.state,
    Purpose: line.purpose,
    ...(line.ownAccount && { Own: true }),
    ...(line.failureReason && { Reason: line.failureReason }),
    ...(undoUntil && undoUntil > now && { UndoUntil: undoUntil }),
  }
}
