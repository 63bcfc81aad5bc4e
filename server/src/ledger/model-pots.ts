import { deepStrictEqual, strictEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Db } from '#db/db.ts'
import { earmark, endPot } from './earmark.ts'
import * as model from './model.ts'
import type { Op } from './model-ops.ts'
import { attempt, pick } from './model-tools.ts'

/** A move that went through, to be sent again. */
export type PotMoved = {
  account: model.ModelAccount
  pot: bigint
  amountMinor: bigint
  onceKey: string
}

type Run = { db: Db; at: Date; customers: model.ModelAccount[]; potMoves: PotMoved[] }

/** Into a pot or out of it; an account has two, made when they are first moved into. */
export async function pot(run: Run, order: Extract<Op, { op: 'pot' }>) {
  const account = pick(run.customers, order.account)
  const { ownerId } = account
  if (ownerId === null) return
  const [first, second] = account.pots.keys()
  const known = order.second ? second : first
  if (known === undefined && account.closed) return
  const id = known ?? (await openPot(run, account))
  const there = order.out ? (account.pots.get(id) ?? 0n) : account.balanceMinor - account.heldMinor
  const wanted = order.share > 0 ? (there * BigInt(order.share)) / 100n : order.amountMinor
  const amountMinor = order.out ? -wanted : wanted
  const onceKey = randomUUID()
  const move = { ownerId, potId: id, amountMinor, kind: 'customer', onceKey, at: run.at } as const
  const { refused } = await attempt(() => earmark(run.db.sql, move))
  strictEqual(refused, model.potRefusal(account, id, amountMinor))
  if (refused) return
  model.movePot(account, id, amountMinor)
  run.potMoves.push({ account, pot: id, amountMinor, onceKey })
}

async function openPot({ db, at }: Run, account: model.ModelAccount): Promise<bigint> {
  const [row] = await db.sql<{ id: bigint }>`
    insert into pots(owner_id, account_id, name, picture, colour, created_at)
    values (${account.ownerId}, ${account.id}, 'model', 'gift', 'red', ${at}) returning id`
  const id = row?.id ?? 0n
  account.pots.set(id, 0n)
  return id
}

/** A known key moves nothing, with what it stood for or with something else. */
export async function potAgain(run: Run, { which, other }: Extract<Op, { op: 'potAgain' }>) {
  if (run.potMoves.length === 0) return
  const { account, pot: potId, amountMinor, onceKey } = pick(run.potMoves, which)
  const { refused, answer } = await attempt(() =>
    earmark(run.db.sql, {
      ...{ ownerId: account.ownerId ?? 0n, potId, kind: 'customer', onceKey, at: run.at },
      amountMinor: other ? amountMinor + 1n : amountMinor,
    }),
  )
  strictEqual(refused, other ? 'key_reused' : null)
  if (!other) strictEqual(answer?.replayed, true)
}

/** What is in it is available again. */
export async function potClose(run: Run, account: model.ModelAccount) {
  const [id] = account.pots.keys()
  if (id === undefined || account.ownerId === null) return
  await endPot(run.db.sql, { ownerId: account.ownerId, potId: id, at: run.at })
  model.movePot(account, id, -(account.pots.get(id) ?? 0n))
  account.pots.delete(id)
}

/** What each pot holds, here and there. */
export async function comparePots(db: Db, customers: model.ModelAccount[]) {
  const owned = customers.flatMap(({ pots }) => [...pots])
  const kept = await db.sql<{ id: bigint; balanceMinor: bigint }>`
    select id, balance_minor as "balanceMinor" from pots
    where id = any(${owned.map(([id]) => id)}::int8[]) order by id`
  deepStrictEqual(
    kept.map(({ id, balanceMinor }) => [id, balanceMinor]),
    owned.sort(([a], [b]) => Number(a - b)),
  )
}
