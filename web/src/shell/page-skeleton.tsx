import { t } from '#i18n/t.ts'
import { Card } from '#ui/card.tsx'
import { Hidden } from '#ui/hidden.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ListSkeleton } from '#widgets/list-skeleton.tsx'

/** The place of a page that is still on its way: a list, or fields. */
export function PageSkeleton({ list }: { list?: boolean | undefined }) {
  return (
    <div aria-busy="true">
      <Hidden>{t('Loading')}</Hidden>
      <Card>{list ? <ListSkeleton rows={6} /> : <Skeleton rows={5} height={44} />}</Card>
    </div>
  )
}
