import { limits } from '@passbook/contract'

/** What the page itself says: the attributes that the server may set on the html element. */
const {
  apiRoot,
  systemName,
  bankZone,
  coverMs,
  idleMinutes,
  lastNameMin,
  demo,
  passkeySite,
  ibanStart,
  guessable,
  auth,
} = document.documentElement.dataset

export const page = {
  /** Where the calls go, without a slash at its end. */
  apiRoot: (apiRoot ?? '/api').replace(/\/+$/, ''),
  systemName: systemName || 'Passbook',
  /** The zone of every date the bank shows. */
  bankZone: bankZone || 'UTC',
  /** How long the cover stays after a navigation. */
  coverMs: readMs(coverMs),
  /** How long nobody may do anything before the server ends the session. */
  idleMinutes: readMinutes(idleMinutes),
  /** The shortest last name that the bank takes. */
  lastNameMin: readLength(lastNameMin),
  /** Whether the API reads the login from the query, as `user_auth`, and not from the header. */
  authInQuery: auth === 'query',
  /** The name that passkeys belong to; empty where the bank has none. */
  passkeySite: passkeySite ?? '',
  /** What the IBANs of this bank begin with, as a pattern; empty where it has none. */
  ibanStart: ibanStart ?? '',
  /** Whether the bank refuses passwords that are guessed first. */
  refusesGuessable: guessable === 'refused',
  /** A demonstration says so on every page. */
  demo: demo === '1',
}

function readMs(text: string | undefined): number {
  const ms = Number(text ?? limits.coverMs)
  return Number.isFinite(ms) && ms >= 0 ? ms : limits.coverMs
}

function readLength(text: string | undefined): number {
  const length = Number(text)
  return Number.isInteger(length) && length > 0 ? length : limits.lastNameMin
}

function readMinutes(text: string | undefined): number {
  const minutes = Number(text ?? 15)
  return Number.isFinite(minutes) && minutes > 0 ? minutes : 15
}
