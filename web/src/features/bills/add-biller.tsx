import { newBiller, saveBiller } from '@passbook/contract'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '#api/client.ts'
import { textOf } from '#api/texts.ts'
import { t } from '#i18n/t.ts'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import layout from '#ui/layout.module.css'
import { TextField } from '#ui/text-field.tsx'
import { useHere } from '#ui/use-here.ts'
import { useTold } from '#ui/use-told.ts'
import { useKeptForm } from '#widgets/kept-form.ts'
import classes from './bills.module.css'
import { billersQuery } from './queries.ts'

/** Puts a biller on the customer's own list. */
export function AddBiller({
  onBack,
  onAdded,
}: {
  onBack: () => void
  onAdded: (name: string) => void
}) {
  const form = useKeptForm('biller', { name: '' })
  useTold(form.problem)
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  const here = useHere()

  async function add({ name }: { name: string }) {
    setBusy(true)
    try {
      await send(saveBiller, { name })
      await client.invalidateQueries({ queryKey: billersQuery.queryKey })
      form.reset()
      // Who has gone back meanwhile may have chosen another.
      if (here.current) onAdded(name.trim())
    } catch (error) {
      setBusy(false)
      await alert(textOf(error))
    }
  }

  return (
    <Card title={t('Add Biller')}>
      <form
        className={cx(layout.stack, classes.form)}
        noValidate
        onSubmit={form.check(newBiller, (values) => void (busy || add(values)))}
      >
        <TextField
          label={t('Biller name')}
          hint={t('It is added to your own list, below the bank’s five billers')}
          autoComplete="off"
          autoFocus
          maxLength={120}
          {...form.field('name', { tell: true })}
        />
        <div className={layout.actions}>
          <Button
            kind="plain"
            icon={<IconArrowLeft size={18} stroke={2} aria-hidden />}
            onClick={onBack}
          >
            {t('Back')}
          </Button>
          <Button type="submit" busy={busy}>
            {t('Save Biller')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
