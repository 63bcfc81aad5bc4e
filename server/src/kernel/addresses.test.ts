import { describe, expect, test } from 'vitest'
import { isLoopbackHost, makeTrusts, networkOf, readProxies } from './addresses.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
  ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('a limit counts %j as %j', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('a name of this machine is told from one that others reach', () => {
  const local = ['localhost', 'LOCALHOST', 'bank.localhost', '127.0.0.1', '127.9.9.9', '[::1]']
  const public_ = ['bank.example', 'localhost.example', '127.0.0.1.example', '10.0.0.1', '']
  expect(local.filter(isLoopbackHost)).toEqual(local)
  expect(public_.filter(isLoopbackHost)).toEqual([])
})

describe('TRUST_PROXY', () => {
  test('is off, one on this machine, or a list', () => {
    expect([readProxies(''), readProxies('0')]).toEqual([[], []])
    const here = makeTrusts(readProxies('1'))
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].every(here)).toBe(true)
    expect(['10.0.0.1', '::2', '', 'localhost'].some(here)).toBe(false)
    const listed = makeTrusts(readProxies('10.0.0.5, 172.30.7.0/24 2001:db8::/32'))
    expect(['10.0.0.5', '172.30.7.200', '2001:db8:ffff::1'].every(listed)).toBe(true)
    expect(['10.0.0.6', '172.30.8.1', '2001:db9::1', '127.0.0.1'].some(listed)).toBe(false)
    expect(makeTrusts([])('127.0.0.1')).toBe(false)
  })

  test.each(['true', 'nginx', '10.0.0', '10.0.0.1/33', '0.0.0.0/0', '::/0', '10.0.0.1/24/8', '2'])(
    '%s is refused',
    (text) => {
      expect(() => readProxies(text)).toThrow(`"${text}" is none`)
    },
  )
})
