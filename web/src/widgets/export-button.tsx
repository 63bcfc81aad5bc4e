import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { t } from '#i18n/t.ts'
import { Button } from '#ui/button.tsx'
import hidden from '#ui/hidden.module.css'

export function ExportButton(props: Omit<ComponentProps<typeof Button>, 'children'>) {
  return (
    <Button
      kind="plain"
      size="sm"
      icon={<IconDownload size={18} stroke={1.75} aria-hidden />}
      {...props}
    >
      <span className={hidden.onTelephone}>{t('Export')}</span>
      <IconChevronDown size={16} className={hidden.onTelephone} aria-hidden />
    </Button>
  )
}
