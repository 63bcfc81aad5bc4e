import { IconBuildingBank, IconPlus } from '@tabler/icons-react'
import { t } from '#i18n/t.ts'
import { useSession } from '#session/session.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** The first page of somebody who has no account. */
export function NoAccount() {
  const session = useSession()
  return (
    <Card>
      <EmptyState
        icon={<IconBuildingBank size={24} stroke={1.75} />}
        text={t('You have no account yet. Open one to receive and keep money.')}
      >
        <Button
          icon={<IconPlus size={18} aria-hidden />}
          onClick={() => session.openPanel('add-account')}
        >
          {t('Add account')}
        </Button>
      </EmptyState>
    </Card>
  )
}
