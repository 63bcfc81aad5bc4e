import { expect, test } from 'vitest'
import { readStatement } from './statement-csv.ts'

const head =
  '\ufeffDate,Type,Amount,Balance after,Counterparty,Account number,Reference,Description,State\r\n'

test('a statement file is read with its balances, its quotes and without its guards', () => {
  const sheet = readStatement(
    `${head}2024-03-01,opening,,10.00,,,,,\r\n` +
      '2024-03-02,debit,-2.50,7.50,"Smith, ""Jo""",100,r1,\'=1+1,completed\r\n' +
      "2024-03-03,credit,5.00,7.50,'tis,,r2,,pending\r\n" +
      '2024-03-05,closing,,7.50,,,,,\r\n',
  )
  expect(sheet).toMatchObject({
    from: '2024-03-01',
    to: '2024-03-05',
    openingMinor: 1000n,
    closingMinor: 750n,
  })
  expect(sheet.lines).toEqual([
    {
      day: '2024-03-02',
      type: 'debit',
      minor: -250n,
      balanceMinor: 750n,
      name: 'Smith, "Jo"',
      accountNumber: '100',
      reference: 'r1',
      note: '=1+1',
      state: 'completed',
    },
    expect.objectContaining({ name: "'tis", state: 'pending', minor: 500n }),
  ])
})

test('a file without an end is no statement', () => {
  expect(() => readStatement(`${head}2024-03-01,opening,,10.00,,,,,\r\n`)).toThrow()
})
