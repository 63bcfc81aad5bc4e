import type { Person, TestedBank } from './fixture.ts'

type Reply = { status: string; message: string; data: Record<string, unknown> }

/** Makes a call as a customer does, beside the browser. */
export async function call(
  bank: TestedBank,
  { token }: Person,
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

/** The id of the customer's first account. */
async function accountId(bank: TestedBank, person: Person): Promise<string> {
  const { data } = await call(bank, person, 'init-user')
  const { Accounts } = data.user as { Accounts: { Id: string }[] }
  return Accounts[0]?.Id ?? ''
}

/** Orders a payment to another bank, which waits until the operator settles it. */
export async function orderPending(
  bank: TestedBank,
  person: Person,
  { amount, pin }: { amount: string; pin: string },
): Promise<string> {
  const { data, message } = await call(bank, person, 'transfer/', {
    source_account: await accountId(bank, person),
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
