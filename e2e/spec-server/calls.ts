import {
  type Account,
  loginCode,
  password,
  pin,
  type Row,
  token,
  transferCode,
  type World,
  wallet,
} from './world.ts'

type Asked = { world: World; fields: Record<string, string>; slot: string }
export type Reply = { http?: number; status: string | null; message?: string; data?: unknown }
type Handler = (asked: Asked) => Reply

/** The smallest there is. */
const picture = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

const success = (data?: unknown): Reply => ({ status: 'success', data })
const failed = (message: string, http = 422): Reply => ({ http, status: 'failed', message })

/** Calls that need no login. */
export const open = new Set([
  ...['login', 'signup', 'request-password-reset', 'confirm-reset', 'reset-password'],
  ...['confirm-2fa', 'token-login'],
])

/** Section 7, by method and the first part of the path; what follows is the slot. */
export const calls: Record<string, Handler> = {
  'POST login': ({ world, fields }) => {
    if (fields.username !== 'ada' || fields.password !== password) {
      return failed('Wrong username or password')
    }
    if (!world.user.UseLoginVerification) return success({ token })
    const data = { buffer: 'buffer-1', header: 'Authentication' }
    return { status: 'success', message: 'authentication_required', data }
  },
  'GET init-user': ({ world }) =>
    success({
      user: world.user,
      currency: world.accounts[0]?.Currency,
      unReadNotifications: world.unread,
      hasNewNotification: world.unread > 0,
      allowCrypto: true,
      imageUrl: '',
      currentMonthSpend: 9.5,
      income: 393,
      expenses: 9.5,
      cards: world.cards,
      accounts: world.accounts.map((account) => ({
        account,
        transactions: (world.lines.get(account.Id) ?? []).slice(0, 5),
        income: 393,
        expenses: 9.5,
      })),
    }),
  'POST signup': () => success(),
  'GET request-password-reset': () => success(),
  'GET confirm-reset': ({ slot }) => (slot === 'good' ? success() : failed('Link expired')),
  'POST reset-password': () => success(),
  'POST confirm-2fa': ({ fields }) =>
    fields.otp === loginCode ? success({ token }) : failed('Wrong code'),
  'GET token-login': ({ slot }) => (slot === 'good' ? success({ token }) : failed('Wrong link')),
  'GET transactions': listOf,
  'GET acount-overview': () => success({ income: 393, expenses: 9.5, currentMonthSpend: 9.5 }),
  'GET transaction-receipt': ({ world, slot }) => {
    const found = [...world.lines.values()].flat().find(({ Id }) => Id === slot)
    return found ? success(found) : failed('No such transaction', 403)
  },
  'POST account': ({ world, fields }) => {
    const [first] = world.accounts as [Account]
    const made = {
      ...first,
      Id: `acc-${world.accounts.length + 1}`,
      Number: '1000000024',
      Name: fields.accountName ?? '',
      Type: fields.accountType ?? 'none',
      CurrentBalance: 0,
      AvailableBalance: 0,
    }
    world.accounts.push(made)
    return success(made)
  },
  'GET crypto-currency': () =>
    success({ data: { walletId: wallet, qr: `data:image/gif;base64,${picture}` } }),
  'POST init-deposit': () => success(),
  'GET beneficiaries': ({ world }) => success(world.beneficiaries),
  'POST beneficiaries': ({ world, fields }) => {
    world.beneficiaries.push({
      Type: fields.type,
      BankName: fields.bank_name,
      AccountName: fields.account_name,
      AccountNumber: fields.account_number,
      Swift: fields.swift_code,
    })
    return success()
  },
  'GET resolve-account': ({ slot }) =>
    slot === '1234567897' ? success('Bob Stone') : failed('No such account'),
  'GET request-otp': ({ slot }) => (slot === pin ? success() : failed('Wrong PIN')),
  'POST transfer': transfer,
  'POST loan': ({ world, fields }) => {
    note(world, fields.account, {
      Type: 'loan',
      Amount: Number(fields.amount),
      Purpose: 'loan',
      State: 'pending',
      Completed: false,
    })
    return success()
  },
  'POST biller': ({ world, fields }) => {
    if (fields.name !== undefined) world.billers.push({ Name: fields.name })
    else world.bills.push({ Name: fields.biller, Date: fields.date, Type: fields.type })
    return success()
  },
  'GET biller': ({ world }) => success(world.bills),
  'GET billers': ({ world }) => success(world.billers),
  'POST change-email': ({ world, fields }) => {
    world.user.Email = fields.newEmail ?? ''
    return success()
  },
  'POST save-password': ({ fields }) =>
    fields.old_password === password ? success() : failed('Wrong password'),
  'POST save-pin': () => success(),
  'POST toggle-2fa': () => success(),
  'POST toggle-alert': () => failed('Alerts are closed for today'),
  'POST support': () => success(),
}

const perPage = 10

function listOf({ world, slot, fields }: Asked): Reply {
  const lines = world.lines.get(accountOf(world, slot)?.Id ?? '') ?? []
  const page = Number(fields.page ?? 1)
  const day = ({ Created }: Row) => {
    const { year, month, day } = Created as { year: number; month: number; day: number }
    return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
  }
  const within = lines.filter(
    (line) => day(line) >= (fields.start_date ?? '') && day(line) <= (fields.end_date ?? '9999'),
  )
  return success({
    List: within.slice((page - 1) * perPage, page * perPage),
    Meta: { PageSize: Math.max(1, Math.ceil(within.length / perPage)) },
  })
}

/** An account by its id, or by the end of it where that was sent as a number. */
const accountOf = (world: World, id: string | undefined) =>
  world.accounts.find(({ Id }) => Id === id || Id === `acc-${id}`)

function note(world: World, id: string | undefined, line: Row): Row | undefined {
  const target = accountOf(world, id)
  return target && world.note(target, line)
}

/** Every transfer of section 7; an order that is sent twice is made twice. */
function transfer({ world, fields, slot }: Asked): Reply {
  const source = accountOf(world, fields.source_account)
  const amount = Number(fields.amount)
  if (!source || !(amount > 0)) return failed('Fill all reqired fields to continue')
  if (fields.pin !== pin) return failed('Wrong PIN')
  if (world.user.UseOtp && fields.otp !== transferCode) return failed('Wrong code')
  if (amount > source.AvailableBalance) return failed('Not enough money')
  source.CurrentBalance -= amount
  source.AvailableBalance -= amount
  const target = accountOf(world, fields.destination_account)
  if (target) {
    target.CurrentBalance += amount
    target.AvailableBalance += amount
    world.note(target, { Type: 'credit', Amount: amount, Name: source.Name })
  }
  const transaction = world.note(source, {
    Type: 'debit',
    Amount: amount,
    Method: slot,
    Name: fields.acc_name ?? fields.card_name ?? target?.Name ?? fields.wallet_address,
    Accountnumber: fields.acc_number ?? target?.Number,
    Bank: fields.bank_name,
    Swift: fields.swift,
  })
  return success({ account: source, transaction })
}
