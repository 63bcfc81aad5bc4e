import { BlockList, isIP, isIPv6 } from 'node:net'

/** A name by which nobody but this machine itself can reach it. */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname)

/** An IPv4 address that a socket of IPv6 shows as ::ffff:1.2.3.4, as itself. */
const unmapped = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

/**
 * What a limit counts as one address. A customer of IPv6 is given a whole /64 and may come from any
 * of its 2^64 addresses, so its first half counts.
 */
export function networkOf(address: string): string {
  const plain = unmapped(address)
  return isIPv6(plain) ? prefixOf(plain, 64) : plain
}

/** What people are shown: enough to know one's own network, too little to follow somebody. */
export function shownNetworkOf(address: string): string {
  const plain = unmapped(address)
  if (isIPv6(plain)) return prefixOf(plain, 48)
  return isIP(plain) === 4 ? plain.replace(/\d+$/, '0/24') : ''
}

/** The first bits of an IPv6 address, in whole groups. */
function prefixOf(address: string, bits: number): string {
  const [head = [], tail = []] = (address.split('%')[0] ?? '').split('::').map(groupsOf)
  const gap = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  const prefix = [...head, ...gap, ...tail].slice(0, bits / 16)
  return `${prefix.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${bits}`
}

/** The groups of a part of an IPv6 address; an IPv4 address at its end stands for two. */
const groupsOf = (part: string): string[] =>
  part
    .replace(/\d+(?:\.\d+){3}/, '0:0')
    .split(':')
    .filter((group) => group !== '')

const thisMachine = ['127.0.0.0/8', '::1']

/** The proxies that `TRUST_PROXY` names: `1` is one on this machine. */
export function readProxies(text: string): readonly string[] {
  if (text === '' || text === '0') return []
  if (text === '1') return thisMachine
  const proxies = text.split(/[\s,]+/).filter((one) => one !== '')
  const wrong = proxies.find((one) => !isNetwork(one))
  if (wrong === undefined) return proxies
  throw new Error(
    `TRUST_PROXY must be 1 for a proxy on this machine, or the addresses of your proxies such as 10.0.0.5, 172.30.7.0/24; "${wrong}" is none.`,
  )
}

/** A /0 is refused: whoever believes everybody believes what a client writes about itself. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const kind = isIP(address)
  if (kind === 0 || more.length > 0) return false
  if (bits === undefined) return true
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (kind === 6 ? 128 : 32)
}

/** Makes what tells whether an address is one of these proxies. */
export function makeTrusts(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    const kind = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, kind)
    else list.addSubnet(address, Number(bits), kind)
  }
  return (address) => {
    const plain = unmapped(address)
    const kind = isIP(plain)
    return kind !== 0 && list.check(plain, kind === 6 ? 'ipv6' : 'ipv4')
  }
}
