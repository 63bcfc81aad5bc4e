import { setTimeout as pause } from 'node:timers/promises'
import { check, transferLocal } from '@passbook/contract'
import { makeBank } from '../../server/src/app.ts'
import { makeAuthenticate } from '../../server/src/auth/sessions.ts'
import { openPostgres } from '../../server/src/db/db.ts'
import { makeLog } from '../../server/src/http/json-log.ts'
import { readConfig } from '../../server/src/kernel/config.ts'
import { sendAcross } from '../../server/src/transfers/across.ts'
import { divisionNetwork } from '../../server/src/transfers/divisions.ts'
import { settleDue } from '../../server/src/transfers/settle-due.ts'
import type { Asked, Started, Told } from './division.ts'

// A process of one division: takes orders to pay accounts of the other one, and settles them.
const started = JSON.parse(process.argv[2] ?? '') as Started
const config = readConfig(started.env)
const here = await openPostgres({ url: config.databaseUrl ?? '', poolSize: 8 })
const there = await openPostgres({ url: started.otherUrl, poolSize: 8 })
// A clock that is ahead finds every lease of a dead process over.
const clock = { now: () => new Date(Date.now() + started.aheadMs) }
const bank = makeBank({ config, db: here, clock, log: makeLog('fatal') })
const authenticate = makeAuthenticate(bank)
const network = divisionNetwork(bank, new Map([[started.otherName, there.sql]]))

async function place({ key, token, source, payee, amount, pin }: Asked): Promise<Told> {
  const order = check(transferLocal.request, {
    source_account: source,
    acc_number: payee.number,
    acc_name: payee.holder,
    amount,
    description: key,
    pin,
  })
  if (!order.ok) return { key, error: order.message }
  try {
    const customer = await authenticate(token)
    const { transaction } = await sendAcross(bank, customer, payee, {
      ...order.value,
      onceKey: key,
    })
    return { key, id: transaction.Id }
  } catch (error) {
    return { key, error: String(error) }
  }
}

process.on('message', (asked: Asked) => void place(asked).then((told) => process.send?.(told)))
process.on('disconnect', () => process.exit())
process.send?.({ ready: true })
for (;;) {
  // A database that is away comes back; what was not written down is asked for again.
  await settleDue(bank, network, { patienceMs: 5_000 }).catch(() => {})
  await pause(50)
}
