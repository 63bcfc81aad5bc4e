import { IconSnowflake } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#i18n/t.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmButton } from '#ui/confirm-button.tsx'
import { FocusPlace } from '#ui/focus-place.tsx'
import layout from '#ui/layout.module.css'
import { useFreeze } from '#widgets/use-freeze.ts'
import classes from './security.module.css'

/** One press that stops everything, and the way out of it. */
export function Freeze() {
  const { frozen, busy, set } = useFreeze()
  const [asking, setAsking] = useState(false)
  const icon = <IconSnowflake size={18} stroke={1.75} aria-hidden />
  return (
    <Card title={t('Freeze everything')}>
      <div className={layout.stack}>
        <p className={classes.intro}>
          {frozen
            ? t(
                'Your cards are stopped, and no transfer, bill or exchange goes out. Money still comes in. Thaw when you are sure that nobody else uses your account.',
              )
            : t(
                'A lost phone, or something in the log that was not you? One press stops your cards and all outgoing money, and signs out your other devices. Money still comes in.',
              )}
        </p>
        <FocusPlace shown={frozen} className={classes.all}>
          {frozen ? (
            <Button size="sm" icon={icon} busy={busy} onClick={() => void set(false)}>
              {t('Thaw')}
            </Button>
          ) : (
            <ConfirmButton
              worded
              name={t('Freeze everything')}
              icon={icon}
              question={t(
                'Freeze everything now? Nothing goes out until you thaw it with your password.',
              )}
              yes={t('Freeze now')}
              no={t('Not now')}
              busy={busy}
              asking={asking}
              onAsk={setAsking}
              onConfirm={() => void set(true).then(() => setAsking(false))}
            />
          )}
        </FocusPlace>
      </div>
    </Card>
  )
}
