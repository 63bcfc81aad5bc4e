import { lineWords } from './line-words.ts'
import { monthOfYear } from './month.ts'
import { type Messages, t, told, type Values } from './t.ts'

/**
 * What the server says beside the messages of the contract. A catalogue has these sentences as keys
 * like every other text; a placeholder stands for what differs from one time to the next.
 */
export const sentences = [
  'Too many attempts. Try again in {count} second',
  'Too many attempts. Try again in {count} seconds',
  'Too many attempts. Try again in {count} minute',
  'Too many attempts. Try again in {count} minutes',
  'Too many attempts. Try again in {count} hours',
  '{name} is too long',
  'Choose two different accounts',
  'Ask for this figure by its {subject}',
  'This figure is not asked for by {subject}',
  'You can have at most {count} bills',
  'You can have at most {count} standing orders',
  'Standing order waits',
  '{payee}, {amount}, due {date}: {reason}. We try again.',
  'Standing order ended',
  'Standing order not paid',
  'Bill ended',
  '{payee}, {amount}: {reason}. Nothing is paid any more.',
  'Your account {account}, {number}, is closed',
  'The account of {holder}, {number}, is closed',
  'Request cancelled',
  'Your request for {amount} was cancelled: {reason}.',
  'Automatic repayment ended',
  '{reason}. Choose another account.',
  '{payee}, due {date}: {reason}.',
  'Standing order comes',
  'Money is missing for a standing order',
  '{amount} to {payee} on {date}, from {account}.',
  '{amount} to {payee} on {date}, from {account}: the money that is there now will not do for all that is due by then. {missing} is missing.',
  'All above {amount} to {payee} on {date}, from {account}.',
  'You can have at most {count} billers of your own',
  'You can have at most {count} deposits under way',
  'You can have at most {count} passkeys',
  'You can keep at most {count} recipients',
  'This is above your own limit of {amount} a day',
  'This is above your own limit of {amount} a transfer',
  'After a change to your security, new payees get at most {amount} a day until {time}',
  'After a change to your security, new payees get at most {amount} a day for another {count} hour',
  'After a change to your security, new payees get at most {amount} a day for another {count} hours',
  'What was set up before is gone',
  'Nobody had confirmed your e-mail address before this reset. Your money is untouched; bills, standing orders, recipients and ways to sign in have to be set up again.',
  'Your e-mail address is no longer yours',
  'Nobody had confirmed it for you, and it belongs to somebody else. Enter yours in your profile and confirm it.',
  'Everything was frozen',
  'Cards and outgoing money are stopped, and every other device was signed out.',
  'You told us that a sign-in was not you. Thaw it in your profile when all is well.',
  'Everything was thawed',
  'Cards and outgoing money go again.',
  'Your limits will be raised',
  'The higher limits hold in 24 hours. Lower them again in your profile to stop it.',
  'Your limits were lowered',
  'The lower limits hold at once. Higher ones can be asked for in your profile, and hold 24 hours later.',
  'Account closed',
  '{account}, {number}. What was paid from it and into it can still be searched.',
  'Bank deposit',
  'Bitcoin deposit',
  'Bitcoin wallet',
  'Loan repayment',
  'Interest {month}',
  'Welcome to {bank}',
  'Your account is open. Set a PIN in your profile before your first transfer.',
  'Your password was changed',
  'Your PIN was saved',
  'Every other device was signed out.',
  'A passkey was added',
  'The passkey {name} can now sign in to your account and approve transfers.',
  'A passkey was removed',
  'The passkey {name} no longer works. Every other device was signed out.',
  'An authenticator app was switched on',
  'Its codes take the place of those by mail. Every other device was signed out.',
  'The authenticator app was switched off',
  'Its codes and your backup codes no longer work. Every other device was signed out.',
  'Backup codes were made',
  'Ten new codes stand in for your authenticator app or passkey. Older ones are void.',
  'Another program',
  '{browser} on {system}',
  '{name}: sign-in',
  '{name}: approval',
  'ending in {digits}',
  '{count} left',
  '2 Step Verification was switched on',
  '2 Step Verification was switched off',
  'Transaction alerts were switched on',
  'Transaction alerts were switched off',
  'Mail about each movement comes again to this address.',
  'Mail about each movement no longer comes to this address.',
  'Your e-mail address was changed',
  'The old address has got a link that puts it back, for 3 days.',
  'Your e-mail address was put back',
  'This is the address of your profile again, and every device was signed out.',
  'Bill comes',
  'Money is missing for a bill',
  'Bill waits',
  '{biller}, {amount}, due {date}: {reason}. We try again every hour, {count} times.',
  '80% of a budget is gone',
  '{category} in {month}: {amount} of {total}.',
  'A budget is used up',
  '{category} in {month}: {amount} spent, and the budget was {total}.',
  'Request declined',
  'Your request for {amount} was declined',
  'Card payment refused',
  'Card payment',
  'Card hold released',
  '{amount} at {merchant}, from {account}.',
  '{amount} held for {merchant} is free again on {account}: {reason}.',
  '{amount} at {merchant}, card ending in {digits}: {reason}.',
  '{merchant} collected less',
  '{merchant} cancelled it',
  'Not collected in time',
  'Loan instalment waits',
  '{amount}, due {date}: {reason}. We try again every {hours} hours, {count} times.',
  '{amount}, due {date}: {reason}. We try again on {day}.',
  '{amount}, due {date}: {reason}. Choose another account.',
  'Only {amount} is owed today',
  'The instalment of this loan is {amount}',
  'Interest paid',
  '{amount} to {account}: Interest {month}.',
  'Loan paid out',
  'Loan declined',
  'Loan repaid',
  'Loan repayment failed',
  'Bill paid',
  'Bill payment failed',
  'Moved between your accounts',
  'Money received',
  'Money sent',
  'Deposit failed',
  'The account is closed at the other bank',
  'The beneficiary bank returned the payment',
  'The card issuer declined',
  'The wallet cannot be paid',
  '{amount}, to {account}.',
  '{amount}, from {account}.',
  '{amount} from {name}, to {account}.',
  '{amount} to {name}, from {account}.',
  'Transfer called back',
  '{amount} to {name}, from {account}, was called back.',
  '{amount}, to {account}, did not go through.',
  '{amount}, from {account}, did not go through.',
  '{amount} from {name}, to {account}, did not go through.',
  '{amount} to {name}, from {account}, did not go through.',
  '{amount}, to {account}, did not go through: {reason}.',
  '{amount}, from {account}, did not go through: {reason}.',
  '{amount} from {name}, to {account}, did not go through: {reason}.',
  '{amount} to {name}, from {account}, did not go through: {reason}.',
] as const

