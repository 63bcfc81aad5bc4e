import { features, type initUser, type Output, toDateParts, type User } from '@passbook/contract'
import { type OwnAccount, showAccount, showCurrency } from '#accounts/accounts.ts'
import { summedAccounts } from '#accounts/statement.ts'
import { cardsOf } from '#cards/cards.ts'
import { part, type Sql } from '#db/db.ts'
import { sessionEnded } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { unreadOf } from '#notifications/notifications.ts'

/** All that the customer area shows first, in one reply. */
export async function firstLoad(
  bank: Bank,
  customer: { id: bigint; username: string },
): Promise<Output<typeof initUser>> {
  const { db, config } = bank
  const entries = await summedAccounts(bank, customer)
  const row = await rowOf(db.sql, customer.id)
  const { unread, undo_seconds: undoSeconds } = row
  const passesDays = config.demo && row.is_demo
  const accounts = entries.map(({ account }) => account)
  const [first] = entries
  return {
    user: userOf(row, accounts, config.bankZone),
    currency: accounts[0] ? showCurrency(accounts[0].currency) : null,
    unReadNotifications: unread,
    hasNewNotification: unread > 0,
    // It gates deposits, which need a wallet to be sent to.
    allowCrypto: config.allowCrypto && config.bitcoinWallet !== undefined,
    imageUrl: '/pictures/',
    currentMonthSpend: first?.currentMonthSpend ?? 0n,
    income: first?.income ?? 0n,
    expenses: first?.expenses ?? 0n,
    cards: await cardsOf(db.sql, customer.id, config),
    features: features.filter((name) => name !== 'time-machine' || passesDays),
    undoSeconds: undoSeconds ?? config.undoSeconds,
    accounts: entries.map((entry) => ({ ...entry, account: showAccount(entry.account) })),
  }
}

type Row = {
  username: string
  email: string
  has_pin: boolean
  first_name: string
  middle_name: string
  last_name: string
  phone: string
  sex: string
  born_on: string | null
  occupation: string
  country: string
  state: string
  city: string
  street: string
  kin_first_name: string
  kin_last_name: string
  kin_relationship: string
  kin_phone: string
  kin_email: string
  kin_occupation: string
  kin_address: string
  picture: string
  email_verified: boolean
  phone_verified: boolean
  blocked: boolean
  use_login_code: boolean
  may_manage_login_code: boolean
  allow_transfer: boolean
  pending_transfer: boolean
  use_otp: boolean
  use_authenticator: boolean
  lock_otp: boolean
  crypto_payment: boolean
  email_alerts: boolean
  frozen: boolean
  last_seen_at: Date | null
  undo_seconds: number | null
  is_demo: boolean
  unread: number
}

async function rowOf(sql: Sql, customerId: bigint): Promise<Row> {
  const [row] = await sql<Row>`
    select username, email, pin_hmac is not null as has_pin, first_name, middle_name, last_name,
      phone, sex, born_on, occupation, country, state, city, street, kin_first_name, kin_last_name,
      kin_relationship, kin_phone, kin_email, kin_occupation, kin_address, picture, email_verified,
      phone_verified, blocked, use_login_code, may_manage_login_code, allow_transfer,
      pending_transfer, use_otp, lock_otp, crypto_payment, email_alerts, last_seen_at,
      undo_seconds, demo_state is not null as is_demo, frozen_at is not null as frozen,
      exists (select from authenticators where customer_id = customers.id
        and confirmed_at is not null) as use_authenticator,
      ${unreadOf(part`customers.id`)} as unread
    from customers where id = ${customerId}`
  if (!row) throw sessionEnded()
  return row
}

function userOf(row: Row, accounts: OwnAccount[], zone: string): User {
  return {
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    has_pin: row.has_pin,
    Accounts: accounts.map(showAccount),
    ...personWords(row, zone),
    ...flagWords(row),
    Kinname: row.kin_first_name,
    Kinsurname: row.kin_last_name,
    Kinemail: row.kin_email,
    Kinphone: row.kin_phone,
    Kinrelationship: row.kin_relationship,
    Kinaddress: row.kin_address,
    Kinoccupation: row.kin_occupation,
  }
}

function personWords(row: Row, zone: string): Partial<User> {
  return {
    Name: row.first_name,
    MiddleName: row.middle_name,
    Surname: row.last_name,
    Phone: row.phone,
    Email: row.email,
    State: row.state,
    City: row.city,
    Country: row.country,
    Street: row.street,
    Profilepic: row.picture,
    Sex: row.sex,
    Dob: row.born_on ? toDateParts(new Date(`${row.born_on}T00:00:00Z`)) : null,
    Lastseen: row.last_seen_at ? toDateParts(row.last_seen_at, zone) : null,
    Occupation: row.occupation,
    Username: row.username,
    Verification: row.email_verified ? 'email' : 'none',
    Mode: 'live',
  }
}

/** UseCOT is always false: nobody pays for a code to get at their own money. */
function flagWords(row: Row): Partial<User> {
  return {
    Status: !row.blocked,
    Blocked: row.blocked,
    Verifiedemail: row.email_verified,
    Verifiedphone: row.phone_verified,
    Emailnotification: row.email_alerts,
    UseOtp: row.use_otp,
    AllowTransfer: row.allow_transfer,
    PendingTransfer: row.pending_transfer,
    UseLoginVerification: row.use_login_code,
    AllowUserManageLoginVerification: row.may_manage_login_code,
    CryptoPayment: row.crypto_payment,
    LockOTP: row.lock_otp,
    ...(row.frozen && { Frozen: true }),
    UseCOT: false,
    AllowRememberDevice: false,
    UseAuthenticator: row.use_authenticator,
  }
}
