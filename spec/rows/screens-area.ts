import { type Row, section } from './row.ts'
import { t } from './tests.ts'

/** Sections 2.12 to 2.22. */
export const areaScreens: readonly Row[] = [
  ...section('2.12 Transaction detail modal', [
    ['Transaction Type, Beneficiary, Amount, Reference Code, Date/Time, Note', [t.area.receipt]],
    ['amount in the account’s currency code, uppercase', [t.area.receipt]],
    ['full reference on wide screens', [t.area.receipt]],
    ['on mobile the last 8 characters masked', [t.area.masked, t.web.masked], 43],
    ['date like 05 Mar 2024, 02:30', [t.dates.rows]],
    ['a Transaction receipt button', [t.area.receipt]],
  ]),
  ...section('2.13 Receipt screen', [
    ['‘Please Wait’ while loading', [t.gaps.wait]],
    ['an ‘Error!!’ panel with a message on failure', [t.area.receipt]],
    ['a printable ‘Transaction Receipt’ with a Print button', [t.area.receipt]],
    ['a dispute can be raised within 24 hours', [t.area.receipt, t.profile.dispute]],
    ['debit: sender is the Account, receiver Name/Accountnumber', [t.web.parties]],
    ['credit: the reverse', [t.web.parties]],
    ['loan or crypto deposit: only the receiver (Account)', [t.web.parties, t.area.receipt]],
    ['counterparty ‘Crypto Deposit’ for crypto deposits', [t.deposits.pending]],
  ]),
  ...section('2.14 Add funds', [
    ['method list ‘Select Deposit Method’ with a back option', [t.services.card, t.services.bank]],
    ['Credit/ Debit Card', [t.services.card]],
    ['Direct Bank Transfer', [t.services.bank]],
    [
      'Bitcoin Transfer, shown as ‘Crypto Currency’, only with CryptoPayment and allowCrypto',
      [t.services.bitcoin, t.web.crypto],
      48,
    ],
    [
      'form with Recipient Account, Amount (symbol prefixed, default ‘$’), BACK, PROCEED',
      [t.services.card, t.services.currency],
      53,
    ],
    ['for a card also name, card number, expiry, CVV', [t.services.card]],
    ['Confirm Transaction table: Method, card name and number, Amount', [t.services.card]],
    ['Bitcoin panel: amount, wallet address with copy, QR image', [t.services.bitcoin]],
    ['CANCEL and a log-payment button', [t.services.currency, t.services.bitcoin]],
    ['‘Processing...’ overlay while working', [t.services.card]],
    [
      '‘Your deposit is pending. It will be completed when once the transfer is confirmed.’ and OK',
      [t.services.bitcoin],
    ],
    [
      'header shows the method name, resets to ‘Select Deposit Method’ on close',
      [t.services.bank, t.services.card],
    ],
    ['card confirm page shows a fixed sample text about $3,000.00', [t.services.card], 50],
  ]),
  ...section('2.15 Transfer', [
    ['Own Account', [t.transfers.own]],
    ['Local Transfer', [t.transfers.local]],
    ['Other Banks', [t.transfers.otherBanks]],
    ['Wire Transfer', [t.transfers.wire]],
    ['Local Bank Card, labelled Transfer To Bank Card', [t.transfers.card]],
    ['Bitcoin Transfer only with CryptoPayment', [t.transfers.bitcoin]],
    ['form, then Confirm Transaction', [t.transfers.own, t.web.flow]],
    ['‘Enter Pin to Confirm’: 4-digit keypad, backspace, show/hide', [t.transfers.pin]],
    ['optional ‘Enter OTP’', [t.transfers.local]],
    ['a loading view', [t.transfers.lost]],
    ['a success modal with OK', [t.transfers.own]],
    ['Select Recipient modal lists beneficiaries', [t.transfers.recipients]],
    ['mobile panel modes transfer and funding with their titles', [t.shell.round]],
    ['opening a panel closes the mobile menu', [t.shell.menu, t.web.panels]],
  ]),
  ...section('2.16 Quick loan', [
    ['account selector, Loan Amount, Get Loan; modal titled Quick Loan', [t.services.loan]],
    ['Repay Loan, also titled Quick Loan, is text only', [t.services.declined]],
  ]),
  ...section('2.17 Recipients', [
    [
      'add form: type, optional swift and bank name, number, name, Save Recipient',
      [t.services.recipient, t.services.recipientBanks],
    ],
    ['Manage Recipient lists saved ones', [t.services.recipient]],
    [
      'list states: loading, error with try again, empty, list',
      [t.services.recipientBanks, t.transfers.recipients],
    ],
    ['‘Your beneficiaries list is empty’', [t.services.recipient]],
  ]),
  ...section('2.18 Bill payment', [
    [
      'biller view by default; floating plus switches to add-biller, back returns',
      [t.services.payBill],
    ],
    ['Select Biller list of five fixed billers', [t.services.bill]],
    ['Manage lists saved bills: date, type, biller logo', [t.services.bill], 81],
    ['‘Your bills list is empty’', [t.services.bill]],
  ]),
  ...section('2.19 Cards screen', [
    ['Balance in USD', [t.area.card]],
    ['Card Number as four asterisks plus the last 4 digits', [t.area.card]],
    ['Expiry as month/two-digit year', [t.gaps.card]],
    ['CVV', [t.gaps.card, t.area.card], 82],
    ['‘You do not have a card yet’', [t.gaps.none]],
  ]),
  ...section('2.20 Accounts screen', [
    ['‘My Accounts’ list with a plus button opening the dialog', [t.area.addAccount]],
    ['type, number, current and available balance', [t.gaps.lists, t.area.addAccount]],
    [
      'form with accountType, currency, accountName prefilled with first name and surname',
      [t.area.addAccount],
    ],
  ]),
  ...section('2.21 Profile screen', [
    [
      'header with picture or first letter, full name, count of active accounts',
      [t.gaps.lists, t.gaps.person, t.area.sections],
    ],
    ['collapsible sections, open on wide, closed at 1024 or less', [t.area.sections], 30],
    ['Profile Information, read-only', [t.gaps.lists, t.profile.email]],
    ['Update E-mail', [t.profile.email]],
    ['Update Password', [t.profile.password]],
    ['2 Step Verification only if AllowUserManageLoginVerification', [t.profile.switches]],
    ['Transaction Alerts toggle', [t.gaps.lists, t.profile.switches]],
    ['Update PIN', [t.profile.pin]],
  ]),
  ...section('2.22 Support screen', [
    ['email, subject, message, Cancel back to /c, SUBMIT', [t.profile.support]],
    ['‘Message Sent’', [t.profile.support]],
    ['‘one of our support agents will communicate as soon as possible’', [t.profile.support]],
    ['OK returns to the form', [t.profile.support]],
  ]),
]
