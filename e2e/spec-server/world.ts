// One customer of a bank that knows the specification and nothing else: its names, plain JSON types,
// dates as parts, amounts as numbers.

export type Row = Record<string, unknown>

export const password = 'secret'
export const pin = '4821'
export const loginCode = '12345'
export const transferCode = '4321'
export const token = 'token-of-ada'
export const wallet = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

const usd = {
  Name: 'US Dollar',
  Country: 'United States',
  Symbol: '&#36;',
  Country_code: 'us',
  Code: 'usd',
  Value: 1,
}

const account = (Id: string, number: string, Type: string, balance: number) => ({
  Id,
  Number: number,
  Name: 'Ada Okafor',
  Type,
  CurrentBalance: balance,
  AvailableBalance: balance,
  Currency: usd,
})
export type Account = ReturnType<typeof account>

function partsOf(at: Date) {
  return {
    day: at.getUTCDate(),
    month: at.getUTCMonth() + 1,
    year: at.getUTCFullYear(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
  }
}

export function makeWorld() {
  const accounts = [
    account('acc-1', '1000000008', 'savings', 500),
    account('acc-2', '1000000016', 'checking', 70.5),
  ]
  const [first, second] = accounts as [Account, Account]
  const lines = new Map<string, Row[]>()
  const world = {
    user: makeUser(accounts),
    accounts,
    lines,
    cards: [{ Balance: 12.5, Number: '4242', Expiry: { Month: 4, Year: 2029 }, Cv2: '123' }],
    beneficiaries: [] as Row[],
    bills: [] as Row[],
    billers: [] as Row[],
    unread: 3,
    /** Writes a line on top of an account's list. */
    note(target: Account, line: Row): Row {
      const list = lines.get(target.Id) ?? []
      const { Name, Number: number, Currency } = target
      const full = {
        Id: `${target.Id}-line-${list.length + 1}`,
        Created: partsOf(new Date()),
        User: 'ada',
        Account: { Name, Number: number, Currency: { Code: Currency.Code } },
        Status: true,
        Completed: true,
        State: 'completed',
        Purpose: 'transfer',
        Same: false,
        ...line,
      }
      lines.set(target.Id, [full, ...list])
      return full
    },
  }
  const { note } = world
  note(second, { Type: 'credit', Amount: 70.5, Name: 'Jonas Weber', Description: 'Gift' })
  for (let at = 1; at <= 22; at++) {
    note(first, { Type: 'credit', Amount: at, Name: `Payer ${at}`, Description: `Note ${at}` })
  }
  note(first, { Type: 'loan', Amount: 100, Purpose: 'loan', Description: 'Quick loan' })
  note(first, { Type: 'debit', Amount: 9.99, Name: 'Cem Ak', State: 'failed', Completed: false })
  // What a crypto deposit is called is the client's to say: it has no name.
  note(first, {
    Type: 'credit',
    Amount: 40,
    Method: 'crypto',
    Gateway: 'bitcoin',
    Description: 'note 6',
    State: 'pending',
    Completed: false,
  })
  return world
}
export type World = ReturnType<typeof makeWorld>

function makeUser(accounts: Account[]) {
  return {
    first_name: 'Ada',
    last_name: 'Okafor',
    email: 'ada@example.com',
    has_pin: true,
    Accounts: accounts,
    Name: 'Ada',
    MiddleName: '',
    Surname: 'Okafor',
    Phone: '5551234567',
    Email: 'ada@example.com',
    State: 'Lagos',
    City: 'Ikeja',
    Country: 'ng',
    Street: 'Allen Avenue 1',
    Profilepic: '',
    Status: true,
    Blocked: false,
    Sex: 'female',
    Dob: { day: 5, month: 3, year: 1990, hour: 0, minute: 0, second: 0 },
    Lastseen: partsOf(new Date()),
    Verifiedemail: true,
    Verifiedphone: false,
    Verification: 'none',
    Emailnotification: true,
    Occupation: 'Engineer',
    Username: 'ada',
    UseOtp: false,
    AllowTransfer: true,
    PendingTransfer: false,
    Mode: 'live',
    UseLoginVerification: false,
    AllowUserManageLoginVerification: true,
    CryptoPayment: true,
    LockOTP: false,
    UseCOT: false,
    AllowRememberDevice: false,
  }
}
