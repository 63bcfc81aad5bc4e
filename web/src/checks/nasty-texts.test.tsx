import {
  accountStatement,
  encodeJson,
  type Output,
  type Transaction,
  transactions,
} from '@passbook/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import fc from 'fast-check'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { makeQueryClient } from '#api/query-client.ts'
import { Receipt } from '#features/accounts/receipt.tsx'
import { Sheet } from '#features/accounts/statement-sheet.tsx'
import { SessionProvider } from '#session/session.tsx'
import { TransactionList } from '#widgets/transaction-list.tsx'

afterEach(cleanup)

const between = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((code) => String.fromCodePoint(code))
const piece = fc.oneof(
  between(0x01, 0x1f),
  between(0x7f, 0x9f),
  between(0x200b, 0x206f),
  between(0xe0000, 0xe007f),
  fc.constantFrom('<img src=x onerror=alert(1)>', '<a href="https://evil.example">x</a>', '&lt;b>'),
  fc.constantFrom('https://evil.example/x', 'javascript:alert(1)', '{name}', '<b>', '"', '\\'),
  fc.stringMatching(/^[a-z]{1,8} ?$/),
)
const nasty = fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))
const isLong = process.env.TESTS === 'long'
const texts = fc.sample(nasty, { seed: 35, numRuns: isLong ? 5000 : 300 })

/** What the bank sends of it, read as the client reads it. */
const lines = texts.map((text, nth) => ({
  ...{ Id: `id-${nth}`, Created: new Date('2026-01-05T10:00:00Z'), Amount: 1n, Type: 'debit' },
  ...{ State: 'completed', Method: 'wire', Purpose: 'transfer', Name: text, Description: text },
  ...{ Accountnumber: text, Reference: text, Bank: text, Swift: text },
  Account: { Name: text, Number: '1000000008', Currency: { Code: 'usd' } },
}))
const sent = <Schema extends typeof transactions.response | typeof accountStatement.response>(
  schema: Schema,
  data: unknown,
) => schema.parse(JSON.parse(encodeJson(schema, data as never)))

/** Draws it as it is in the bank, and tells what is on the page. */
function drawn(what: ReactNode): HTMLElement {
  const { container } = render(
    <MemoryRouter>
      <QueryClientProvider client={makeQueryClient()}>
        <SessionProvider>{what}</SessionProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return container
}

/** The client's own words isolate what they enclose (U+2068, U+2069); nothing else turns a direction. */
function expectPlain(page: HTMLElement): void {
  const shown = page.textContent?.replaceAll(/[\u2068\u2069]/g, '') ?? ''
  expect(
    shown.match(
      /[[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\u200b\u2060\ufeff\u{e0000}-\u{e007f}]--[\n\t\r]]/gv,
    ),
  ).toBeNull()
  for (const link of page.querySelectorAll('a'))
    expect(link.getAttribute('href')).toMatch(/^\/(?!\/)/)
  expect(page.querySelectorAll('img, script, iframe, b')).toHaveLength(0)
}

const account = {
  ...{ Id: 'a', Number: '1000000008', Type: 'savings', CurrentBalance: 0n, AvailableBalance: 0n },
  Currency: { Code: 'usd', Name: 'US Dollar', Symbol: '&#36;' },
}

test('no name and no note leaves a sign, a link or an element on a page', () => {
  const { List } = sent(transactions.response, { List: lines, Meta: { PageSize: 1 } }) as {
    List: Transaction[]
  }
  expect(List).toHaveLength(texts.length)
  const [{ Account } = {}] = List
  const named = { ...account, Name: Account?.Name ?? '' }
  expectPlain(drawn(<TransactionList transactions={List} account={named} noted />))
  cleanup()
  for (const transaction of List.slice(0, isLong ? 200 : 60)) {
    expectPlain(drawn(<Receipt transaction={transaction} onUndone={() => {}} />))
    cleanup()
  }
  const sums = { Opening: 0n, Income: 0n, Expenses: 0n, Closing: 0n }
  const printed = lines.map((line) => ({ ...line, Day: '2026-01-05', Balance: 0n }))
  const whole = { Account: { ...account, Name: texts[0] }, From: '2026-01-01', To: '2026-01-31' }
  const statement = sent(accountStatement.response, { ...whole, ...sums, List: printed })
  expectPlain(drawn(<Sheet statement={statement as Output<typeof accountStatement>} />))
})
