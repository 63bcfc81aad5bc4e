import fs from 'node:fs'
import { join } from 'node:path'
import { transferLocal } from '../../contract/src/transfers.ts'
import { openEmbedded } from '../../server/src/db/db.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { answerOf, testBank } from '../../server/src/testing/test-bank.ts'
import { randomFrom } from './arguments.ts'
import { weakenDisk } from './weak-disk.ts'

// One life of the bank of the power experiment: opens the folder, looks up what was acknowledged, audits, then
// pays until the power goes. It tells what it does line by line, each line written before it goes on.
const [folder = '', list = '', phase = 'never', steps = '0', seed = '1', control = '0'] =
  process.argv.slice(2)
const random = randomFrom(Number(seed))
const tell = fs.writeSync
const say = (word: string, value: string | number) => tell(1, `${word} ${value}\n`)
const dataDir = join(folder, 'data')
// The first life has nothing to look up, and nobody to pay.
const isNew = !fs.existsSync(list)
const disk = weakenDisk({ under: dataDir, random, ignoreSyncs: control === '1' })
if (phase === 'opening') disk.cutAfter(Number(steps))

const db = await openEmbedded({ dataDir })
await migrate(db)
const bank = await testBank(db, { config: { dailyLimitUsdMinor: 10n ** 14n } })
if (isNew) await moveIn()
say('open', 1)
await look()
if (phase === 'open') disk.cutAfter(Number(steps))
if (phase !== 'never') await payUntilDark()
await bank.stop()
await db.close()
say('end', 1)

async function moveIn(): Promise<void> {
  const flags = { UseOtp: false }
  await bank.customer({ username: 'payer', pin: '2468', balance: '1000000.00', flags })
  await bank.customer({ username: 'payee' })
}

/** Every payment that was acknowledged is there once, and the books agree with themselves. */
async function look(): Promise<void> {
  const asked = fs.existsSync(list) ? fs.readFileSync(list, 'utf8').split('\n').filter(Boolean) : []
  const [row] = await db.sql<{ there: bigint }>`
    select count(*) as there from transactions where id = any(${asked}::uuid[])`
  const lost = asked.length - Number(row?.there ?? 0)
  if (lost > 0) say('lost', lost)
  const unsound = (await bank.findings()).length
  if (unsound > 0) say('unsound', unsound)
}

async function payUntilDark(): Promise<never> {
  const [payer] = await db.sql<{ id: bigint; account: string }>`
    select c.id, l.public_id as account from customers c join ledger_accounts l on l.owner_id = c.id
    where c.username = 'payer'`
  const [payee] = await db.sql<{ number: string }>`
    select a.number from customers c join accounts a on a.owner_id = c.id
    where c.username = 'payee'`
  const token = await bank.signInAgain({ id: payer?.id ?? 0n } as never)
  const order = {
    source_account: payer?.account ?? '',
    amount: '0.01',
    acc_number: payee?.number ?? '',
    acc_name: 'Payee',
    description: 'until the power goes',
    pin: '2468',
  }
  for (let paid = 1; ; paid += 1) {
    const { data, message } = answerOf(await bank.send(transferLocal, order, { token }))
    const { transaction } = (data ?? {}) as { transaction?: { Id: string } }
    if (!transaction) throw new Error(String(message))
    say('paid', transaction.Id)
    if (paid === 5 || random() < 0.03) {
      await db.script('checkpoint')
      say('checkpoint', 1)
    }
    if (random() < 0.005) await db.script('vacuum analyze')
  }
}
