import { isBitcoinAddress, isForeignNumber, readEpc, toDecimal } from '@passbook/contract'
import { paths } from '#paths.ts'
import type { Kind, Values } from './flow.ts'

/** An amount as a field holds it. */
export const requestIn = (amountMinor: bigint): string => toDecimal(amountMinor)

/** What a code or a link leads to: a form that is filled in, or a request of this bank. */
export type Read = { kind: Kind; values: Values } | { request: string }

/** What the numbers of this bank look like in an IBAN; empty for a bank that has none. */
export type Home = { origin: string; ibanStart: RegExp | null }

/** Reads the text of a code; null where it is nothing that this bank can pay. */
export function readCode(text: string, { origin, ibanStart }: Home): Read | null {
  const typed = text.trim()
  const epc = readEpc(typed)
  if (epc) {
    const { amountMinor, name, iban, bic = '', note = '' } = epc
    const shared = {
      ...(amountMinor !== undefined && { amount: requestIn(amountMinor) }),
      description: note.slice(0, 140),
    }
    return toIban(iban, ibanStart, { name, bic, shared })
  }
  const link = URL.canParse(typed) ? new URL(typed) : null
  if (link?.origin === origin) {
    const token = new RegExp(`^${paths.pay}/([\\w-]+)$`).exec(link.pathname)?.[1]
    return token ? { request: token } : null
  }
  if (link?.protocol === 'bitcoin:') return toWallet(link.pathname)
  const bare = typed.replaceAll(/\s/g, '')
  const wallet = toWallet(bare)
  if (wallet) return wallet
  if (!/^[A-Z]{2}\d/i.test(bare)) return null
  return toIban(bare.toUpperCase(), ibanStart, { name: '', bic: '', shared: {} })
}

function toWallet(address: string): Read | null {
  return isBitcoinAddress(address) ? { kind: 'crypto', values: { wallet_address: address } } : null
}

function toIban(
  iban: string,
  ibanStart: RegExp | null,
  { name, bic, shared }: { name: string; bic: string; shared: Values },
): Read | null {
  if (!isForeignNumber(iban)) return null
  // Of this bank it is an ordinary number, whose holder's name the bank says itself.
  if (ibanStart?.test(iban))
    return { kind: 'local', values: { ...shared, acc_number: iban.slice(-10) } }
  const person = { acc_number: iban, acc_name: name, name_by: name ? 'hand' : '' }
  return { kind: 'wire', values: { ...shared, ...person, swift: bic } }
}
