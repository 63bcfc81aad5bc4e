import type { Account } from '@passbook/contract'
import { IconPhotoScan } from '@tabler/icons-react'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { page } from '#api/page.ts'
import { t } from '#i18n/t.ts'
import { paths, requestPath } from '#paths.ts'
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
import type { Values } from './flow.ts'
import { kindsFor } from './kinds.ts'
import { readCode } from './read-code.ts'

const home = () => ({
  origin: window.location.origin,
  ibanStart: page.ibanStart ? new RegExp(`^${page.ibanStart}`) : null,
})

/**
 * What asks for euros is paid from an account in euros; of several the payer chooses. From an account
 * in another currency the same number would be another amount, so it is the payer who says it.
 */
function inEuros({ amount, ...values }: Values, accounts: readonly Account[]): Values {
  if (!accounts.some((account) => canPay(account, 'eur'))) return values
  return { ...values, ...(amount && { amount }), source_account: onlyIn(accounts, 'eur') }
}

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
    if ('request' in read) return void navigate(requestPath(read.request))
    const allowed = kindsFor({ crypto: user.CryptoPayment === true })
    if (!allowed.some(({ kind }) => kind === read.kind)) {
      return fail(t('This code asks for bitcoin, which your account does not send.'))
    }
    const asksEuros = read.kind === 'local' || read.kind === 'wire'
    const values = asksEuros ? inEuros(read.values, accounts) : read.values
    // Inside of this bank both accounts are in one currency.
    if (read.kind === 'local' && values.source_account === undefined) {
      return fail(t('This code asks for euros, and you have no account in euros.'))
    }
    form.reset()
    desk.fill(read.kind, values)
    void navigate(paths.transfer)
    if (read.values.amount && values.amount === undefined) {
      const amount = `€${read.values.amount}`
      void alert(
        t('The code asks for {amount}. You have no account in euros: enter what to send.', {
          amount,
        }),
      )
    }
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
