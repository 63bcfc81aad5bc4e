import { t } from '#i18n/t.ts'
import { Card } from '#ui/card.tsx'
import { Hidden } from '#ui/hidden.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ListSkeleton } from '#widgets/list-skeleton.tsx'
import classes from './frame.module.css'

/** What a page looks like from afar; most have fields. */
export type PageShape = 'overview' | 'list'

/** The place of a page that is still on its way. */
export function PageSkeleton({ shape }: { shape?: PageShape | undefined }) {
  return (
    <div className={classes.main} aria-busy="true">
      <Hidden>{t('Loading')}</Hidden>
      {shape === 'overview' ? <Skeleton height={200} /> : null}
      <Card>{shape ? <ListSkeleton rows={6} /> : <Skeleton rows={5} height={44} />}</Card>
    </div>
  )
}
