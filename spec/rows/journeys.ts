import { named } from './named.ts'

export const auth = {
  ...named('e2e/login.spec.ts', {
    login: 'says what is missing, keeps what was typed',
    links: 'leads to the other entry pages',
    next: 'brings a visitor back to where they wanted to go',
    wait: 'names the time to wait after ten wrong passwords',
    unreachable: 'says when the bank cannot be reached',
  }),
  ...named('e2e/signup.spec.ts', {
    signup: 'walks through all four steps with every text',
    taken: 'a taken username leads back to its field',
  }),
  ...named('e2e/one-time-code.spec.ts', {
    code: 'typed digit by digit it enters by itself',
    paste: 'pasted whole it enters once',
    resend: 'one that has run out is refused, and a new one can be had',
    title: 'shows only a title that the bank could have given',
  }),
  ...named('e2e/reset.spec.ts', {
    reset: 'a link from the mail saves a new password, once',
    resetOld: 'a link that has run out fails, and so does the page without one',
    resetNobody: 'a name that nobody has gets the same answer',
  }),
  ...named('e2e/session.spec.ts', {
    token: 'a login link enters once',
    logout: 'logging out ends the session on the server',
  }),
  ...named('e2e/entry-pages.spec.ts', {
    notFound: 'a page that does not exist says so',
  }),
}

export const area = {
  ...named('e2e/overview.spec.ts', {
    overview: 'the overview shows real balances',
    phone: 'the overview fits a phone',
    switcher: 'the switcher changes balance, list and totals',
  }),
  ...named('e2e/pages.spec.ts', {
    titles: 'every page says where it is',
    cover: 'a cover lies over the page while it changes',
  }),
  ...named('e2e/accounts.spec.ts', {
    addAccount: 'a new account is told, appended and can be selected',
  }),
  ...named('e2e/transactions.spec.ts', {
    paged: 'the list is paged and filtered',
    reversed: 'dates in the wrong order are told at once',
    go: 'GO asks again, and both dates today ask for everything',
    listFails: 'a list that fails tells why and tries again',
  }),
  ...named('e2e/receipt.spec.ts', {
    receipt: 'a row opens its detail and the detail its receipt',
    masked: 'on a phone the end of a reference is masked',
    pendingReceipt: 'a receipt of money that has not moved says so',
  }),
  ...named('e2e/cards.spec.ts', {
    card: 'a card keeps its security code covered',
  }),
  ...named('e2e/profile.spec.ts', {
    sections: 'profile sections are open on a wide screen and closed at 1024',
  }),
  ...named('e2e/shell.spec.ts', {
    firstLoad: 'a first load that fails tells why and tries again',
  }),
  ...named('e2e/session.spec.ts', {
    ended: 'a session that has ended leads to the login in silence',
    idle: 'an idle customer is warned',
  }),
}

export const shell = {
  ...named('e2e/shell.spec.ts', {
    rail: 'the icon menu and the top bar lead to every page',
    menu: 'the menu of a phone has ten entries',
    round: 'the round button opens one panel with two modes',
  }),
  ...named('e2e/overview.spec.ts', {
    tiles: 'quick actions and tiles open their dialogs',
  }),
  ...named('e2e/live.spec.ts', {
    settles: 'a transfer that settles turns its row',
    tabs: 'money that comes in shows in every tab',
  }),
  ...named('e2e/notifications.spec.ts', {
    notifications: 'notifications are listed, marked, read',
  }),
  ...named('e2e/export.spec.ts', {
    export: 'each export holds the account and the dates on screen',
    statement: 'the export menu is worked by keyboard',
  }),
}

export const profile = {
  ...named('e2e/profile.spec.ts', {
    email: 'the e-mail is changed',
    password: 'the password is changed by who knows the old one',
    pin: 'a PIN is saved with the password',
    switches: 'switches show the choice at once',
  }),
  ...named('e2e/support.spec.ts', {
    support: 'a message to support is checked, sent',
  }),
  ...named('e2e/receipt.spec.ts', {
    dispute: 'a receipt leads to a dispute for a day',
  }),
}

export const services = {
  ...named('e2e/deposits.spec.ts', {
    card: 'a card deposit is refused after four seconds',
    bank: 'a direct bank transfer is refused likewise',
    bitcoin: 'a Bitcoin deposit is logged once',
    currency: 'an account of another currency brings its symbol',
  }),
  ...named('e2e/loans.spec.ts', {
    loan: 'a loan shows its terms, is asked for once',
    declined: 'a declined loan says so, and repaying leads to support',
  }),
  ...named('e2e/recipients.spec.ts', {
    recipient: 'a recipient is looked up, saved, listed and deleted',
    recipientBanks: 'recipients at other banks need their bank',
  }),
  ...named('e2e/bills.spec.ts', {
    bill: 'a bill is checked field by field',
    skip: 'the next date of a recurring bill is skipped',
    payBill: 'the pay-bill page adds billers with its plus',
  }),
}

