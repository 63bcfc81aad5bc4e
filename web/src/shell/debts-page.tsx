import { messages } from '@passbook/contract'
import { Card } from '#ui/card.tsx'

export function DebtsPage() {
  return (
    <Card>
      <p>{messages.noDebts}</p>
    </Card>
  )
}
