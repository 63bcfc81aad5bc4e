import { messages } from '@passbook/contract'
import { IconReceipt } from '@tabler/icons-react'
import { t, told } from '#i18n/t.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ReceiveMoney } from '#widgets/receive-money.tsx'
import type { Statement } from './use-statement.ts'

/** In place of the lines: there is none at all, or none of these days. */
export function Nothing({
  statement: { account, everything, showAll },
  toMoney,
}: {
  statement: Statement
  toMoney: boolean
}) {
  return (
    <EmptyState icon={<IconReceipt size={24} stroke={1.75} />} text={told(messages.noTransactions)}>
      {everything ? (
        toMoney && <ReceiveMoney account={account} />
      ) : (
        <Button kind="plain" size="sm" onClick={showAll}>
          {t('Show all transactions')}
        </Button>
      )}
    </EmptyState>
  )
}