export const otherSettings = named('e2e/settings.spec.ts', {
  pin: 'a bill asks for the PIN',
  name: 'somebody called Li signs up',
})

export const transfers = {
  ...named('e2e/transfer-own.spec.ts', {
    own: 'own account: the money is in the other one',
    rate: 'two currencies show their rate',
  }),
  ...named('e2e/transfer-local.spec.ts', {
    local: 'local, with PIN and code',
    lookup: 'a number is looked up once',
    recipients: 'recipients are saved on the way and picked',
    dialog: 'from the dashboard the same flow runs in a dialog',
  }),
  ...named('e2e/transfer-outside.spec.ts', {
    otherBanks: 'other banks: held, with a name that is typed by hand',
    wire: 'wire: held, with Swift code',
    card: 'bank card: held',
    bitcoin: 'Bitcoin: only for those who have it',
  }),
  ...named('e2e/transfer-form.spec.ts', {
    checks: 'every problem is told, marked and focused',
    funds: 'the bank refuses what is not there',
    failed: 'a wrong status says Transfer failed',
    ended: 'an ended session loses nothing that was typed',
  }),
  ...named('e2e/transfer-approval.spec.ts', {
    pin: 'a PIN by keypad and keyboard',
    code: 'a code that is short, wrong, run out and sent anew',
    noCode: 'a code that cannot be had says so',
    noPin: 'without a PIN the way leads to the profile',
  }),
  ...named('e2e/transfer-once.spec.ts', {
    twice: 'a double click',
    lost: 'replies that are lost, then an answer',
    reload: 'a reload in the middle of an order',
  }),
  ...named('e2e/live.spec.ts', {
    otherTab: 'a balance changes in the other tab',
  }),
}

export const gaps = {
  ...named('e2e/reset.spec.ts', {
    wait: 'a link that is looked at says Please Wait',
  }),
  ...named('e2e/login.spec.ts', {
    busy: 'a button that has sent its form is busy',
  }),
  ...named('e2e/accounts.spec.ts', {
    types: 'every type of account has its label and tagline',
    lists: 'an account and the profile show what the specification lists',
  }),
  ...named('e2e/signup.spec.ts', {
    consent: 'the last step of the sign-up asks for consent',
  }),
  ...named('e2e/overview.spec.ts', {
    none: 'without a card or an account the page says what to do',
    rows: 'rows show state, sign and style, and the chart its colours',
    switcher: 'the account switcher opens and closes',
  }),
  ...named('e2e/pages.spec.ts', {
    person: 'a customer has a picture or initials',
    toast: 'a toast stays five seconds',
    motion: 'panels, menu and sections move for half a second',
    breakpoint: 'the window changes over at 1024',
    pages: 'the other pages have their title, subtitle and panel',
  }),
  ...named('e2e/cards.spec.ts', {
    card: 'a card shows what the specification lists',
  }),
  ...named('e2e/transfer-outside.spec.ts', {
    banks: 'other banks offers the forty of the list',
  }),
}

export const locks = {
  ...named('e2e/login.spec.ts', {
    reset: 'is opened by a reset of the password',
    time: 'opens again after the time it named',
  }),
  ...named('e2e/transfer-approval.spec.ts', {
    pin: 'a PIN that was wrong five times works again',
    deadPin: 'a PIN that was wrong fifteen times works again',
    codes: 'codes that are locked come again',
  }),
}

export const catalog = named('contract/src/catalog.test.ts', {
  label: 'a type of account reads as its label',
})

export const contract = named('contract/src/contract.test.ts', {
  calls: 'the contract has every call of section 7',
  lists: 'have the sizes of the specification',
  symbols: 'symbols are encoded on the wire',
  login: 'login',
  personal: 'personal info',
  lastName: 'a last name may be as short as the bank allows',
  kin: 'next of kin',
  security: 'security, after all else is right',
  transfers: 'transfers',
  others: 'beneficiaries, bills, PIN and switches',
  dates: 'statement dates',
  noSecret: 'init-user can carry no secret',
  plain: 'a reply that follows only the specification',
  numbers: 'numbers of section 9',
})

export const dates = named('contract/src/dates.test.ts', {
  rows: 'details and rows',
  receipts: 'receipts',
  zone: 'a day in a zone',
  today: 'both today sends no dates',
  other: 'any other pair is sent',
  leaves: 'leaves as RFC 3339',
  parts: 'parts carry the names of day and month',
})

export const money = named('contract/src/money.test.ts', {
  wire: 'an amount leaves as decimal text',
  arrives: 'arrives exactly',
  above: 'an ordered amount must be above zero',
})
