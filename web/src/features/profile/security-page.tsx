import { IconArrowLeft } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { Navigate } from 'react-router'
import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { useFeature } from '#session/customer.ts'
import { cx } from '#ui/cx.ts'
import layout from '#ui/layout.module.css'
import { LinkButton } from '#ui/link-button.tsx'
import { Devices } from './devices.tsx'
import { Freeze } from './freeze.tsx'
import { OwnLimits } from './limits.tsx'
import classes from './security.module.css'
import { SecurityLog } from './security-log.tsx'

/** The parts of the page, from the top. */
const sections: readonly ComponentType[] = [Freeze, OwnLimits, Devices, SecurityLog]

/** Where the customer is signed in, what happened, and what they can stop. */
export function SecurityPage() {
  if (!useFeature('trust')) return <Navigate to={paths.profile} replace />
  return (
    <div className={cx(layout.stack, classes.page)}>
      <div>
        <LinkButton
          to={paths.profile}
          kind="quiet"
          size="sm"
          icon={<IconArrowLeft size={18} stroke={1.75} aria-hidden />}
        >
          {t('Back to your profile')}
        </LinkButton>
      </div>
      {sections.map((Section, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: each has its place
        <Section key={at} />
      ))}
    </div>
  )
}
