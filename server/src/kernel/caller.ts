import { shownNetworkOf } from './addresses.ts'

/** Who a request comes from, as a person would recognise it: what the security log shows. */
export type Caller = {
  /** The browser and its system: `Firefox on Linux`. */
  agent: string
  /** The network only (/24, or /48 of IPv6): enough to know one's own, too little to follow somebody. */
  network: string
  /** The cookie of a browser that has signed in before; none for what does not come over HTTP. */
  device?: DeviceCookie
}

export type DeviceCookie = {
  /** What the request brought, empty where that is nothing. */
  readonly told: string
  /** Sends the cookie with the reply. */
  keep(value: string): void
}

export function callerOf(userAgent: string | undefined, address: string): Omit<Caller, 'device'> {
  return { agent: agentName(userAgent ?? ''), network: shownNetworkOf(address) }
}

// Each browser also claims to be those below it, so the first that fits is meant.
const browsers: [RegExp, string][] = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const first = (named: [RegExp, string][], text: string) =>
  named.find(([pattern]) => pattern.test(text))?.[1]

function agentName(userAgent: string): string {
  const browser = first(browsers, userAgent)
  const system = first(systems, userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Another program'
}
