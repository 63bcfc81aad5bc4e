import { page } from '#api/page.ts'

/**
 * Whether a passkey of the bank can be used on this page: the bank has them, the browser knows them
 * without our help, and the address is the one that they belong to.
 */
export function passkeysWorkHere(
  site = page.passkeySite,
  { hostname }: { hostname: string } = window.location,
): boolean {
  const known =
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'
  return known && site !== '' && hostname === site
}
