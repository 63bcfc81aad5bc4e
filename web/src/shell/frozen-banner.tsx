import { IconSnowflake } from '@tabler/icons-react'
import { t } from '#i18n/t.ts'
import { Button } from '#ui/button.tsx'
import { useFreeze } from '#widgets/use-freeze.ts'
import classes from './frozen-banner.module.css'

/** Says on every page that everything is frozen, and lets it go again. */
export function FrozenBanner() {
  const { busy, set } = useFreeze()
  return (
    <section className={classes.banner} aria-label={t('Frozen')}>
      <IconSnowflake size={22} stroke={1.75} className={classes.icon} aria-hidden />
      <p className={classes.words}>
        <strong>{t('Everything is frozen.')}</strong>{' '}
        {t('Cards are stopped, and no money goes out.')}
      </p>
      <Button kind="plain" size="sm" busy={busy} onClick={() => void set(false)}>
        {t('Thaw')}
      </Button>
    </section>
  )
}
