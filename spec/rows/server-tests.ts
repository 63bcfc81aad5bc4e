import { named } from './named.ts'

export const accounts = named('server/src/accounts/accounts.test.ts', {
  open: 'gives an account of the type and the currency',
  preset: 'is savings in usd where nothing else is said',
  number: 'numbers check themselves',
  pages: 'comes in pages of ten',
  range: 'of any range adds up',
  line: 'shows a line with every field of a transaction',
  receipt: 'is for the owner of the line',
  month: "adds up over a month's end",
  completed: 'counts what is completed',
})

export const exporting = named('server/src/accounts/export.test.ts', {
  adds: 'for random histories in',
  formulas: 'a spreadsheet finds no formula',
  who: 'nobody without a session',
})

export const signIn = named('server/src/auth/sign-in.test.ts', {
  token: 'by username, whatever its case',
  same: 'an unknown user and a wrong password get the same bytes',
  blocked: 'a blocked customer is told so',
  limits: 'after ten of them a customer waits',
  address: 'of one address close it',
  code: 'asks for five digits that a mail brings',
  tries: 'after five wrong codes even the right one fails',
  life: 'a code lives five minutes',
  another: 'another code can be had after half a minute',
  link: 'works once',
  linkLife: 'lives fifteen minutes',
  linkCode: 'does not lead past the code step',
})

export const signUp = named('server/src/auth/sign-up.test.ts', {
  form: '%j: %s',
  order: 'is told its first failure',
  start: 'has a usd account with nothing in it, a card and the flags',
  welcome: 'is welcomed by a mail whose link signs in',
  taken: 'is refused: it differs by',
  email: 'an e-mail address that is taken is refused',
  lastName: 'a bank may take shorter last names',
})

export const reset = named('server/src/auth/reset.test.ts', {
  same: 'is answered with the same bytes',
  once: 'can be confirmed any number of times and used once',
  life: 'lives thirty minutes',
  ends: 'ends every session',
  opens: 'opens a sign-in that had failed too often',
})

export const sessions = named('server/src/auth/sessions.test.ts', {
  idle: 'ends after fifteen minutes without a call',
  logout: 'ends when its customer logs out',
  blocked: 'ends when its customer is blocked',
  hash: 'is stored by the hash of its token',
  none: 'is answered with 401',
  query: 'in the address it is not taken',
})

export const timing = named('server/src/auth/timing.test.ts', {
  same: 'how long a failed sign-in takes',
})

export const beneficiaries = named('server/src/beneficiaries/beneficiaries-access.test.ts', {
  list: 'are listed by name',
  update: 'the same type and number updates',
  refused: 'are refused with the text of the first thing',
  removed: 'are removed by their owner',
})

export const bills = named('server/src/bills/bills.test.ts', {
  saved: 'a saved bill is on the list',
  refused: 'the first thing that is wrong with a bill',
  today: 'a bill may be due today',
  catalogue: 'the five billers come first',
  biller: 'a biller needs a name that is not on the list',
  cancelled: 'a bill is cancelled by its owner',
})

export const billPay = named('server/src/bills/pay.test.ts', {
  once: 'a bill for one time is paid on its date',
  last: 'a bill on the 31st is paid on the last day',
  retry: 'money that is missing is waited for',
  fails: 'after three more tries the date fails',
})

export const billSkip = named('server/src/bills/skip.test.ts', {
  month: 'a skipped date is not paid, and the bill goes on a month later',
  paying: 'a date that is being paid is waited for',
  race: 'when schedulers and skips meet',
})

export const billPin = named('server/src/bills/bill-pin.test.ts', {
  asked: 'a bank that asks for the PIN saves a bill',
  counted: 'wrong PINs of bills and of transfers are counted together',
})

export const operator = named('server/src/cli/commands.test.ts', {
  fund: 'credits an account by its number',
  trace: 'and leaves a trace of it',
  help: 'is told what there is',
  flags: 'sets every flag that a customer has',
  link: 'makes a login link that works',
  sound: 'hears that the ledger is sound',
})

export const deeds = named('server/src/cli/deeds.test.ts', {
  transfers: 'a transfer is listed, settled or failed',
  deposit: 'a Bitcoin deposit is refused',
  loan: 'a loan is paid out and paid back',
  card: 'a card is issued, and a customer blocked',
  close: 'an account is closed once it is empty',
  original: 'a card tells what its account holds in its own currency',
})

export const passwords = named('server/src/auth/password.test.ts', {
  least: 'a bank that asks for more than four characters',
})

export const settings = named('server/src/kernel/config.test.ts', {
  preset: 'that are left out are those of a demo',
})

export const demo = named('server/src/demo/demo.test.ts', {
  year: 'goes back a year and into every month',
  rows: 'has rows of every method in every state',
  plain: 'lets the plain customer in with a password',
  careful: 'lets the careful customer in with a password and a code',
})

