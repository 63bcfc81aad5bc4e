import * as z from 'zod/mini'
import { anything, call } from './call.ts'
import { optionalText, text } from './fields.ts'
import { whenRead } from './habits.ts'
import * as messages from './messages.ts'
import { amount } from './money.ts'

const wallet = z.object({
  walletId: z.string(),
  qr: z.string(),
  /** Additive, where an amount was asked about: what to send, what a bitcoin costs, and for how long. */
  btc: z.optional(z.string()),
  usdPerBtc: z.optional(z.string()),
  validSeconds: z.optional(z.number()),
})

/** The wallet sits one level deeper than elsewhere: `data.data`. */
export const bitcoinWallet = call({
  method: 'GET',
  path: 'crypto-currency/bitcoin',
  access: 'customer',
  /** Additive: what the bitcoins are to be worth in US dollars. */
  request: z.object({ usd: optionalText(40) }),
  response: whenRead(z.object({ data: whenRead(wallet, { missing: { qr: '' } }) }), {
    // Without the level between.
    before: (sent) => (/wallet/i.test(Object.keys(Object(sent)).join()) ? { data: sent } : sent),
  }),
})

/** What every deposit form collects. */
export const depositOrder = z.object({
  account: text(messages.destinationMissing),
  amount: amount(messages.amountInvalid),
})

export const initBitcoinDeposit = call({
  method: 'POST',
  path: 'init-deposit/bitcoin',
  access: 'customer',
  request: z.extend(depositOrder, { usd: optionalText(40) }),
  response: anything,
})
