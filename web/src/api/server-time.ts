// A Date header has whole seconds and comes late by the time a reply takes: less is no difference.
const toleratedMs = 2_000
let aheadMs = 0

/** Learns from the Date header of a reply how far this device's clock is off. */
export function noteServerTime(date: string | null): void {
  const at = Date.parse(date ?? '')
  if (Number.isNaN(at)) return
  const offMs = at + 500 - Date.now()
  aheadMs = Math.abs(offMs) > toleratedMs ? offMs : 0
}

/** Now by the bank's clock, which is the one that its moments are of. */
export const serverNow = (): number => Date.now() + aheadMs
