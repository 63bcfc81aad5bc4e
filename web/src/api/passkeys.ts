import { messages, passkeyLogin, passkeyLoginOptions } from '@passbook/contract'
import { send } from './client.ts'
import { RequestError } from './texts.ts'

/** What the bank sends for `navigator.credentials`, as JSON. */
type Options = { challenge: string }

/** Signs in with a passkey of the customer's choice; null where they would rather not. */
export async function signInWithPasskey(autofill?: AbortSignal): Promise<string | null> {
  const options = await loginOptions(autofill)
  const credential = options && (await signed(options, autofill))
  if (credential === null) return null
  const { data } = await send(passkeyLogin, { credential })
  return data.token
}

/** Autofill is only an offer: what stands in its way before anything was picked is told to nobody. */
async function loginOptions(autofill?: AbortSignal): Promise<Options | null> {
  if (!autofill) return (await send(passkeyLoginOptions, {})).data
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return null
  return send(passkeyLoginOptions, {}, { signal: autofill }).then(
    ({ data }) => data,
    () => null,
  )
}

/** Has the browser make a passkey; null where the customer would rather not. */
export function made(options: Options): Promise<string | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  return textOf(navigator.credentials.create({ publicKey }))
}

/**
 * Has a passkey sign; null where the customer would rather not. With a signal nothing is shown until
 * the customer picks a passkey from what the browser offers at the username.
 */
export function signed(options: Options, autofill?: AbortSignal): Promise<string | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  if (!autofill) return textOf(navigator.credentials.get({ publicKey }))
  const offer = { publicKey, mediation: 'conditional' as const, signal: autofill }
  // Nobody asked for it: a browser that cannot offer any is no news.
  return textOf(navigator.credentials.get(offer)).catch(() => null)
}

/** A credential as the bank reads it. Browsers call every way of not giving one by the same name. */
async function textOf(asked: Promise<Credential | null>): Promise<string | null> {
  try {
    const credential = await asked
    return credential && JSON.stringify((credential as PublicKeyCredential).toJSON())
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError') return null
    const known = name === 'InvalidStateError'
    throw new RequestError('refused', 0, known ? messages.passkeyKnown : messages.passkeyRefused)
  }
}
