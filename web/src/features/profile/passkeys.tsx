import {
  addPasskey,
  messages,
  type Passkey,
  passkeyName,
  passkeyOptions,
  removePasskey,
} from '@passbook/contract'
import { IconFingerprint, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { changeHeld } from '#api/change-held.ts'
import { send } from '#api/client.ts'
import { page } from '#api/page.ts'
import { passkeysQuery } from '#api/passkey-list.ts'
import { made } from '#api/passkeys.ts'
import { tellFailure } from '#api/tell-failure.ts'
import { RequestError } from '#api/texts.ts'
import { formatDateTime, formatDay } from '#i18n/dates.ts'
import { t, told } from '#i18n/t.ts'
import { passkeysWorkHere } from '#session/passkeys-here.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/confirm-button.tsx'
import { cx } from '#ui/cx.ts'
import layout from '#ui/layout.module.css'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toasts.tsx'
import { useTold } from '#ui/use-told.ts'
import { useKeptForm } from '#widgets/kept-form.ts'
import { ListSkeleton } from '#widgets/list-skeleton.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import classes from './forms.module.css'
import { useSave } from './use-save.ts'

/** The customer's passkeys: what each is called, a way to remove it, and a way to add another. */
export function Passkeys() {
  const query = useQuery(passkeysQuery)
  return (
    <div className={layout.stack}>
      <p className={classes.intro}>
        {t(
          'A passkey signs you in and approves transfers with your fingerprint, your face or the lock of your device. No password is typed and no code is mailed.',
        )}
      </p>
      <Loaded query={query} skeleton={<ListSkeleton rows={2} />}>
        {({ List, Site }) => (
          <div className={layout.stack}>
            <PasskeyList list={List} />
            {Site !== null && passkeysWorkHere(Site) ? <AddPasskey /> : <WhyNot site={Site} />}
          </div>
        )}
      </Loaded>
    </div>
  )
}

/** Why no passkey can be made on this page. */
function WhyNot({ site }: { site: string | null }) {
  if (site === null) return <Notice kind="info">{told(messages.passkeysNeedName)}</Notice>
  const { hostname } = window.location
  return (
    <Notice kind="info">
      {hostname === site
        ? t('This browser cannot make passkeys. Another one, or a newer one, can.')
        : t('Passkeys work at {site} only, and this page is open at {hostname}.', {
            site,
            hostname,
          })}
    </Notice>
  )
}

function PasskeyList({ list }: { list: readonly Passkey[] }) {
  const place = useRef<HTMLDivElement>(null)
  // The row goes away with what had the focus; the place of the list takes it.
  const gone = () => place.current?.focus()
  return (
    <div ref={place} tabIndex={-1} className={classes.place}>
      {list.length === 0 ? null : (
        <ul className={layout.list}>
          {list.map((passkey) => (
            <Row key={passkey.Id} passkey={passkey} onGone={gone} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Row({ passkey, onGone }: { passkey: Passkey; onGone: () => void }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const { Id, Name: name, Created, Used } = passkey

  async function remove() {
    setBusy(true)
    try {
      await send(removePasskey, { id: Id })
      toast({ message: t('{name} was removed', { name }) })
      onGone()
      changeHeld(client, passkeysQuery.queryKey, (held) => ({
        ...held,
        List: held.List.filter((one) => one.Id !== Id),
      }))
    } catch (error) {
      setBusy(false)
      tellFailure(error)
    }
  }

  const added = formatDay(Created, page.bankZone)
  return (
    <li className={layout.row}>
      <span className={layout.tile}>
        <IconFingerprint size={24} stroke={1.75} aria-hidden />
      </span>
      <span className={layout.words}>
        <span className={layout.name}>{name}</span>
        <span className={layout.note}>
          {Used
            ? t('Added {added}, last used {used}', {
                added,
                used: formatDateTime(Used, page.bankZone),
              })
            : t('Added {added}, not used yet', { added })}
        </span>
      </span>
      <ConfirmButton
        name={t('Remove {name}', { name })}
        icon={<IconTrash size={20} stroke={1.75} aria-hidden />}
        question={t(
          'Remove {name}? It will no longer sign you in, and your other devices are signed out.',
          {
            name,
          },
        )}
        yes={t('Remove')}
        no={t('Keep')}
        busy={busy}
        asking={asking}
        onAsk={setAsking}
        onConfirm={() => void remove()}
      />
    </li>
  )
}

function AddPasskey() {
  const client = useQueryClient()
  const form = useKeptForm('passkey', { name: '' })
  useTold(form.problem)
  const { busy, save } = useSave()

  async function add(name: string): Promise<void> {
    const { data: options } = await send(passkeyOptions, { use: 'add' })
    const credential = await made(options)
    if (credential === null) throw new RequestError('refused', 0, t('No passkey was made'))
    const { data: saved } = await send(addPasskey, { name, credential })
    changeHeld(client, passkeysQuery.queryKey, (held) => ({
      ...held,
      List: [saved, ...held.List],
    }))
  }

  return (
    <form
      className={cx(layout.stack, classes.form)}
      noValidate
      onSubmit={form.check(passkeyName, ({ name }) => {
        void save(() => add(name), t('Passkey added'), form.reset)
      })}
    >
      <TextField
        label={t('Name of the passkey')}
        hint={t('So that you know it again: the name of this device, for example.')}
        autoComplete="off"
        maxLength={40}
        {...form.field('name', { tell: true })}
      />
      <div>
        <Button
          type="submit"
          busy={busy}
          icon={<IconFingerprint size={20} stroke={1.75} aria-hidden />}
        >
          {t('Add a passkey')}
        </Button>
      </div>
    </form>
  )
}
