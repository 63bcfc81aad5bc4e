import { IconArrowLeft } from '@tabler/icons-react'
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

/** Where the customer is signed in, what happened, and what they can stop. */
export function SecurityPage() {
  if (!useFeature('trust')) return <Navigate to={paths.profile} replace />
  return (
    <div className={cx(layout.stack, classes.page)}>
      <div className={classes.back}>
        <LinkButton
          to={paths.profile}
          kind="quiet"
          size="sm"
          icon={<IconArrowLeft size={18} stroke={1.75} aria-hidden />}
        >
          {t('Back to your profile')}
        </LinkButton>
      </div>
      <div className={cx(layout.inTurn, classes.columns)}>
        <div className={layout.stack}>
          <Freeze />
          <Devices />
        </div>
        <OwnLimits />
      </div>
      <SecurityLog />
    </div>
  )
}
