import { type Account, resendVerification } from '@passbook/contract'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { send } from '#api/client.ts'
import { textOf } from '#api/texts.ts'
import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { useCustomer, useFeature } from '#session/customer.ts'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { Hidden } from '#ui/hidden.tsx'
import layout from '#ui/layout.module.css'
import { Link } from '#ui/link.tsx'
import { ReceiveMoney } from '#widgets/receive-money.tsx'
import classes from './get-started.module.css'
import { stepsDone } from './steps-done.ts'

/** What a new customer does first, each ticked off as it is done. */
export function GetStarted({ account }: { account: Account }) {
  const customer = useCustomer()
  const { user } = customer
  const done = stepsDone(customer)
  const email = user.email ?? user.Email ?? ''
  const resendable = useFeature('email-link')
  const left = Object.values(done).filter((one) => !one).length
  return (
    <Card
      title={t('Get started')}
      actions={
        <span className={classes.left}>
          {t('{left, plural, one {# step left} other {# steps left}}', { left })}
        </span>
      }
    >
      <ol className={cx(layout.list, classes.steps)}>
        <Step done={done.pin} title={t('Set your PIN')}>
          <p>{t('It confirms every transfer you make.')}</p>
          <Link to={paths.pin} className={classes.way}>
            {t('Set a PIN')}
          </Link>
        </Step>
        <Step done={done.email} title={t('Confirm your e-mail')}>
          {email === '' ? (
            <Link to={paths.profile} className={classes.way}>
              {t('Enter your e-mail')}
            </Link>
          ) : (
            <>
              <p>{t('Open the link that we have sent to {email}.', { email })}</p>
              {resendable ? <MailAgain /> : null}
            </>
          )}
        </Step>
        <Step done={done.money} title={t('Get your first money')}>
          <ReceiveMoney account={account} />
        </Step>
      </ol>
    </Card>
  )
}

/** A mail may have gone astray: the link once more, and the one before is void. */
function MailAgain() {
  const [busy, setBusy] = useState(false)
  const [mailed, setMailed] = useState(false)
  async function again() {
    setBusy(true)
    await send(resendVerification, {}).then(
      () => setMailed(true),
      (error: unknown) => void alert(textOf(error)),
    )
    setBusy(false)
  }
  return (
    <>
      <Button kind="tint" size="sm" busy={busy} onClick={() => void again()}>
        {t('Send the link again')}
      </Button>
      <p role="status">{mailed ? t('It is on its way. Only the newest link works.') : ''}</p>
    </>
  )
}

/** One step; what is done needs no more words. */
function Step({ done, title, children }: { done: boolean; title: string; children: ReactNode }) {
  return (
    <li className={cx(classes.step, done && classes.done)}>
      <span className={classes.mark}>
        {done ? <IconCheck size={16} stroke={2.5} aria-hidden /> : null}
      </span>
      <div className={classes.body}>
        <h3 className={classes.title}>
          {title}
          {done ? <Hidden> {t('(done)')}</Hidden> : null}
        </h3>
        {done ? null : <div className={classes.words}>{children}</div>}
      </div>
    </li>
  )
}
