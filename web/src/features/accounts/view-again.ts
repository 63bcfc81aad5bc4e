import { transactionReceipt } from '@passbook/contract'
import { send } from '#api/client.ts'
import type { Session } from '#session/store.ts'

let underWay = ''

/** Opens the detail that the history's entry has the name of, unless the customer has gone on. */
export async function viewAgain(session: Session, name: string): Promise<void> {
  if (underWay === name) return
  underWay = name
  try {
    const transactionId = name.slice(name.indexOf(':') + 1)
    const { data } = await send(transactionReceipt, { transactionId })
    if (window.history.state?.layers?.at(-1)?.name === name) session.view(data)
  } finally {
    underWay = ''
  }
}
