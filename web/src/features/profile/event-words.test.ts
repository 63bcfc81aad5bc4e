import { securityEventKinds } from '@passbook/contract'
import { describe, expect, test } from 'vitest'
import { circumstancesOf, detailOf, lookOf, placeOf } from './event-words.ts'

const entry = {
  Id: '1',
  Kind: 'signed_in',
  By: 'customer',
  Device: 'Firefox on Linux',
  Address: '203.0.113.0/24',
  Detail: '',
  At: new Date(0),
}

describe('an entry of the security log', () => {
  test('has words of its own for every kind', () => {
    const words = securityEventKinds.map((kind) => lookOf(kind).words)
    expect(new Set(words).size).toBe(securityEventKinds.length)
    for (const text of words) expect(text).toMatch(/^[A-Z0-9][^_]+$/)
  })

  test.each([
    ['card_ordered', 'Card ordered'],
    ['toString', 'ToString'],
    ['', ''],
  ])('of the unknown kind %j is shown plainly', (kind, words) => {
    expect(lookOf(kind).words).toBe(words)
  })

  test('names who did it, with what and from where', () => {
    expect(circumstancesOf(entry)).toEqual(['You', 'Firefox on Linux', '203.0.113.x'])
    const byBank = { ...entry, By: 'operator', Device: '', Address: '' }
    expect(circumstancesOf(byBank)).toEqual(['The staff of the bank'])
    expect(circumstancesOf({ ...byBank, By: 'auditor' })).toEqual(['auditor'])
  })

  test('counts the devices that were signed out', () => {
    const ended = { ...entry, Kind: 'sessions_ended' }
    expect(detailOf({ ...ended, Detail: '1' })).toBe('1 device')
    expect(detailOf({ ...ended, Detail: '3' })).toBe('3 devices')
    expect(detailOf({ ...ended, Detail: 'Safari on iPhone' })).toBe('Safari on iPhone')
    expect(detailOf({ ...entry, Detail: '3' })).toBe('3')
  })
})

test.each([
  ['203.0.113.0/24', '203.0.113.x'],
  ['2001:db8:1::/48', '2001:db8:1:x'],
  ['0:0:0::/48', '0:0:0:x'],
  ['', ''],
])('the network %j reads %j', (address, shown) => expect(placeOf(address)).toBe(shown))
