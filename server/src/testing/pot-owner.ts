import { makePot, movePot, type Pot, pots } from '@passbook/contract'
import { type Answer, answerOf, type TestBank, type TestCustomer } from './test-bank.ts'

type Fields = Record<string, string>

/** Makes pots and moves money as their owner does, over HTTP. */
export function potOwner(t: TestBank) {
  const headersOf = (key?: string) => (key ? { 'idempotency-key': key } : {})
  const make = async (who: TestCustomer, fields: Fields = {}, key?: string): Promise<Answer> => {
    const form = { account: who.account.publicId, name: 'Holiday', picture: 'travel' }
    const all = { ...form, colour: 'blue', ...fields }
    return answerOf(await t.send(makePot, all, { token: who.token, headers: headersOf(key) }))
  }
  /** `amount` is what goes in, or out with a minus. */
  const move = async (who: TestCustomer, id: string, amount: string, key?: string) => {
    const direction = amount.startsWith('-') ? 'out' : 'in'
    const fields = { id, direction, amount: amount.replace('-', '') }
    return answerOf(await t.send(movePot, fields, { token: who.token, headers: headersOf(key) }))
  }
  return {
    make,
    move,
    /** A pot with so much in it. */
    filled: async (who: TestCustomer, amount: string, fields: Fields = {}): Promise<string> => {
      const { data } = await make(who, fields)
      const { Id } = data as { Id: string }
      const moved = await move(who, Id, amount)
      if (moved.http !== 200) throw new Error(`not moved: ${moved.message}`)
      return Id
    },
    list: async (who: TestCustomer): Promise<Pot[]> => {
      const { data } = await t.ask(pots, {}, who.token)
      return pots.response.parse(data).List
    },
  }
}
