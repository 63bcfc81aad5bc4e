import {
  checkPayee,
  requestOtp,
  requestOtpByForm,
  resolveAccount,
  transferCard,
  transferCrypto,
  transferExternal,
  transferLocal,
  transferOwn,
  undoTransfer,
} from '@passbook/contract'
import { requestTransferCode } from '#auth/approval.ts'
import type { SignedIn } from '#auth/sessions.ts'
import type { Route } from '#http/route.ts'
import type { Bank } from '#kernel/context.ts'
import { boundOrder } from './code-order.ts'
import { sendLocal, sendOwn } from './inside.ts'
import { sendCrypto, sendExternal, sendToCard } from './outside.ts'
import { checkName, resolveName } from './payees.ts'
import { callBack } from './undo.ts'

export function transferRoutes(route: Route<SignedIn>, bank: Bank): void {
  route(resolveAccount, ({ customer, input }) =>
    resolveName(bank, customer.id, input.accountNumber),
  )
  route(checkPayee, ({ customer, input: { acc_number, name } }) =>
    checkName(bank, customer.id, { number: acc_number, name }),
  )
  for (const call of [requestOtp, requestOtpByForm]) {
    route(call, async ({ customer, input }) => {
      const { pin, ...named } = input
      const bound = await boundOrder(bank, customer, named)
      await requestTransferCode(bank, customer, { pin, ...bound })
    })
  }
  route(transferLocal, ({ customer, input, onceKey }) =>
    sendLocal(bank, customer, { ...input, onceKey }),
  )
  route(transferOwn, ({ customer, input, onceKey }) =>
    sendOwn(bank, customer, { ...input, onceKey }),
  )
  route(transferExternal, ({ customer, input, onceKey }) =>
    sendExternal(bank, customer, { ...input, onceKey }),
  )
  route(transferCard, ({ customer, input, onceKey }) =>
    sendToCard(bank, customer, { ...input, onceKey }),
  )
  route(transferCrypto, ({ customer, input, onceKey }) =>
    sendCrypto(bank, customer, { ...input, onceKey }),
  )
  route(undoTransfer, ({ customer, input }) => callBack(bank, customer, input.id))
}
