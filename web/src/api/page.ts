/** What the page itself says: the attributes that the server may set on the html element. */
const { apiRoot, systemName, bankZone, coverMs, demo } = document.documentElement.dataset

export const page = {
  /** Where the calls go, without a slash at its end. */
  apiRoot: (apiRoot ?? '/api').replace(/\/+$/, ''),
  systemName: systemName || 'Passbook',
  /** The zone of every date the bank shows. */
  bankZone: bankZone || 'UTC',
  /** How long the cover stays after a navigation. */
  coverMs: readMs(coverMs),
  /** A demonstration says so on every page. */
  demo: demo === '1',
}

function readMs(text: string | undefined): number {
  const ms = Number(text ?? 1500)
  return Number.isFinite(ms) && ms >= 0 ? ms : 1500
}
