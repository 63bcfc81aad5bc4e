import { IconScan } from '@tabler/icons-react'
import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { useAccounts, useFeature } from '#session/customer.ts'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import layout from '#ui/layout.module.css'
import { LinkButton } from '#ui/link-button.tsx'
import { AskForm } from './ask-form.tsx'
import { FromOtherBanks } from './from-other-banks.tsx'
import { RequestList } from './request-list.tsx'
import classes from './requests.module.css'

/** Asking others for money: by a link to whoever it is sent to, or by a code that any bank reads. */
export function RequestsPage() {
  const inEuros = useAccounts().filter(({ Currency }) => Currency.Code.toLowerCase() === 'eur')
  if (!useFeature('requests')) return <EmptyState text={t('This bank has no requests.')} />
  return (
    <div className={cx(layout.stack, layout.form)}>
      <Card>
        <AskForm />
      </Card>
      <Card title={t('What you asked for')}>
        <RequestList />
      </Card>
      {inEuros.length > 0 ? (
        <Card title={t('Be paid from another bank')}>
          <FromOtherBanks accounts={inEuros} />
        </Card>
      ) : null}
      <Card title={t('Pay what others ask for')}>
        <div className={classes.other}>
          <p>{t('Somebody sent you a code or a link? Paste it, or drop its picture.')}</p>
          <LinkButton
            to={paths.payCode}
            kind="tint"
            icon={<IconScan size={18} stroke={1.75} aria-hidden />}
          >
            {t('Pay a code')}
          </LinkButton>
        </div>
      </Card>
    </div>
  )
}