export const deposits = named('server/src/deposits/deposits.test.ts', {
  wallet: 'the wallet comes one level deeper',
  pending: 'a logged payment is pending and moves nothing',
  gate: 'without the flag, or where the bank says no',
  refused: 'an account must be named',
  key: 'the same key logs one deposit',
})

export const http = named('server/src/http/abuse.test.ts', {
  plain: 'of JSON or of a plain form is read like a multipart form',
  cookie: 'that has the cookie must say what is in it',
  unknown: 'that nobody serves is not repeated',
  stranger: 'a stranger learns nothing about a form',
})

export const pageFile = named('server/src/http/static.test.ts', {
  attributes: 'with what it must know before its first call',
  cookie: 'gets a cookie for its forms once',
  headers: 'carries the headers that protect it',
})

export const jobs = named('server/src/jobs/jobs.test.ts', {
  demo: 'only a demo decides about loans by itself',
})

export const ledger = named('server/src/ledger/ledger.test.ts', {
  moves: 'a transfer moves the money and writes a line on both',
  holds: 'a pending debit lowers what is available',
  back: 'a failed debit gives back what it held',
  exchange: 'an exchange goes through the bank',
  reversed: 'an entry is reversed once',
  key: 'a key answers its first answer for ever',
  closed: 'only an empty account with nothing under way is closed',
  line: 'is never posted to without a statement line',
})

export const audit = named('server/src/ledger/audit.test.ts', {
  refuses: 'the database itself refuses',
})

export const loans = named('server/src/loans/loans.test.ts', {
  pending: 'a loan asked for is a pending line',
  terms: 'the terms are told before anything is asked for',
  refused: 'what cannot be lent is refused in words',
})

export const decide = named('server/src/loans/decide.test.ts', {
  approved: 'an approved loan is lent from its own receivable',
  declined: 'a declined loan is a failed line',
  repaid: 'repayments lower what is owed',
  demo: 'a demo decides after some seconds',
})

export const loanTerms = named('server/src/loans/schedule.test.ts', {
  most: '5,000 dollars or their worth is the most',
})

export const logs = named('server/src/checks/logs.test.ts', {
  secrets: 'no password, code, token, link, PIN or card number',
})

export const events = named('server/src/notifications/live-events-race.test.ts', {
  stream: 'begins at once, unbuffered and uncached',
  tells: 'tells payer and payee of a transfer',
})

export const outbox = named('server/src/notifications/outbox-race.test.ts', {
  both: 'to both sides, with amount',
  off: 'in the app only, where alerts are off',
  list: 'has twenty to a page',
  read: 'is marked as read all at once',
})

export const email = named('server/src/profile/email-race.test.ts', {
  change: 'works at once, unproven',
  refused: 'refuses the same, a taken, a malformed',
  proof: 'comes with the welcome and works once',
  undo: 'restores it as proven',
})

export const firstLoad = named('server/src/profile/first-load.test.ts', {
  user: 'the first load has every field of the customer',
  data: 'the first load has what the customer area shows first',
  secrets: 'neither the PIN nor a hash nor a token',
  cvv: 'the CVV is the same at every look',
})

export const security = named('server/src/profile/security.test.ts', {
  password: 'takes the place of the old one',
  passwordRefused: '97: is refused',
  pin: 'is any four digits; it is kept keyed',
  pinUnlocks: 'unlocks a locked PIN',
  pinRefused: '98: is refused',
  switches: 'take every spelling of on and off',
  twoStep: '2 Step Verification is refused to whom it is not allowed',
  others: 'a change of',
})

export const supporting = named('server/src/support/support.test.ts', {
  kept: 'is kept under a number and mailed to the bank',
  refused: '100: is refused with the text',
})

export const orders = named('server/src/transfers/transfers.test.ts', {
  local: 'a local transfer posts at once on both sides',
  unknown: 'a number that nobody holds',
  rate: 'own accounts exchange at the shown rate',
  differ: 'an own account must differ from the source',
  held: 'with PendingTransfer the money is held',
  otherBanks: 'other banks: held at once',
  fails: 'a refused one fails with its reason',
  wire: 'a wire takes an IBAN and a BIC',
  card: 'a card keeps its last four digits',
  badCard: 'the card %j is refused',
  crypto: 'bitcoin wants the flag and an address that checks',
  lock: 'five wrong PINs lock it',
  noPin: 'without a PIN the customer is told to set one',
  off: 'AllowTransfer off refuses',
  limit: 'the daily limit counts what leaves',
  codeOnce: 'a code is good for one transfer',
  bound: 'a bound code names its order',
  codeEnds: 'three wrong codes void it',
  codeLock: 'fifteen wrong codes in a day lock codes',
  key: 'sent twice it has one effect and one answer',
  otherOrder: 'with another order it is refused',
  name: 'gives the holder’s name for an exact number',
  harvest: 'twenty misses in an hour end it',
})

export const words = named('server/src/checks/texts.test.ts', {
  crypto: 'crypto is refused in words',
  busy: 'a busy bank and a method that is not taken',
})
