import { t } from '#i18n/t.ts'
import { Card } from '#ui/card.tsx'
import { Hidden } from '#ui/hidden.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The place of a page whose code is still on its way. */
export function PageSkeleton() {
  return (
    <div aria-busy="true">
      <Hidden>{t('Loading')}</Hidden>
      <Card>
        <Skeleton rows={4} height={28} />
      </Card>
    </div>
  )
}
