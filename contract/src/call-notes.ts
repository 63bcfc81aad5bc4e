import { banks } from './banks.ts'
import { billPayee } from './bills.ts'
import { datedFigures, figureNames, figureSubjects } from './explain.ts'
import { limits } from './limits.ts'
import { autoRepayPayee, loanTermsPayee, repayPayee } from './loans.ts'
import { standingPayee } from './standing-orders.ts'
import { payeeOf } from './transfers.ts'

/** What a person reads about a call. Kept beside the calls, since no client needs these words. */
export type CallNote = {
  summary: string
  /** Not in the specification's list of calls; a client may do without it. */
  additive?: true
  /** Takes an Idempotency-Key: sending the same order again has no second effect. */
  once?: true
  /** The types of the files that it answers with. */
  files?: readonly string[]
  /** What a field holds, where its type does not tell. */
  fields?: Record<string, string>
  /** What has to be known of the reply. */
  reply?: string
}

const pages = '`PageSize` in `Meta` is the number of pages, not of lines on a page'

const bankField = `of a transfer to another bank its name, one of: ${banks.join(', ')}; empty for a wire transfer, which has \`swift\` and \`bank_name\``

const figureFields = {
  figure: `each is asked for by one field: ${[...new Set(Object.values(figureSubjects))]
    .map((subject) => {
      const names = figureNames.filter((name) => figureSubjects[name] === subject)
      return `\`${subject}\` ${names.join(', ')}`
    })
    .join('; ')}. Any other of these fields is refused`,
  currency: 'also of the figure category, else usd',
  start_date: `with end_date, of ${datedFigures.join(', ')} only`,
  end_date: 'of the figure point the day that it is of',
}

const elsewhere = { acc_number: '<acc_number>', acc_name: '<acc_name>' }
/** As their functions write them, so that no form is told that the bank does not take. */
const payees = [
  payeeOf({ destination_account: '<destination_account>' }),
  payeeOf(elsewhere),
  payeeOf({ ...elsewhere, bank: '<bank>' }),
  payeeOf({ ...elsewhere, bank_name: '<bank_name>', swift: '<swift>' }),
  payeeOf({ card_number: '1234', card_name: '<card_name>', card_expiry: '<card_expiry>' }),
  payeeOf({ wallet_address: '<wallet_address>' }),
  repayPayee('<loan id>'),
  autoRepayPayee('<loan id>'),
  billPayee({
    biller: '<biller>',
    accountName: '<account name>',
    type: 'one-time',
    date: '<date>',
  }),
  loanTermsPayee({ RatePercent: '12.00', Months: 12 }),
]
const monthly = { every: 'monthly', firstOn: '<date>', until: null, times: null } as const
const standing = standingPayee(monthly, { above: false, payee: '<one of these>' })
const orderFields = {
  source_account:
    'the account that pays; without it, amount and to the approval is bound to no order',
  amount: 'as it will be ordered',
  to: `whom the order pays, by its fields: ${payees.map((payee) => `\`${payee}\``).join(', ')} (of a card its last four digits, of a loan its terms), or of a standing order when and whom: \`${standing}\``,
}
const signedFields = { ...orderFields, card_number: 'of a payment to a card the whole number' }

