import type { Transaction } from '@passbook/contract'
import { expect, test, vi } from 'vitest'
import { makeSession } from './store.ts'

const transaction = { Id: 't1' } as Transaction

// shows §3.7 §3.36
test('a session starts with the first account and nothing open', () => {
  expect(makeSession().read()).toEqual({
    accountId: null,
    panel: null,
    viewed: null,
    viewing: false,
    explained: [],
  })
})

// shows §2.15.14
test('opening one panel closes the other', () => {
  const session = makeSession()
  session.openPanel('menu')
  session.openPanel('add-account')
  expect(session.read().panel).toBe('add-account')
  session.closePanel()
  expect(session.read().panel).toBeNull()
})

// shows §3.36
test('a closed transaction stays loaded while its panel slides away', () => {
  const session = makeSession()
  session.view(transaction)
  session.closeView()
  expect(session.read()).toMatchObject({ viewed: transaction, viewing: false })
})

// shows §3.36
test('a navigation closes what is open and keeps the selected account', () => {
  const session = makeSession()
  session.selectAccount('a2')
  session.openPanel('menu')
  session.view(transaction)
  session.navigated()
  expect(session.read()).toMatchObject({
    accountId: 'a2',
    panel: null,
    viewing: false,
  })
})

test('listeners hear of changes until they leave', () => {
  const session = makeSession()
  const listener = vi.fn()
  const leave = session.subscribe(listener)
  session.selectAccount('a1')
  leave()
  session.selectAccount('a2')
  expect(listener).toHaveBeenCalledTimes(1)
})
