import { freeze, saveLimits, savePin, transferLocal } from '@passbook/contract'
import { afterAll, expect, test } from 'vitest'
import { moveBills } from '#bills/move.ts'
import { runCommand } from '#cli/commands.ts'
import { openPostgres } from '#db/db.ts'
import { makeDb } from '#testing/make-db.ts'
import { payDueBills } from '#testing/pay-bills.ts'
import { type TestCustomer, testBank } from '#testing/test-bank.ts'

const made = await makeDb({ patient: true })
const { db } = made
const other = made.url ? await openPostgres({ url: made.url }) : db
const t = await testBank(db)
afterAll(async () => {
  await t.stop()
  if (other !== db) await other.close()
  await made.drop()
})

const customer = () => t.customer({ pin: '4821', balance: '1000.00', flags: { UseOtp: false } })
const [ada, bo] = [await customer(), await customer()]

const send = (from: TestCustomer, pin = '4821') =>
  t.send(
    transferLocal,
    {
      source_account: from.account.publicId,
      amount: '1.00',
      acc_number: bo.account.number,
      acc_name: bo.name,
      pin,
    },
    { token: from.token },
  )

test('an order writes nothing on the row of its customer', async () => {
  const marks = () =>
    db.sql`select xmin::text, xmax::text, ctid::text from customers where id = ${ada.id}`
  const before = await marks()
  expect((await send(ada)).statusCode).toBe(200)
  expect(await marks()).toEqual(before)
})

test.skipIf(!made.url)(
  'whatever acts on a customer, or changes what is acted on, waits for the one before it',
  async () => {
    const [saved] = await db.sql<{ id: bigint }>`
    insert into bills(customer_id, account_id, biller, account_name, type, amount_minor, first_on,
      due_on, next_try_at, state, created_at)
    values (${ada.id}, ${ada.account.id}, 'Water', 'Home', 'one time', 100, '2020-01-01',
      '2020-01-01', '2020-01-01', 'active', now()) returning id`
    const bank = t.bank
    await moveBills(bank)
    const deeds = [
      () => send(ada),
      () => t.send(freeze, { frozen: 'false' }, { token: ada.token }),
      () => t.send(saveLimits, { per_day: '500.00' }, { token: ada.token }),
      () => t.send(savePin, { newPin: '4821', password: ada.password }, { token: ada.token }),
      () => runCommand(bank, ['set-flag', ada.username, 'AllowTransfer', 'true']),
      () => payDueBills(bank),
    ]
    const held = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holding = other.transaction(async (sql) => {
      await sql`select customer_lock(array[${ada.id}::int8])`
      locked.resolve()
      await held.promise
    })
    await locked.promise
    let ended = 0
    const done = deeds.map((deed) =>
      deed().finally(() => {
        ended += 1
      }),
    )
    await expect
      .poll(async () => {
        const [row] = await other.sql<{ waiting: number }>`
          select count(*)::int4 as waiting from pg_locks join pg_stat_activity using (pid)
          where locktype = 'advisory' and classid = 7270 and not granted
            and datname = current_database()`
        return row?.waiting
      })
      .toBe(deeds.length)
    expect(ended).toBe(0)
    held.resolve()
    await holding
    await Promise.all(done)
    const paid = await db.sql`
      select d.state from orders_due d join orders o on o.id = d.order_id
      where o.bill_id = ${saved?.id ?? 0n}`
    expect(paid).toEqual([{ state: 'paid' }])
  },
)

test.skipIf(!made.url)(
  'a group of bills waits for no customer while it holds their bills',
  async () => {
    const [cy, dan] = [await customer(), await customer()]
    for (const who of [cy, dan]) {
      await db.sql`
        insert into bills(customer_id, account_id, biller, account_name, type, amount_minor,
          first_on, due_on, next_try_at, state, created_at)
        values (${who.id}, ${who.account.id}, 'Water', 'Home', 'one time', 100, '2020-01-01',
          '2020-01-01', '2020-01-01', 'active', now())`
    }
    await moveBills(t.bank)
    const paidOf = ({ id }: TestCustomer) =>
      db.sql`select state from orders where customer_id = ${id} and state = 'done'`
    const paying = Promise.withResolvers<unknown>()
    // As the link "This was not me" does: the customer, then his bills.
    await other.transaction(async (sql) => {
      await sql`select customer_lock(array[${cy.id}::int8])`
      paying.resolve(payDueBills(t.bank))
      await expect.poll(() => paidOf(dan)).toHaveLength(1)
      await sql`update bills set state = 'cancelled' where customer_id = ${cy.id}`
    })
    await paying.promise
    expect(await paidOf(cy)).toEqual([])
  },
)

test('wrong PINs, changes and orders of a few customers at once: nobody waits in a circle', async () => {
  const people = [ada, bo, await customer()]
  for (let round = 0; round < 4; round += 1) {
    const replies = await Promise.all(
      people.flatMap((who) => [
        send(who),
        send(who, '0000'),
        t.send(saveLimits, { per_day: '900.00' }, { token: who.token }),
        t.send(freeze, { frozen: 'false' }, { token: who.token }),
        send(who),
      ]),
    )
    const broken = replies.filter(({ statusCode }) => statusCode >= 500)
    expect(broken.map(({ body }) => body)).toEqual([])
  }
  expect(await t.findings()).toEqual([])
})
