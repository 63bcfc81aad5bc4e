import * as z from 'zod/mini'
import { signedIn } from './auth.ts'
import { call, nothing } from './call.ts'
import { credentialText } from './fields.ts'
import { requestLimits } from './limits.ts'

/** What a browser's `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` takes. */
export const passkeyRequest = z.looseObject({ challenge: z.string() })

/** Additive: a challenge for a sign-in. It names nobody: the passkey says whose it is. */
export const passkeyLoginOptions = call({
  method: 'POST',
  path: 'passkey-login/options',
  access: 'public',
  request: nothing,
  response: passkeyRequest,
})

/** Additive: signs in with a passkey; no code follows. */
export const passkeyLogin = call({
  method: 'POST',
  path: 'passkey-login',
  access: 'public',
  fieldBytes: requestLimits.credentialBytes,
  request: z.object({ credential: credentialText }),
  response: signedIn,
})
