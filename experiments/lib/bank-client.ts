import type { RunningBank } from './bank-server.ts'

export type Reply = {
  http: number
  /** What the server asks a client to wait before it tries again. */
  retryAfter?: string | null
  status?: string
  message?: string
  data?: unknown
}

/** Makes a call as a client does: a multipart form, a bearer token, a key for an order. */
export async function call(
  url: string,
  path: string,
  options: {
    fields?: Record<string, string>
    token?: string
    key?: string
    signal?: AbortSignal
  } = {},
): Promise<Reply> {
  const { fields, token, key, signal } = options
  const form = new FormData()
  for (const [name, value] of Object.entries(fields ?? {})) form.append(name, value)
  const reply = await fetch(`${url}/api/${path}`, {
    method: fields ? 'POST' : 'GET',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(fields && { body: form }),
    ...(signal && { signal }),
  })
  const retryAfter = reply.headers.get('retry-after')
  return { http: reply.status, retryAfter, ...((await reply.json()) as object) }
}

export type Customer = {
  username: string
  password: string
  token: string
  pin: string
  accounts: { Id: string; Number: string; AvailableBalance: string }[]
}

/** A complete sign-up form. */
export function signUpFields(username: string) {
  const password = `words of experiments ${username.length}`
  return {
    account_type: 'savings',
    username,
    firstName: 'Test',
    lastName: 'Customer',
    phone: '5551234567',
    email: `${username}@example.com`,
    occupation: 'Tester',
    country: 'us',
    state: 'Ohio',
    city: 'Dayton',
    kinname: 'Next',
    kinsurname: 'Ofkin',
    kinrelaionship: 'friend',
    kinphone: '5551234567',
    kinoccupation: 'Tester',
    kinaddress: 'Dayton',
    password,
    confirmPassword: password,
  }
}

/** Signs a customer up, sets a PIN and switches codes off, all through the doors that people use. */
export async function makeCustomer(
  bank: Pick<RunningBank, 'url' | 'operate'>,
  username: string,
): Promise<Customer> {
  const fields = signUpFields(username)
  const { password } = fields
  succeed(await call(bank.url, 'signup', { fields }))
  const login = succeed(await call(bank.url, 'login', { fields: { username, password } }))
  const { token } = login.data as { token: string }
  const pin = '2468'
  succeed(await call(bank.url, 'save-pin', { fields: { newPin: pin, password }, token }))
  await bank.operate('set-flag', username, 'UseOtp', 'false')
  return { username, password, token, pin, accounts: await accountsOf(bank.url, token) }
}

export async function accountsOf(url: string, token: string): Promise<Customer['accounts']> {
  const reply = succeed(await call(url, 'init-user', { token }))
  return (reply.data as { user: { Accounts: Customer['accounts'] } }).user.Accounts
}

export function succeed(reply: Reply): Reply {
  if (reply.status !== 'success') throw new Error(`${reply.http}: ${reply.message}`)
  return reply
}
