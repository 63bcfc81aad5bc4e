import * as z from 'zod/mini'
import { anything, call, nothing } from './call.ts'
import { moment } from './dates.ts'
import { oneOf, slot, text } from './fields.ts'
import { requestLimits } from './limits.ts'
import * as messages from './messages.ts'

/** A credential as the browser's `toJSON()` gives it, as one text. */
export const credentialText = z
  .string({ error: messages.passkeyRefused })
  .check(z.minLength(1, messages.passkeyRefused))
  .check(z.maxLength(requestLimits.credentialBytes, messages.passkeyRefused))

/** What a browser's `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` takes. */
const options = z.looseObject({ challenge: z.string() })

const passkey = z.object({
  Id: z.string(),
  Name: z.string(),
  Created: moment,
  Used: z.nullable(moment),
})
export type Passkey = z.output<typeof passkey>

/** Additive: what a passkey can be asked for. */
const passkeyUses = ['add'] as const

/** Additive: a challenge for a passkey, good once and for a few minutes. */
export const passkeyOptions = call({
  method: 'POST',
  path: 'passkeys/options',
  access: 'customer',
  request: z.object({ use: oneOf(passkeyUses, messages.passkeyUseInvalid) }),
  response: options,
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

/** Additive: saves a passkey that the browser has made for the options. */
export const addPasskey = call({
  method: 'POST',
  path: 'passkeys',
  access: 'customer',
  fieldBytes: requestLimits.credentialBytes,
  request: z.object({ name: text(messages.passkeyNameMissing, 40), credential: credentialText }),
  response: passkey,
})

/** Additive. */
export const removePasskey = call({
  method: 'DELETE',
  path: 'passkeys/{id}',
  access: 'customer',
  request: z.object({ id: slot(messages.passkeyUnknown) }),
  response: anything,
})

/** Additive: a challenge for a sign-in. It names nobody: the passkey says whose it is. */
export const passkeyLoginOptions = call({
  method: 'POST',
  path: 'passkey-login/options',
  access: 'public',
  request: nothing,
  response: options,
})

/** Additive: signs in with a passkey; no code follows. */
export const passkeyLogin = call({
  method: 'POST',
  path: 'passkey-login',
  access: 'public',
  fieldBytes: requestLimits.credentialBytes,
  request: z.object({ credential: credentialText }),
  response: z.object({ token: z.string() }),
})
