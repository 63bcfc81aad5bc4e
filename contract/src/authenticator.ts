import * as z from 'zod/mini'
import { call, nothing } from './call.ts'
import { oneOf, optionalText } from './fields.ts'
import * as messages from './messages.ts'

/**
 * Additive: an authenticator app in place of the mailed code at sign-in. `begin` answers a new secret,
 * `confirm` switches it on with a code of the app, `end` switches it off.
 */
export const totp = call({
  method: 'POST',
  path: 'totp',
  access: 'customer',
  fresh: true,
  request: z.object({
    use: oneOf(['begin', 'confirm', 'end'], messages.totpUseInvalid),
    code: optionalText(20),
  }),
  response: z.optional(
    z.object({
      /** As a person types it into an app that cannot scan. */
      Secret: z.string(),
      /** As an app takes it: `otpauth://totp/…`. */
      Uri: z.string(),
      /** The same as an image to scan. */
      Qr: z.string(),
    }),
  ),
})

/** Additive: ten codes, each of which stands in once for the app or a passkey; older ones are void. */
export const backupCodes = call({
  method: 'POST',
  path: 'backup-codes',
  access: 'customer',
  fresh: true,
  request: nothing,
  response: z.object({ Codes: z.array(z.string()) }),
})
