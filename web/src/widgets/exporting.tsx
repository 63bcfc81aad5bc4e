import type { ComponentProps } from 'react'
import { lazyPart } from '#lazy-page.tsx'
import { ExportButton } from './export-button.tsx'
import type { ExportMenu } from './export-menu.tsx'

// Its code comes after the page: a list is read more often than saved.
const Menu = lazyPart(() => import('./export-menu.tsx').then((m) => m.ExportMenu), { extra: true })

/** The export menu, behind a button of the same look until it is there. */
export function Exporting(props: ComponentProps<typeof ExportMenu>) {
  return <Menu {...props} until={<ExportButton disabled />} />
}
