import * as z from 'zod/mini'
import { anything, call, nothing } from './call.ts'
import { optionalText, text } from './fields.ts'
import { whenRead } from './habits.ts'
import * as messages from './messages.ts'
import { amount } from './money.ts'

/** The wallet sits one level deeper than elsewhere: `data.data`. */
export const bitcoinWallet = call({
  method: 'GET',
  path: 'crypto-currency/bitcoin',
  access: 'customer',
  request: nothing,
  response: z.object({
    data: whenRead(z.object({ walletId: z.string(), qr: z.string() }), { missing: { qr: '' } }),
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
