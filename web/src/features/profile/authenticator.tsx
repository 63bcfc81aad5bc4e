import { backupCodes, limits, type Output, totp } from '@passbook/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { send } from '#api/client.ts'
import { tellFailure } from '#api/tell-failure.ts'
import { t } from '#i18n/t.ts'
import { useCustomer } from '#session/customer.ts'
import { Button } from '#ui/button.tsx'
import { CodeBoxes } from '#ui/code-boxes.tsx'
import { cx } from '#ui/cx.ts'
import { FocusPlace } from '#ui/focus-place.tsx'
import layout from '#ui/layout.module.css'
import { Notice } from '#ui/notice.tsx'
import classes from './forms.module.css'
import { userChanged } from './queries.ts'
import { useSave } from './use-save.ts'

type Begun = NonNullable<Output<typeof totp>>

/** An app whose codes take the place of the mailed ones, and codes on paper for when it is lost. */
export function Authenticator() {
  const { user } = useCustomer()
  const [begun, setBegun] = useState<Begun | null>(null)
  return (
    <FocusPlace
      shown={user.UseAuthenticator ? 'on' : begun ? 'begun' : 'off'}
      className={cx(layout.stack, classes.form)}
    >
      <p className={classes.intro}>
        {user.UseAuthenticator
          ? t('At sign-in the code comes from your authenticator app, and none is mailed.')
          : t(
              'An authenticator app shows a new code every half minute, also without a network. At sign-in it takes the place of the code by mail.',
            )}
      </p>
      {user.UseAuthenticator ? (
        <SwitchedOn />
      ) : begun ? (
        <Confirm begun={begun} onDone={() => setBegun(null)} />
      ) : (
        <Begin onBegun={setBegun} />
      )}
    </FocusPlace>
  )
}

function Begin({ onBegun }: { onBegun: (begun: Begun) => void }) {
  const { busy, run } = useWork()
  const begin = async () => {
    const { data } = await send(totp, { use: 'begin' })
    if (data) onBegun(data)
  }
  return (
    <div>
      <Button busy={busy} onClick={() => run(begin)}>
        {t('Set up an app')}
      </Button>
    </div>
  )
}

function Confirm({ begun, onDone }: { begun: Begun; onDone: () => void }) {
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const { busy, save } = useSave()

  function confirm(whole: string) {
    void save(
      () => send(totp, { use: 'confirm', code: whole }),
      t('The authenticator app is on'),
      () => {
        userChanged(client, { UseAuthenticator: true })
        onDone()
      },
    )
  }

  return (
    <form
      className={layout.stack}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        confirm(code)
      }}
    >
      <img className={classes.qr} src={begun.Qr} alt={t('QR code for your authenticator app')} />
      <p className={classes.intro}>{t('Scan it with the app, or type this secret into it:')}</p>
      <p className={classes.value}>
        <bdi>{begun.Secret}</bdi>
      </p>
      <CodeBoxes
        label={t('Code of the app')}
        length={limits.appCodeLength}
        value={code}
        onChange={setCode}
        readOnly={busy}
      />
      <div>
        <Button type="submit" busy={busy}>
          {t('Switch on')}
        </Button>
      </div>
    </form>
  )
}

function SwitchedOn() {
  const client = useQueryClient()
  const { busy, save } = useSave()
  const { busy: making, run } = useWork()
  const [codes, setCodes] = useState<string[] | null>(null)
  const make = async () => setCodes((await send(backupCodes, {})).data.Codes)
  const end = () =>
    void save(
      () => send(totp, { use: 'end' }),
      t('The authenticator app is off'),
      () => userChanged(client, { UseAuthenticator: false }),
    )
  return (
    <div className={layout.stack}>
      {codes ? <BackupCodes codes={codes} /> : null}
      <div className={classes.back}>
        <Button kind="plain" busy={making} onClick={() => run(make)}>
          {t('Make backup codes')}
        </Button>
        <Button kind="danger" busy={busy} onClick={end}>
          {t('Switch the app off')}
        </Button>
      </div>
    </div>
  )
}

/** Shown once: the bank keeps nothing that could be shown again. */
function BackupCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Notice kind="info">
      <p>
        {t('Each of these stands in for the app once. Write them down: they are not shown again.')}
      </p>
      <ul className={classes.codes} aria-label={t('Backup codes')}>
        {codes.map((code) => (
          <li key={code}>
            <bdi>{code}</bdi>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** Something that needs no word when it is done: what it brought is on the page. */
function useWork() {
  const [busy, setBusy] = useState(false)
  function run(work: () => Promise<void>) {
    setBusy(true)
    work()
      .catch(tellFailure)
      .finally(() => setBusy(false))
  }
  return { busy, run }
}
