import * as z from 'zod/mini'
import { anything, call, nothing } from './call.ts'
import { moment } from './dates.ts'
import { flag, oneOf, optionalText, slot, text } from './fields.ts'
import { limits } from './limits.ts'
import * as messages from './messages.ts'
import { amount, money, parseMoney } from './money.ts'
import { potColours, potPictures } from './pot-goal.ts'
import { isRealDate } from './real-date.ts'

/** What went into a pot, above zero, or out of it, below. */
const potMove = z.object({
  Amount: money,
  /** `customer`, `round-up` of a payment, or `order` where a standing order paid. */
  Kind: z.string(),
  At: moment,
})

const pot = z.object({
  Id: z.string(),
  Name: z.string(),
  Picture: z.string(),
  Colour: z.string(),
  /** What is set aside: part of the account's balance, and of nothing that can be spent. */
  Balance: money,
  Goal: z.nullable(money),
  /** The day that the goal is wanted on. */
  Date: z.nullable(z.string()),
  /** Whole percent of the goal, at most 100. */
  Percent: z.nullable(z.number()),
  /** What must go in every month to have the goal on its date. */
  PerMonth: z.nullable(money),
  RoundUps: z.boolean(),
  Created: moment,
  Account: z.object({
    Id: z.string(),
    Name: z.string(),
    Number: z.string(),
    Currency: z.object({ Code: z.string() }),
    AvailableBalance: money,
  }),
  /** The standing orders that pay into it, the next one first. */
  Orders: z.array(
    z.object({
      Id: z.string(),
      Amount: money,
      Every: z.string(),
      /** `active` or `paused`. */
      State: z.string(),
      Next: z.string(),
    }),
  ),
  /** The last moves, the newest first. */
  Moves: z.array(potMove),
})
export type Pot = z.output<typeof pot>

/** An amount that may be left out or empty, which then reads as none. */
const goal = z.pipe(
  optionalText(40),
  z.transform((typed, context) => {
    if (typed === '') return null
    const minor = parseMoney(typed)
    if (minor !== null && minor > 0n) return minor
    context.issues.push({ code: 'custom', message: messages.amountInvalid, input: typed })
    return z.NEVER
  }),
)

const goalDate = z.pipe(
  optionalText(10).check(
    z.refine((value) => value === '' || isRealDate(value), messages.dateInvalid),
  ),
  z.transform((value) => value || null),
)

/** What the form collects. */
export const potForm = z.object({
  name: text(messages.potNameMissing, limits.potNameMax),
  picture: oneOf(potPictures, messages.potPictureMissing),
  colour: oneOf(potColours, messages.potPictureMissing),
  goal,
  date: goalDate,
})

const named = z.object({ id: slot(messages.potUnknown) })

/** Additive, like all of this: the pots that are open, the oldest first. */
export const pots = call({
  method: 'GET',
  path: 'pots',
  access: 'customer',
  request: nothing,
  response: z.object({ List: z.array(pot) }),
})

export const makePot = call({
  method: 'POST',
  path: 'pots',
  access: 'customer',
  request: z.extend(potForm, { account: text(messages.accountNotYours) }),
  response: pot,
})

/** Into the pot or out of it, at once and without approval: the money stays on its account. */
export const movePot = call({
  method: 'POST',
  path: 'pots/{id}/move',
  access: 'customer',
  request: z.extend(named, {
    direction: oneOf(['in', 'out'], messages.potDirectionMissing),
    amount: amount(messages.amountInvalid),
  }),
  response: pot,
})

/** Name, picture, goal and date together, as they are to be. */
export const changePot = call({
  method: 'POST',
  path: 'pots/{id}',
  access: 'customer',
  request: z.extend(named, potForm.shape),
  response: pot,
})

/** Of an account one pot gathers what payments are rounded up by; another is switched off by it. */
export const roundUpPot = call({
  method: 'POST',
  path: 'pots/{id}/round-ups',
  access: 'customer',
  request: z.extend(named, { on: flag }),
  response: pot,
})

/** What is in it is free on its account again, and its standing orders end. */
export const closePot = call({
  method: 'POST',
  path: 'pots/{id}/close',
  access: 'customer',
  request: named,
  response: anything,
})
