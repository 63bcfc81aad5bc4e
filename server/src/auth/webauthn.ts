import { createPublicKey, type JsonWebKeyInput } from 'node:crypto'
import { isIP } from 'node:net'
import { messages } from '@passbook/contract'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Config } from '#kernel/config.ts'
import { Failure } from '#kernel/failure.ts'

/** ML-DSA-44, EdDSA, ES256 and RS256 by their COSE numbers, best first. */
const algorithms = [-48, -8, -7, -257]

/** On demand: it takes a quarter of a second to load, and many banks have no passkey at all. */
const library = () => import('@simplewebauthn/server')

/** The site that passkeys belong to, as browsers know it. */
type RelyingParty = { id: string; origin: string; name: string }

/** Undefined where the bank's address is a bare IP address: no browser makes a passkey for one. */
export function siteOf({
  publicUrl,
  systemName,
}: Pick<Config, 'publicUrl' | 'systemName'>): RelyingParty | undefined {
  const { hostname, origin } = new URL(publicUrl)
  if (isIP(hostname.replaceAll(/[[\]]/g, ''))) return undefined
  return { id: hostname, origin, name: systemName }
}

function partyOf(config: Config): RelyingParty {
  const site = siteOf(config)
  if (!site) throw new Failure('no_passkeys_here', messages.passkeysNeedName)
  return site
}

export const passkeyRefused = () => new Failure('passkey_refused', messages.passkeyRefused)

/** What a browser needs to make a passkey. */
export async function creationOptions(
  config: Config,
  { challenge, user, known }: { challenge: Uint8Array; user: User; known: string[] },
) {
  const { id, name } = partyOf(config)
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: name,
    rpID: id,
    userID: new Uint8Array(user.handle),
    userName: user.username,
    userDisplayName: user.name,
    challenge: new Uint8Array(challenge),
    timeout: challengeMs,
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map((id) => ({ id })),
    // Discoverable, so that nobody has to type a username; verified, since it stands alone.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

type User = { handle: Uint8Array; username: string; name: string }

/** What a browser needs to sign with a passkey: one of these, or any that it has for the site. */
export async function requestOptions(
  config: Config,
  { challenge, allowed }: { challenge: Uint8Array; allowed?: string[] },
) {
  const { id } = partyOf(config)
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: id,
    challenge: new Uint8Array(challenge),
    timeout: challengeMs,
    userVerification: 'required',
    ...(allowed && { allowCredentials: allowed.map((id) => ({ id })) }),
  })
  return { ...options }
}

/** How long a customer may take to touch the sensor. */
export const challengeMs = 5 * 60_000

/**
 * The challenge that a credential says it signed; whether it did is seen later. What was signed in a
 * frame of another site is refused: the library lets that through, and the bank is never framed.
 */
export function challengeIn(credential: string): string {
  const { response } = parsed(credential)
  try {
    const data = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'))
    const isFramed = data?.crossOrigin !== undefined && data.crossOrigin !== false
    if (typeof data?.challenge === 'string' && !isFramed) return data.challenge
  } catch {
    // No client data: as wrong as a wrong signature.
  }
  throw passkeyRefused()
}

/** The id of the passkey that a credential comes from. */
export const credentialIdIn = (credential: string): string => parsed(credential).id

type Response = { clientDataJSON: string; authenticatorData?: string; signature?: string }
type Credential = { id: string; response: Response }

function parsed(credential: string): Credential {
  try {
    const { id, response } = JSON.parse(credential)
    const { clientDataJSON, authenticatorData = '', signature = '' } = response
    const parts = { clientDataJSON, authenticatorData, signature }
    const texts = [id, ...Object.values(parts)].every((part) => typeof part === 'string')
    if (texts) return { id, response: parts }
  } catch {
    // No JSON at all: refused like any other that does not fit.
  }
  throw passkeyRefused()
}

/** A new passkey as it is stored. */
export type Made = { credentialId: string; publicKey: string; counter: number }

/** Verifies what the browser answered to `creationOptions`. */
export async function verifyMade(
  config: Config,
  { credential, challenge }: { credential: string; challenge: string },
): Promise<Made> {
  const { id, origin } = partyOf(config)
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: JSON.parse(credential) as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    supportedAlgorithmIDs: algorithms,
    requireUserVerification: true,
  }).catch(refuse)
  if (!registrationInfo) throw passkeyRefused()
  const made = registrationInfo.credential
  return {
    credentialId: made.id,
    publicKey: Buffer.from(made.publicKey).toString('base64url'),
    counter: made.counter,
  }
}

/** Verifies a signature of a known passkey; answers its new counter. */
export async function verifySigned(
  config: Config,
  { credential, challenge, by }: { credential: string; challenge: string; by: Made },
): Promise<{ counter: number }> {
  const { id, origin } = partyOf(config)
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: JSON.parse(credential) as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: {
      id: by.credentialId,
      publicKey: new Uint8Array(Buffer.from(by.publicKey, 'base64url')),
      counter: by.counter,
    },
    requireUserVerification: true,
  }).catch(refuse)
  if (!verified) throw passkeyRefused()
  return { counter: authenticationInfo.newCounter }
}

/** The library throws where something does not fit; which part it was is told to nobody. */
function refuse(): never {
  throw passkeyRefused()
}

/** The parts of a signature that prove it, as the browser sent them. */
export function signedParts(credential: string) {
  const { clientDataJSON, authenticatorData, signature } = parsed(credential).response
  if (!authenticatorData || !signature) throw passkeyRefused()
  return { clientData: clientDataJSON, authenticatorData, signature }
}

/** A stored public key (COSE) as every library of cryptography reads it (SPKI). */
export async function spkiOf(publicKey: string): Promise<string> {
  const { decodeCredentialPublicKey, cose } = await import('@simplewebauthn/server/helpers')
  const key = decodeCredentialPublicKey(new Uint8Array(Buffer.from(publicKey, 'base64url')))
  const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('base64url')
  let jwk: JsonWebKeyInput['key']
  if (cose.isCOSEPublicKeyEC2(key)) {
    const [x, y] = [text(key.get(cose.COSEKEYS.x)), text(key.get(cose.COSEKEYS.y))]
    jwk = { kty: 'EC', crv: 'P-256', x, y }
  } else if (cose.isCOSEPublicKeyOKP(key)) {
    jwk = { kty: 'OKP', crv: 'Ed25519', x: text(key.get(cose.COSEKEYS.x)) }
  } else if (cose.isCOSEPublicKeyRSA(key)) {
    jwk = { kty: 'RSA', n: text(key.get(cose.COSEKEYS.n)), e: text(key.get(cose.COSEKEYS.e)) }
  } else if (cose.isCOSEPublicKeyAKP(key)) {
    jwk = { kty: 'AKP', alg: 'ML-DSA-44', pub: text(key.get(cose.COSEKEYS.pub)) }
  } else throw passkeyRefused()
  const made = createPublicKey({ key: jwk, format: 'jwk' })
  return made.export({ type: 'spki', format: 'der' }).toString('base64url')
}
