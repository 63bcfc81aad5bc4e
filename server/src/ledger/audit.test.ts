import { expect, test } from 'vitest'
import { scriptIn } from '#db/sql.ts'
import { testDb } from '#testing/test-db.ts'
import { audit } from './audit.ts'
import { internalAccount } from './chart.ts'
import { move, openAccount, pend } from './ledger.ts'

const db = await testDb()
const { sql } = db
const moment = { at: new Date('2024-03-05T12:00:00Z'), day: '2024-03-05' }
const vault = await internalAccount(sql, 'equity', 'usd', 0n)
const { id } = await openAccount(sql, { ownerId: 1n, currency: 'usd', at: moment.at })
const once = { ownerId: 1n, onceKey: 'key', fingerprint: 'order' }
await move(sql, { kind: 'in', from: vault, to: id, amountMinor: 100n, toLine: {}, ...moment })
await move(sql, {
  once,
  kind: 'out',
  from: id,
  to: vault,
  amountMinor: 9n,
  fromLine: {},
  ...moment,
})
await pend(sql, { accountId: id, type: 'debit', amountMinor: 10n, line: {}, ...moment })
const { id: other } = await openAccount(sql, { ownerId: 2n, currency: 'usd', at: moment.at })
await move(sql, { kind: 'in', from: vault, to: other, amountMinor: 5n, toLine: {}, ...moment })

/** What a hand with full rights could do, and the rule that must notice. */
const tampering: [rule: string, statement: string][] = [
  [
    'I3 balance is the sum of postings',
    'update ledger_accounts set balance_minor = balance_minor + 1 where owner_id = 1',
  ],
  [
    'I2 balances sum to zero',
    'update ledger_accounts set balance_minor = balance_minor + 1 where owner_id = 1',
  ],
  [
    'I4 held is the sum of open holds',
    'update ledger_accounts set held_minor = 0 where owner_id = 1',
  ],
  [
    'I1 entry sums to zero',
    'update ledger_postings set amount_minor = amount_minor - 1 where entry_id = 2 and leg = 1',
  ],
  ['I1 entry has two legs', 'delete from ledger_postings where entry_id = 2 and leg = 1'],
  ['I1 posting has an entry', 'delete from ledger_entries where id = 1'],
  [
    'I1 posting in its account’s currency',
    "update ledger_accounts set currency = 'eur' where owner_id = 1",
  ],
  [
    'I5 balances follow each other',
    'update ledger_postings set balance_after_minor = 7 where entry_id = 2 and leg = 1',
  ],
  [
    'I5 balances follow each other',
    `update ledger_postings set balance_after_minor = 6 where account_id = ${other}`,
  ],
  [
    'I5 balances follow each other',
    'update ledger_postings set balance_after_minor = 9223372036854775807 where entry_id = 1',
  ],
  [
    'I5 balances follow each other',
    `update ledger_postings set balance_after_minor = balance_after_minor - 1
     where account_id = ${vault}`,
  ],
  [
    'I1 posting in its account’s currency',
    `update ledger_postings set account_id = 1000000 where account_id = ${other}`,
  ],
  [
    'I1 entry has two legs',
    "insert into ledger_entries (kind, memo, at) values ('alone', '', now())",
  ],
  [
    'I1 entry sums to zero',
    "update ledger_postings set currency = 'eur' where entry_id = 2 and leg = 1",
  ],
  [
    'I9 amount in range',
    `alter table ledger_postings drop constraint ledger_postings_amount_minor_check;
     update ledger_postings set amount_minor = 100000000000001 where entry_id = 1 and leg = 2`,
  ],
  [
    'I9 amount in range',
    `alter table transactions drop constraint transactions_amount_minor_check;
     update transactions set amount_minor = 100000000000001 where line = 2`,
  ],
  ['I5 guard is on', 'alter table ledger_postings disable trigger ledger_postings_fixed'],
  ['I5 guard is on', 'drop trigger transactions_state on transactions'],
  [
    'I8 key has its effect',
    'delete from transactions where account_id = (select id from ledger_accounts where owner_id = 1) and line = 2',
  ],
  [
    'I8 key has its effect',
    `insert into ledger_keys (owner_id, once_key, fingerprint, result, at)
     values (1, 'older', 'order', jsonb_build_object('lines', jsonb_build_array(
       jsonb_build_object('id', gen_random_uuid()))), now())`,
  ],
  ['I10 state fits', "update ledger_holds set state = 'released', closed_at = now()"],
  ['I10 hold has its transaction', 'delete from transactions where line = 3'],
  ['I11 lines have no gap', 'delete from transactions where line = 1'],
  ['I11 lines are counted', 'delete from transactions where line = 3'],
  ['I11 lines agree with postings', 'update transactions set amount_minor = 8 where line = 2'],
  [
    'I11 lines agree with postings',
    `update transactions set entry_id = 3 - entry_id where account_id = ${id}
     and state = 'completed'`,
  ],
  [
    'I11 line has its account',
    `update transactions set account_id = 1000000 where account_id = ${other}`,
  ],
  ['I11 days do not fall', "update transactions set day = '2024-01-01' where line = 2"],
  ['I14 days agree with lines', 'update ledger_days set spend_minor = 0'],
  ['I14 days agree with lines', 'update ledger_days set income_minor = income_minor + 1'],
  ['I14 days agree with lines', 'update ledger_days set expense_minor = 0, spend_minor = 0'],
  ['I14 days agree with lines', 'update ledger_days set first_line = 2'],
  ['I14 days agree with lines', 'update ledger_days set lines = lines + 1'],
  ['I14 days agree with lines', `delete from ledger_days where account_id = ${other}`],
  [
    'I14 days agree with lines',
    `insert into ledger_days values (${other}, '2024-03-06', 2, 0, 0, 0, 0)`,
  ],
]

test('a sound ledger has no findings, read in one snapshot', async () => {
  expect(await audit(db)).toEqual([])
  expect(await audit(sql)).toEqual([])
})

test.each(tampering)('%s: noticed after "%s"', async (rule, statement) => {
  const tampered = db.transaction(async (inner) => {
    await inner`set local session_replication_role = replica`
    await scriptIn(inner, statement)
    const rules = (await audit(inner)).map((finding) => finding.rule.replace("'", '’'))
    throw new Error(rules.join('; '))
  })
  await expect(tampered).rejects.toThrow(rule)
  expect(await audit(db)).toEqual([])
})

const refused: string[] = [
  'update ledger_postings set amount_minor = 1',
  'delete from ledger_postings',
  'truncate ledger_postings',
  'update ledger_entries set memo = memo',
  'delete from ledger_entries',
  'truncate ledger_entries',
  "update ledger_keys set fingerprint = 'x'",
  'delete from ledger_keys',
  'truncate ledger_old_keys',
  'delete from transactions',
  'truncate transactions',
  "update transactions set name = 'x' where state = 'pending'",
  "update transactions set state = 'pending', entry_id = null, decided_at = null where state = 'completed'",
  'delete from ledger_holds',
  'update ledger_holds set amount_minor = 1',
  'delete from ledger_accounts',
  'update ledger_accounts set balance_minor = 0 where owner_id = 1',
  "insert into ledger_entries (kind, memo, at) values ('alone', '', now())",
]

// shows D1 D125
test.each(refused)('the database itself refuses: %s', async (statement) => {
  await expect(db.script(statement)).rejects.toThrow()
  expect(await audit(db)).toEqual([])
})
