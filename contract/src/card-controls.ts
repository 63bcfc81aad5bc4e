import * as z from 'zod/mini'
import { anything, call } from './call.ts'
import { moment } from './dates.ts'
import { flag, slot } from './fields.ts'
import * as messages from './messages.ts'
import { amount, money } from './money.ts'

const named = z.object({ id: slot(messages.cardUnknown) })

/** Additive: stops a card. Whoever is signed in may do that. */
export const cardFreeze = call({
  method: 'POST',
  path: 'cards/{id}/freeze',
  access: 'customer',
  request: named,
  response: anything,
})

/** Additive: lets a card pay again. */
export const cardThaw = call({
  method: 'POST',
  path: 'cards/{id}/thaw',
  access: 'customer',
  fresh: true,
  request: named,
  response: anything,
})

/** Additive: what a card may pay, and where. A limit that is left out is none. */
export const cardLimits = call({
  method: 'POST',
  path: 'cards/{id}/limits',
  access: 'customer',
  request: z.object({
    id: slot(messages.cardUnknown),
    /** In the currency of the card's account. */
    per_day: z.optional(amount(messages.amountInvalid)),
    per_payment: z.optional(amount(messages.amountInvalid)),
    online: flag,
    abroad: flag,
  }),
  response: anything,
})

/** Additive: the card is gone. It never pays again, and another takes its place. */
export const cardLost = call({
  method: 'POST',
  path: 'cards/{id}/lost',
  access: 'customer',
  request: named,
  response: anything,
})

/** Why a card did not pay, in words. */
export const cardRefusals = {
  card_lost: 'The card was reported lost',
  card_frozen: 'The card is frozen',
  card_stopped: 'Everything is frozen or stopped',
  card_expired: 'The card has expired',
  card_online_off: 'Payments online are switched off',
  card_abroad_off: 'Payments abroad are switched off',
  card_payment_limit: 'It is above the limit of a payment',
  card_day_limit: 'It is above the limit of a day',
  insufficient_funds: messages.insufficientFunds,
  account_closed: messages.accountClosed,
  bad_amount: messages.amountInvalid,
} as const

/** Additive: the last payments with a card and with those that it replaced, refused ones too. */
export const cardPayments = call({
  method: 'GET',
  path: 'cards/{id}/payments',
  access: 'customer',
  request: named,
  response: z.object({
    List: z.array(
      z.object({
        Id: z.string(),
        Merchant: z.string(),
        Amount: money,
        Currency: z.string(),
        Date: moment,
        /** refused, authorised (the money is held), captured, reversed or expired. */
        State: z.string(),
        /** Why it was refused. */
        Reason: z.nullable(z.string()),
        Online: z.boolean(),
        Abroad: z.boolean(),
      }),
    ),
  }),
})
export type CardPayment = z.output<typeof cardPayments.response>['List'][number]
