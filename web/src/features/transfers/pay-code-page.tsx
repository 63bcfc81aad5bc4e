import { IconPhotoScan } from '@tabler/icons-react'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { page } from '#api/page.ts'
import { t } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { useAccounts, useCustomer } from '#session/customer.ts'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { FlowFooter } from '#ui/flow-footer.tsx'
import layout from '#ui/layout.module.css'
import { LinkButton } from '#ui/link-button.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { useKeptForm } from '#widgets/kept-form.ts'
import { canPay, onlyIn } from './asked-currency.ts'
import { useDesk } from './desk.ts'
import { kindsFor } from './kinds.ts'
import { readCode } from './read-code.ts'

const home = () => ({
  origin: window.location.origin,
  ibanStart: page.ibanStart ? new RegExp(`^${page.ibanStart}`) : null,
})

/** A payment from a code: its text pasted, or its picture dropped. Nothing leaves the browser. */
export function PayCodePage() {
  const navigate = useNavigate()
  const { desk } = useDesk()
  const { user } = useCustomer()
  const accounts = useAccounts()
  const form = useKeptForm('pay-code', { code: '' })
  const { code: text } = form.values

  function fail(message: string) {
    form.fail({ message, field: 'code' })
    void alert(message)
  }

  function go(code: string) {
    const read = readCode(code, home())
    if (!read) return fail(t('This is no code that can be paid here.'))
    if ('request' in read) {
      return void navigate(`${paths.transfer}?request=${encodeURIComponent(read.request)}`)
    }
    const allowed = kindsFor({ crypto: user.CryptoPayment === true })
    if (!allowed.some(({ kind }) => kind === read.kind)) {
      return fail(t('This code asks for bitcoin, which your account does not send.'))
    }
    // What asks for euros is paid from an account in euros, where there is one; inside of this bank
    // there must be one.
    const inEuros = read.kind === 'local' || read.kind === 'wire'
    if (read.kind === 'local' && !accounts.some((account) => canPay(account, 'eur'))) {
      return fail(t('This code asks for euros, and you have no account in euros.'))
    }
    const source_account = inEuros ? onlyIn(accounts, 'eur') : ''
    form.reset()
    desk.fill(read.kind, { ...read.values, ...(source_account && { source_account }) })
    void navigate(paths.transfer)
  }

  async function readPicture(picture: Blob | undefined) {
    if (!picture) return
    const { textInPicture } = await import('./picture-code.ts')
    const found = await textInPicture(picture)
    if (found === null) return fail(t('No code was found in this picture.'))
    form.set('code', found)
    go(found)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '') return fail(t('Paste a code, or choose its picture.'))
    go(text)
  }

  return (
    <Card className={layout.form}>
      <form className={layout.stack} noValidate onSubmit={submit}>
        <p>{t('A code of another bank, a link of a request, an IBAN or a Bitcoin address.')}</p>
        <FileDrop
          label={t('Drop a picture of a code here, or choose one')}
          icon={<IconPhotoScan size={28} stroke={1.5} aria-hidden />}
          accept="image/*"
          onFile={(picture) => void readPicture(picture)}
        />
        <TextArea
          label={t('Text of the code')}
          rows={5}
          maxLength={1000}
          {...form.field('code', { tell: true })}
        />
        <FlowFooter>
          <LinkButton to={paths.requests} kind="plain">
            {t('BACK')}
          </LinkButton>
          <Button type="submit">{t('PROCEED')}</Button>
        </FlowFooter>
      </form>
    </Card>
  )
}
