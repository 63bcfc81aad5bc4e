import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import layout from '#ui/layout.module.css'
import { LinkButton } from '#ui/link-button.tsx'

/** Below the customer area, at an address that nothing has. */
export function NoSuchPage() {
  return (
    <Card className={layout.form}>
      <EmptyState text={t('The page may have moved, or the link may be wrong.')}>
        <LinkButton to={paths.overview} kind="tint">
          {t('Go to the overview')}
        </LinkButton>
      </EmptyState>
    </Card>
  )
}