/** Finds a sentence in a catalogue, whole or by its pattern; what is not there stays English. */
export function lookUpIn(messages: Messages) {
  return (sent: string): string => {
    if (sent === '') return ''
    if (Object.hasOwn(messages, sent)) return t(sent)
    for (const { sentence, shape } of patterns) {
      const parts = shape.exec(sent)?.groups
      if (parts && Object.hasOwn(messages, sentence)) return t(sentence, valuesOf(parts))
    }
    return sent
  }
}

/** What some parts look like; the words around them are too few to know a sentence by. */
const shapes: Record<string, string> = {
  count: String.raw`\d+`,
  month: String.raw`(?:Jan|Feb|Mar|Apr|May|June|July|Aug|Sept|Oct|Nov|Dec)[a-z]* \d{4}`,
  browser: String.raw`\w+(?: Internet)?`,
  system: String.raw`\w+`,
}

/** Those with placeholders, the one that says most first: another may match a part of it. */
const patterns = sentences
  .filter((sentence) => sentence.includes('{'))
  .sort((one, other) => plainLength(other) - plainLength(one))
  .map((sentence) => ({ sentence, shape: shapeOf(sentence) }))

function plainLength(sentence: string): number {
  return sentence.replaceAll(/\{\w+\}/g, '').length
}

function shapeOf(sentence: string): RegExp {
  const source = sentence
    .replaceAll(/[.()?+*]/g, String.raw`\$&`)
    .replaceAll(/\{(\w+)\}/g, (_, name) => `(?<${name}>${shapes[name] ?? '.+'})`)
  return new RegExp(`^${source}$`, 's')
}

/** A count may want a plural; a reason and a category are words of the bank itself, and so is a month. */
const readings: Record<string, (part: string) => string | number> = {
  count: Number,
  reason: told,
  category: told,
  name: lineWords,
  month: (part) => monthOfYear(new Date(`1 ${part} UTC`).toISOString()),
}

const valuesOf = (parts: Record<string, string>): Values =>
  Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, readings[name]?.(part) ?? part]),
  )
