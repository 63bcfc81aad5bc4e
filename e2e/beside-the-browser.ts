import { expect } from '@playwright/test'
import type { Person, TestedBank } from './fixture.ts'

type SignedIn = Pick<Person, 'token'>

type Reply = { status: string; message: string; data: Record<string, unknown> }

/** An account as the bank tells of it, with its newest lines. */
export type Held = {
  Id: string
  Number: string
  CurrentBalance: string
  AvailableBalance: string
  Currency: { Code: string }
  transactions: {
    Id: string
    Type: string
    Amount: string
    State: string
    Name: string
    Method: string
    Purpose: string
  }[]
}

/** Makes a call as a customer does, beside the browser. */
export async function call(
  bank: TestedBank,
  { token }: SignedIn,
  path: string,
  fields?: Record<string, string>,
): Promise<Reply> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields ?? {})) form.set(name, value)
  const reply = await fetch(`${bank.url}/api/${path}`, {
    method: fields ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
    ...(fields ? { body: form } : {}),
  })
  return (await reply.json()) as Reply
}

/** The data of an answer. */
export async function ask(bank: TestedBank, person: SignedIn, path: string): Promise<unknown> {
  return (await call(bank, person, path)).data
}

/** Sends a form that the bank takes. */
export async function send(
  bank: TestedBank,
  person: Person,
  path: string,
  fields: Record<string, string>,
): Promise<Record<string, unknown>> {
  const { status, data } = await call(bank, person, path, fields)
  expect(status).toBe('success')
  return data
}

/** What the bank says a customer holds. */
export async function holdings(bank: TestedBank, person: SignedIn): Promise<Held[]> {
  const { accounts } = (await ask(bank, person, 'init-user')) as {
    accounts: { account: Omit<Held, 'transactions'>; transactions: Held['transactions'] }[]
  }
  return accounts.map(({ account, transactions }) => ({ ...account, transactions }))
}

export async function firstAccount(bank: TestedBank, person: SignedIn): Promise<Held> {
  const [account] = await holdings(bank, person)
  if (!account) throw new Error('a customer without an account')
  return account
}

export async function openAccount(bank: TestedBank, person: Person, currency: string) {
  await send(bank, person, 'account', { accountType: 'savings', currency, accountName: 'Travel' })
}

/** So many incoming payments, of 1.00, 2.00 and so on. */
export async function fund(bank: TestedBank, person: Person, count: number) {
  for (let at = 1; at <= count; at++) await bank.operate('fund', person.accountNumber, `${at}.00`)
}

/** Orders a payment to another bank, which waits until the operator settles it. */
export async function orderPending(
  bank: TestedBank,
  person: Person,
  { amount, pin }: { amount: string; pin: string },
): Promise<string> {
  const { data, message } = await call(bank, person, 'transfer/', {
    source_account: (await firstAccount(bank, person)).Id,
    amount,
    pin,
    acc_number: '4401882201',
    acc_name: 'Jo Whitfield',
    bank: 'Akbank',
    bank_name: 'Akbank',
  })
  const made = data?.transaction as { Id: string } | undefined
  if (!made) throw new Error(`no transfer: ${message}`)
  return made.Id
}
