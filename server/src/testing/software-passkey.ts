import {
  createHash,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

export type PasskeyAlgorithm = 'ES256' | 'EdDSA' | 'ML-DSA-44' | 'RS256'

export const passkeyAlgorithms: PasskeyAlgorithm[] = ['ES256', 'EdDSA', 'ML-DSA-44', 'RS256']

/** What a browser is given: a JSON of which this much is read here. */
type Options = { challenge: string; rp?: { id?: string }; rpId?: string }

/** What may be otherwise than an honest device would have it. */
type Changes = {
  origin?: string
  rpId?: string
  type?: string
  /** Flags of the authenticator data: 1 is touched, 4 is unlocked by its owner. */
  flags?: number
  counter?: number
  challenge?: string
  /** Whether the page stands in a frame of another site. */
  crossOrigin?: boolean
}

export type SoftwarePasskey = ReturnType<typeof softwarePasskey>

/** A passkey without a device, for tests: it makes and signs as a browser's JSON would. */
export function softwarePasskey({
  algorithm = 'ES256',
  origin = 'http://localhost:3000',
  counts = true,
}: {
  algorithm?: PasskeyAlgorithm
  origin?: string
  /** Synced passkeys do not count: theirs stays 0. */
  counts?: boolean
} = {}) {
  const { publicKey, privateKey } = keyPair(algorithm)
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0

  function dataOf(options: Options, type: string, changes: Changes) {
    const rpId = changes.rpId ?? options.rp?.id ?? options.rpId ?? ''
    if (counts) counter += 1
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(changes.counter ?? counter)
    const clientData = Buffer.from(
      JSON.stringify({
        type: changes.type ?? type,
        challenge: changes.challenge ?? options.challenge,
        origin: changes.origin ?? origin,
        crossOrigin: changes.crossOrigin ?? false,
      }),
    )
    return { clientData, rpIdHash: sha256(rpId), counted }
  }

  return {
    id,
    /** What `navigator.credentials.create` answers, as one text. */
    create(options: Options, changes: Changes = {}): string {
      const { clientData, rpIdHash, counted } = dataOf(options, 'webauthn.create', changes)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const flags = Buffer.from([(changes.flags ?? 5) | 0x40])
      const key = isoCBOR.encode(coseOf(algorithm, publicKey.export({ format: 'jwk' })))
      const aaguid = Buffer.alloc(16)
      const parts = [rpIdHash, flags, counted, aaguid, length, credentialId, key]
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(Buffer.concat(parts))],
      ])
      return textOf(id, {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: base64url(
          isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]),
        ),
        transports: ['internal'],
      })
    },
    /** What `navigator.credentials.get` answers, as one text. */
    sign(options: Options, changes: Changes = {}): string {
      const { clientData, rpIdHash, counted } = dataOf(options, 'webauthn.get', changes)
      const data = Buffer.concat([rpIdHash, Buffer.from([changes.flags ?? 5]), counted])
      const signature = signed(algorithm, privateKey, Buffer.concat([data, sha256(clientData)]))
      return textOf(id, {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      })
    },
  }
}

const textOf = (id: string, response: Record<string, unknown>) =>
  JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

function keyPair(algorithm: PasskeyAlgorithm): { publicKey: KeyObject; privateKey: KeyObject } {
  if (algorithm === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' })
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 })
  return algorithm === 'EdDSA' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ml-dsa-44')
}

const signed = (algorithm: PasskeyAlgorithm, key: KeyObject, data: Buffer) =>
  sign(algorithm === 'ES256' || algorithm === 'RS256' ? 'sha256' : null, data, key)

/** A public key in COSE's numbers: 1 is the type, 3 the algorithm, those below zero its parts. */
function coseOf(algorithm: PasskeyAlgorithm, jwk: JsonWebKey): Map<number, number | Uint8Array> {
  const bytes = (part: unknown) => new Uint8Array(Buffer.from(String(part), 'base64url'))
  if (algorithm === 'ES256') {
    const point: [number, Uint8Array][] = [
      [-2, bytes(jwk.x)],
      [-3, bytes(jwk.y)],
    ]
    return new Map<number, number | Uint8Array>([[1, 2], [3, -7], [-1, 1], ...point])
  }
  if (algorithm === 'EdDSA') {
    return new Map<number, number | Uint8Array>([
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(jwk.x)],
    ])
  }
  if (algorithm === 'RS256') {
    const parts: [number, Uint8Array][] = [
      [-1, bytes(jwk.n)],
      [-2, bytes(jwk.e)],
    ]
    return new Map<number, number | Uint8Array>([[1, 3], [3, -257], ...parts])
  }
  return new Map<number, number | Uint8Array>([
    [1, 7],
    [3, -48],
    [-1, bytes(jwk.pub)],
  ])
}
