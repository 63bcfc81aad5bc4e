import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/text-link.tsx'

/** Below the customer area, at an address that nothing has. */
export function NoSuchPage() {
  return (
    <EmptyState text={t('The page may have moved, or the link may be wrong.')}>
      <TextLink to={paths.overview}>{t('Go to the overview')}</TextLink>
    </EmptyState>
  )
}
