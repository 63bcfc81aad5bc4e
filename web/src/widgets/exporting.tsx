import { type ComponentProps, Suspense } from 'react'
import { lazyPage } from '#lazy-page.tsx'
import { ExportButton } from './export-button.tsx'
import type { ExportMenu } from './export-menu.tsx'

// Its code comes after the page: a list is read more often than saved.
const Menu = lazyPage(() => import('./export-menu.tsx').then((m) => m.ExportMenu))

/** The export menu, behind a button of the same look until it is there. */
export function Exporting(props: ComponentProps<typeof ExportMenu>) {
  return (
    <Suspense fallback={<ExportButton disabled />}>
      <Menu {...props} />
    </Suspense>
  )
}
