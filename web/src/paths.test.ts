import { expect, test } from 'vitest'
import { codePath, isInArea, paths, receiptPath, requestPath, statementPath } from './paths.ts'

test('the addresses of the specification, and those that mails name, stay as they are', () => {
  expect(Object.values(paths)).toEqual([
    '/login',
    '/logout',
    '/signup',
    '/request-password-reset',
    '/reset-password',
    '/authentication',
    '/user-login',
    '/verify-email',
    '/undo-email',
    '/not-me',
    '/transaction-receipt',
    '/verify',
    '/pay',
    '/c',
    '/c/transfer',
    '/c/add-funds',
    '/c/transactions',
    '/c/my-accounts',
    '/c/debts',
    '/c/cards',
    '/c/profile',
    '/c/profile#pin',
    '/c/profile/security',
    '/c/support',
    '/c/pay-bill',
    '/c/standing-orders',
    '/c/quick-loans',
    '/c/notifications',
    '/c/forecast',
    '/c/requests',
    '/c/pots',
    '/c/pay-code',
    '/c/insights',
    '/c/documents',
    '/c/statement',
  ])
})

test('what goes into an address is escaped', () => {
  expect(codePath('b/1', 'Login Code')).toBe('/authentication/b%2F1/Login%20Code')
  expect(codePath('b1')).toBe('/authentication/b1')
  expect(requestPath('a/b')).toBe('/c/transfer?request=a%2Fb')
  expect(receiptPath('a/b')).toBe('/transaction-receipt/a%2Fb')
  expect(statementPath('a&b', {})).toBe('/c/statement?account=a%26b')
  expect(statementPath('a', { start: '2024-03-01', end: '2024-03-05' })).toBe(
    '/c/statement?account=a&start=2024-03-01&end=2024-03-05',
  )
})

test('the customer area ends where its name does', () => {
  for (const inside of ['/c', '/c/', '/c?x=1', '/c#top', '/c/cards']) {
    expect(isInArea(inside), inside).toBe(true)
  }
  for (const outside of ['/', '/cards', '/login', 'https://evil.example/c', '']) {
    expect(isInArea(outside), outside).toBe(false)
  }
})

test('no other file of the client spells an address of the customer area', () => {
  const files = import.meta.glob<string>('./**/*.{ts,tsx}', {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const spelled = Object.entries(files)
    .filter(([file]) => !/^\.\/paths(?:\.test)?\.ts$/.test(file))
    .filter(([, text]) => /["'`]\/c(?:[/?#][^"'`]*)?["'`]/.test(text))
  expect(Object.keys(files).length).toBeGreaterThan(200)
  expect(spelled.map(([file]) => file)).toEqual([])
})