/** One note for each call, by its name. */
export const callNotes: Record<string, CallNote> = {
  login: { summary: 'Sign in: a token, or a buffer where a one-time code must follow' },
  confirm2fa: { summary: 'Finish signing in with the code that was mailed' },
  resendCode: {
    summary: 'Mail a new code for the same sign-in; the old one is void',
    additive: true,
  },
  tokenLogin: { summary: 'Sign in by the link of a mail, once' },
  logout: { summary: 'End the session', additive: true },
  signup: { summary: 'Become a customer and open a first account' },
  usernameFree: {
    summary: 'Whether a username can still be had; limited for each address',
    additive: true,
  },
  requestPasswordReset: {
    summary: 'Mail a link to reset a password; the reply is the same for everybody',
  },
  confirmReset: { summary: 'Whether a reset link is still good; this does not spend it' },
  resetPassword: { summary: 'Save a new password by a reset link and end every session' },
  verifyEmail: { summary: 'Prove that an address is the customer’s', additive: true },
  resendVerification: { summary: 'Mail the link for that once more', additive: true },
  undoEmail: { summary: 'Put a changed address back', additive: true },
  notMe: {
    summary: 'Stop a sign-in by a new device: freeze, sign out everywhere, mail the way back in',
    additive: true,
  },

  initUser: { summary: 'All that the customer area needs at its first load' },
  accountOverview: { summary: 'Income, expenses and what was spent this month' },
  transactions: { summary: 'One page of an account’s statement, newest first', reply: pages },
  transactionReceipt: { summary: 'One line of a statement' },
  accountStatement: {
    summary: 'A whole statement to print, oldest line first, each with the balance after it',
    additive: true,
  },
  exportStatement: {
    summary: 'A statement as a file: CSV, OFX 2.2, QIF or camt.053.001.08, streamed',
    additive: true,
    files: ['text/csv', 'application/x-ofx', 'application/qif', 'application/xml'],
  },
  searchTransactions: {
    summary: 'Lines of all accounts that have the words and pass the filters, newest first',
    additive: true,
  },
  payeeTotal: {
    summary: 'How often, and with how much, the other side of a line was paid this year',
    additive: true,
  },
  createAccount: { summary: 'Open another account', once: true },
  renameAccount: {
    summary: 'Give an account another name; only its owner sees it',
    additive: true,
  },
  balanceDays: {
    summary: 'What each account held at the end of each of the last 30 days, today included',
    additive: true,
  },
  accountInterest: {
    summary: 'What an account earns: its rates, the months, and the days of one month',
    additive: true,
  },
  spending: {
    summary:
      'The five payees that most was paid to, and what it was for, this month or between two dates',
    additive: true,
  },
  explain: {
    summary: 'What a figure is made of, down to the ledger',
    additive: true,
    fields: { ...figureFields, cursor: '`Next` of the page before' },
  },
  explainFile: {
    summary: 'What a figure is made of, as a file',
    additive: true,
    fields: figureFields,
  },
  insights: {
    summary: 'Where the money of a month went, by category and payee, against the months before',
    additive: true,
  },
  transactionCategory: { summary: 'The category of a line, and your note on it', additive: true },
  putIntoCategory: {
    summary: 'Put a line, its parts or all of a payee into a category, or write a note on it',
    additive: true,
    fields: {
      parts: `2 to ${limits.partsMax} parts that add up to the amount, each a category and its share: groceries=12.50;home=7.50; empty for one category again`,
    },
  },
  categoryRules: { summary: 'The payees that you have put into a category', additive: true },
  removeCategoryRule: { summary: 'Leave a payee to the rules of the bank again', additive: true },
  budgets: { summary: 'What you mean to spend in a month, and what you spent', additive: true },
  setBudget: { summary: 'Set, change or remove the budget of a category', additive: true },
  forecast: {
    summary:
      'What will be in an account, or in all of a currency, on each day until the next pay-day, what makes it so, and what may be spent',
    additive: true,
  },
  saveBuffer: {
    summary: 'What is kept back of an account and is never safe to spend',
    additive: true,
  },

  resolveAccount: { summary: 'The name of the holder of an account of this bank' },
  checkPayee: {
    summary:
      'Whether a typed name is the holder’s: match, close (with the right name), none or unavailable',
    additive: true,
  },
  requestOtp: { summary: 'Check the PIN and mail a code for a transfer', fields: orderFields },
  requestOtpByForm: {
    summary: 'Check the PIN and mail a code for a transfer, with the PIN in the form',
    additive: true,
    fields: signedFields,
  },
  transferLocal: { summary: 'Pay another customer of this bank', once: true },
  transferOwn: {
    summary: 'Move money between own accounts, also across currencies',
    once: true,
  },
  transferExternal: {
    summary: 'Pay into another bank, or abroad by wire',
    once: true,
    fields: { bank: bankField },
  },
  transferCard: { summary: 'Pay to a card', once: true },
  transferCrypto: { summary: 'Pay to a bitcoin wallet', once: true },
  undoTransfer: {
    summary:
      'Call a transfer back that waits for its undo time to pass; the payee never hears of it',
    additive: true,
  },

  paymentRequests: { summary: 'What the customer asks others for, newest first', additive: true },
  askForMoney: {
    summary: 'Ask for money: a link that whoever opens it can pay, once',
    once: true,
    additive: true,
  },
  cancelRequest: { summary: 'Take a request back that nobody has paid', additive: true },
  requestQr: { summary: 'The link of a request as a QR image', additive: true },
  openRequest: { summary: 'A request as its link shows it to the payer', additive: true },
  declineRequest: { summary: 'End a request without paying it', additive: true },
  receiveInto: {
    summary: 'How an account is paid from elsewhere: number, IBAN and EPC QR where it has them',
    additive: true,
    fields: {
      amount: 'what the code asks for, from 0.01 to 999999999.99; without one the payer chooses',
    },
  },

  documents: {
    summary: 'The statements of a year by account and month; those that are missing are made',
    additive: true,
    fields: { year: 'four digits; without one the newest that there are statements of' },
  },
  downloadDocument: {
    summary: 'A statement of a month as a tagged and signed PDF',
    additive: true,
    files: ['application/pdf'],
  },
  receiptFile: {
    summary: 'The receipt of a transaction as a tagged and signed PDF',
    additive: true,
    files: ['application/pdf'],
  },
  pots: {
    summary: 'The pots with their goals, standing orders and last moves',
    additive: true,
  },
  makePot: { summary: 'Make a pot inside an account', once: true, additive: true },
  movePot: {
    summary: 'Set money aside in a pot, or free it; no approval, since it stays on the account',
    once: true,
    additive: true,
  },
  changePot: { summary: 'Change name, picture, goal and date of a pot', additive: true },
  roundUpPot: {
    summary: 'Gather in a pot what payments of its account are rounded up by, or no longer',
    additive: true,
  },
  closePot: { summary: 'Close a pot; what is in it is free again', additive: true },

  bitcoinWallet: {
    summary: 'Where to send bitcoin, with a QR image; and how much, where an amount is given',
  },
  initBitcoinDeposit: {
    summary: 'Announce a deposit in bitcoin; it is pending until it is confirmed',
    once: true,
  },
  requestLoan: { summary: 'Ask for a loan', once: true },
  cardFreeze: { summary: 'Stop a card', additive: true },
  cardThaw: { summary: 'Let a card pay again', additive: true },
  cardLimits: { summary: 'What a card may pay, and where', additive: true },
  cardLost: { summary: 'Report a card lost; another takes its place', additive: true },
  cardPayments: { summary: 'The last payments with a card, refused ones too', additive: true },
  repayLoan: { summary: 'Pay back a loan, or a part of it', once: true, additive: true },
  autoRepayLoan: {
    summary:
      'Pay each instalment of a loan on its day, or no longer; `amount` is an instalment, `NextDue.Amount` where nothing is overdue or paid in part, and no month pays more but for the cents that the last one rounds; another is refused with `instalment`',
    additive: true,
    fields: {
      account: 'where it is switched on, the account that pays',
      amount: 'where it is switched on, `Amount` of the loan’s `NextDue`, as GET loans tells it',
    },
  },
  loans: { summary: 'What a customer owes, and the terms of a new loan', additive: true },

  beneficiaries: { summary: 'The saved recipients' },
  saveBeneficiary: {
    summary:
      'Save a recipient; another name or bank for a number on the list, or another number for a name on it, takes a fresh session',
  },
  deleteBeneficiary: { summary: 'Forget a saved recipient', additive: true },
  billerList: { summary: 'The billers to choose from' },
  savedBills: { summary: 'The saved bills' },
  saveBiller: {
    summary: 'Save a bill to be paid on its date; a form with only a name adds a biller',
    once: true,
  },
  skipBill: {
    summary: 'Leave out the next date of a recurring bill; it goes on a month later',
    additive: true,
  },
  cancelBill: { summary: 'Stop a saved bill; what was paid stays paid', additive: true },

  standingOrders: { summary: 'The standing orders', additive: true },
  standingOrder: {
    summary: 'A standing order with the dates that are over, the newest first',
    additive: true,
  },
  orderStanding: {
    summary: 'Order transfers for once on a date or for again and again; approved once for all',
    additive: true,
    once: true,
    fields: { bank: bankField },
  },
  changeStanding: {
    summary: 'Change the amount, the end or the note; to pay more, or for longer, is approved',
    additive: true,
  },
  skipStanding: { summary: 'Leave out the next date of a standing order', additive: true },
  pauseStanding: { summary: 'Let a standing order rest; its dates pass unpaid', additive: true },
  resumeStanding: {
    summary: 'Let a standing order go on with its next date from today on',
    additive: true,
  },
  endStanding: { summary: 'End a standing order; what was paid stays paid', additive: true },

  notifications: { summary: 'What the bell counts, newest first', additive: true, reply: pages },
  readNotifications: { summary: 'Mark every notification as read', additive: true },
  events: {
    summary: 'A stream of server-sent events; each names what a client should fetch again',
    additive: true,
  },

  changeEmail: { summary: 'Change the address; the old one gets a link to undo it' },
  savePassword: { summary: 'Change the password and end the other sessions' },
  savePin: { summary: 'Save a new PIN' },
  toggle2fa: { summary: 'Ask for a code at sign-in, or no longer' },
  toggleAlert: { summary: 'Mail every movement, or no longer' },
  saveUndo: {
    summary: 'How long transfers to new payees can be called back; 0 sends them at once',
    additive: true,
  },
  support: { summary: 'Write to the bank' },
  tickets: { summary: 'What the customer wrote to the bank, newest first', additive: true },

  reauthenticate: {
    summary:
      'Prove with the password or a passkey that it is you; sensitive changes are open for 5 minutes',
    additive: true,
  },
  sessions: { summary: 'Where you are signed in', additive: true },
  endSessions: { summary: 'End one session, or all but this one', additive: true },
  securityEvents: { summary: 'Your security log, newest first', additive: true, reply: pages },
  passkeyOptions: {
    summary: 'A challenge for a passkey of the customer; it works once, for five minutes',
    additive: true,
    fields: signedFields,
  },
  passkeys: { summary: 'The passkeys of the customer', additive: true },
  addPasskey: { summary: 'Save a passkey that was made for a challenge', additive: true },
  removePasskey: { summary: 'Forget a passkey', additive: true },
  passkeyLoginOptions: {
    summary: 'A challenge to sign in with a passkey; limited for each address',
    additive: true,
  },
  passkeyLogin: { summary: 'Sign in with a passkey; no code follows', additive: true },
  freeze: {
    summary: 'Stop cards, outgoing money and other sessions at once, or let them go again',
    additive: true,
  },
  readLimits: { summary: 'What may go out on a day and at a time', additive: true },
  saveLimits: {
    summary: 'Set limits of your own: lower at once, higher after a day',
    additive: true,
  },
  totp: {
    summary: 'Set up an authenticator app for sign-in, switch it on with a code of it, or off',
    additive: true,
  },
  backupCodes: { summary: 'Ten new backup codes, told once; older ones are void', additive: true },

  demoClock: {
    summary:
      'In a demonstration alone: the bank’s date, and how far days that are being passed are',
    additive: true,
  },
  demoForward: {
    summary: 'In a demonstration alone: pass a day, a week, days to the next pay-day or a number',
    additive: true,
  },
}

/** What a person reads about the calls of a noun. */
export const nounNotes: Record<string, string> = {
  auth: 'Signing in and out, one-time codes, and forgotten passwords',
  signup: 'Becoming a customer',
  accounts: 'Accounts, their statements, and the first load of the client',
  insights: 'Where the money went, and budgets',
  transfers: 'Money that leaves an account',
  requests: 'Money that is asked for, and codes to be paid by',
  documents: 'Statements and receipts as signed files',
  pots: 'Money that is set aside inside an account',
  deposits: 'Money that comes in',
  cards: 'Cards',
  loans: 'Loans and debts',
  beneficiaries: 'Saved recipients',
  bills: 'Billers and saved bills',
  'standing orders': 'Transfers that are made by themselves',
  notifications: 'The bell and the stream of events',
  profile: 'Address, password, PIN, settings and support',
  security: 'Sessions, the security log and the proof that it is still you',
  passkeys: 'Passkeys, authenticator apps and backup codes',
  demo: 'Passing days in a demonstration; elsewhere there are no such calls',
}
