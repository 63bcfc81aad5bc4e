import { afterEach, expect, test, vi } from 'vitest'
import { passkeysWorkHere } from './passkeys-here.ts'

const browser = () =>
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, { parseRequestOptionsFromJSON: () => undefined }),
  )
afterEach(() => vi.unstubAllGlobals())

test('passkeys work at the name that they belong to', () => {
  browser()
  expect(passkeysWorkHere('bank.example', { hostname: 'bank.example' })).toBe(true)
  expect(passkeysWorkHere('bank.example', { hostname: '192.0.2.1' })).toBe(false)
  expect(passkeysWorkHere('', { hostname: '' })).toBe(false)
})

test('a browser that cannot read the options has none', () => {
  expect(passkeysWorkHere('bank.example', { hostname: 'bank.example' })).toBe(false)
  vi.stubGlobal('PublicKeyCredential', () => undefined)
  expect(passkeysWorkHere('bank.example', { hostname: 'bank.example' })).toBe(false)
})
