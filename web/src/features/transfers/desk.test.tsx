import { initUser } from '@passbook/contract'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { CustomerProvider } from '#session/customer.ts'
import { useDesk } from './desk.ts'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

function deskOf(Username: string) {
  const customer = initUser.response.parse({ user: { Accounts: [], Username } })
  const { result } = renderHook(useDesk, {
    wrapper: ({ children }) => <CustomerProvider value={customer}>{children}</CustomerProvider>,
  })
  return result.current.desk
}

const jo = { Type: 'local transfer', AccountName: 'Jo Whitfield', AccountNumber: '4401882201' }

test('a recipient keeps what was typed for another, and nothing of a request', () => {
  const desk = deskOf('desk')
  desk.saveDraft('local', { ...desk.draft('local'), amount: '12.00', acc_name: 'Bea' })
  desk.sendTo(jo)
  const named = { acc_number: '4401882201', acc_name: 'Jo Whitfield', name_by: 'recipient' }
  expect(desk.draft('local')).toMatchObject({ ...named, amount: '12.00', only_currency: '' })

  const asked = { request: 'token', only_currency: 'eur', source_account: 'a2' }
  desk.fill('local', { ...asked, acc_name: 'Bea', amount: '7.77', description: 'Holiday' })
  desk.sendTo(jo)
  expect(desk.draft('local')).toMatchObject({
    ...named,
    ...{ request: '', only_currency: '', source_account: '', amount: '', description: '' },
  })
})
