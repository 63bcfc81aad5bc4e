import * as z from 'zod/mini'
import { anything, call, nothing } from './call.ts'
import { moment } from './dates.ts'
import { credentialText, isPlainName, oneOf, optionalText, payeeText, text } from './fields.ts'
import { limits, requestLimits } from './limits.ts'
import * as messages from './messages.ts'
import { passkeyRequest } from './passkey-login.ts'

const passkey = z.object({
  Id: z.string(),
  Name: z.string(),
  Created: moment,
  Used: z.nullable(moment),
})
export type Passkey = z.output<typeof passkey>

/** Additive: what a passkey can be asked for. */
const passkeyUses = ['add', 'approve', 'confirm'] as const

/** Additive: a challenge for a passkey, good once and for a few minutes. */
export const passkeyOptions = call({
  method: 'POST',
  path: 'passkeys/options',
  access: 'customer',
  request: z.object({
    use: oneOf(passkeyUses, messages.passkeyUseInvalid),
    /** The order to approve, as request-otp takes it: the challenge is good for no other. */
    source_account: optionalText(),
    amount: optionalText(40),
    to: payeeText,
    card_number: optionalText(limits.cardNumberLength),
  }),
  response: passkeyRequest,
})

/** Additive: the passkeys of a customer, and the name of the site that they belong to. */
export const passkeys = call({
  method: 'GET',
  path: 'passkeys',
  access: 'customer',
  request: nothing,
  response: z.object({
    List: z.array(passkey),
    /** Null where the bank's address is a bare IP address, which no passkey can belong to. */
    Site: z.nullable(z.string()),
  }),
})

/** What the form for a new passkey collects. */
export const passkeyName = z.object({
  // It stands in mail about it, where programs make a link of an address.
  name: text(messages.passkeyNameMissing, 40).check(
    z.refine(isPlainName, messages.passkeyNameMissing),
  ),
})

/** Additive: saves a passkey that the browser has made for the options. */
export const addPasskey = call({
  method: 'POST',
  path: 'passkeys',
  access: 'customer',
  fresh: true,
  fieldBytes: requestLimits.credentialBytes,
  request: z.extend(passkeyName, { credential: credentialText }),
  response: passkey,
})

/** Additive: forgets a passkey. */
export const removePasskey = call({
  method: 'DELETE',
  path: 'passkeys',
  access: 'customer',
  fresh: true,
  request: z.object({ id: text(messages.passkeyUnknown) }),
  response: anything,
})
