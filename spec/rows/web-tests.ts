import { named } from './named.ts'

export const client = named('web/src/api/client.test.ts', {
  paths: 'slots go into the path',
  reply: 'a success gives message and data',
  token: 'the token goes with calls of a customer only',
  reads: 'reads: %s',
  ends: 'a 401 ends the login',
})

export const texts = named('web/src/api/texts.test.ts', {
  reads: 'reads: %s',
  other: 'what is no failed request',
})

export const stored = named('web/src/api/token.test.ts', {
  one: 'one object with a token under the key auth',
  gone: 'logging out leaves nothing behind',
})

export const web = {
  ...named('web/src/api/queries.test.ts', {
    top: 'the line is on top of the first page',
    balance: 'the account has its new balance wherever it is held',
  }),
  ...named('web/src/session/store.test.ts', {
    start: 'a session starts with the first account',
    panels: 'opening one panel closes the other',
    viewed: 'a closed transaction stays loaded',
    navigated: 'a navigation closes what is open',
  }),
  ...named('web/src/session/idle.test.ts', { idle: 'the last minute is a warning' }),
  ...named('web/src/session/next-path.test.ts', { next: 'is a path of this site' }),
  ...named('web/src/ui/code-boxes.test.tsx', {
    codeOffer: 'the first offers the code from a message',
    codeTyped: 'typing goes from box to box and completes once',
    codePaste: 'a pasted code fills all boxes, spaces ignored',
  }),
  ...named('web/src/ui/money-field.test.tsx', {
    typed: 'thousands are grouped while typing',
    left: 'leaving the field turns',
  }),
  ...named('web/src/ui/page-window.test.ts', {
    tenPages: 'up to ten pages each has its button',
    morePages: 'beyond ten the first, the last',
  }),
  ...named('web/src/ui/alert.test.tsx', { alert: 'alerts are told one after the other' }),
  ...named('web/src/ui/form.test.tsx', { marked: 'the first failing check wins, marks its field' }),
  ...named('web/src/ui/password-score.test.ts', { score: 'is of level' }),
  ...named('web/src/widgets/transaction-facts.test.ts', {
    looks: 'a paid debit looks like a payment',
    called: 'a row is called by its counterparty',
    parties: 'the account sends a debit',
    masked: 'the last eight characters',
  }),
  ...named('web/src/widgets/account-facts.test.ts', { symbol: 'a symbol is decoded, never' }),
  ...named('web/src/widgets/name-lookup.test.ts', {
    after: 'asks a second after the last key, for more than seven',
    recipients: 'the form of recipients asks from seven on',
    leaving: 'leaving the field asks at once',
    stale: 'an answer about a number that is no longer typed',
  }),
  ...named('web/src/features/transfers/flow.test.ts', {
    flow: 'a transfer goes from its type to its success',
    noCodes: 'without codes the PIN is the last word',
    back: 'BACK goes one panel at a time',
  }),
  ...named('web/src/features/transfers/orders.test.ts', {
    fields: 'what is sent has the fields of its call',
    failed: 'a reply whose status is no success',
  }),
  ...named('web/src/features/transfers/deliver.test.ts', {
    again: 'a lost line, a fault and a slow gateway',
  }),
  ...named('web/src/features/accounts/statement-place.test.ts', {
    place: 'both dates today leave no trace',
    reversed: 'a start after its end is told',
  }),
  ...named('web/src/features/deposits/deposit-order.test.ts', {
    card: 'is refused at that field',
    crypto: 'bitcoin is offered only where it is allowed',
    first: 'account comes first, then amount',
  }),
  ...named('web/src/features/bills/bill-facts.test.ts', {
    monogram: 'every fixed biller has a monogram',
    bill: 'is refused there',
  }),
  ...named('web/src/features/auth/paths.test.ts', { title: 'is no title' }),
  ...named('web/src/features/profile/use-switch.test.tsx', {
    optimistic: 'the choice shows before the bank has agreed',
    reverts: 'it goes back and the reason is told',
  }),
}
