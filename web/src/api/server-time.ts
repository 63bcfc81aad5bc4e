// A Date header has whole seconds and comes late by the time a reply takes: less is no difference.
const toleratedMs = 2_000
let aheadMs = 0
let businessMs = 0

/**
 * Learns from the Date header of a reply how far this device's clock is off, and from Bank-Time how far
 * the business time of a demonstration is ahead of that.
 */
export function noteServerTime(date: string | null, bankTime: string | null = null): void {
  const at = Date.parse(date ?? '')
  if (Number.isNaN(at)) return
  const offMs = at + 500 - Date.now()
  aheadMs = Math.abs(offMs) > toleratedMs ? offMs : 0
  businessMs = bankTime ? Date.parse(bankTime) - at : 0
}

/** Now by the server's clock, which what can be called back goes by. */
export const serverNow = (): number => Date.now() + aheadMs

/** Now in business time: the date of everything that the bank books, pays and shows. */
export const bankNow = (): Date => new Date(serverNow() + businessMs)
