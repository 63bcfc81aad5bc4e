import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { t } from '#i18n/t.ts'
import { Button } from '#ui/button.tsx'

export function ExportButton(props: Omit<ComponentProps<typeof Button>, 'children'>) {
  return (
    <Button
      kind="plain"
      size="sm"
      icon={<IconDownload size={18} stroke={1.75} aria-hidden />}
      {...props}
    >
      {t('Export')}
      <IconChevronDown size={16} aria-hidden />
    </Button>
  )
}
