import { limits, messages, saveUndo } from '@passbook/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { send } from '#api/client.ts'
import { changeInitUser } from '#api/init-user.ts'
import { t, told } from '#i18n/t.ts'
import { useCustomer } from '#session/customer.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import layout from '#ui/layout.module.css'
import { SelectField } from '#ui/select-field.tsx'
import { useKeptForm } from '#widgets/kept-form.ts'
import classes from './forms.module.css'
import { useSave } from './use-save.ts'

const choices = [0, 5, 10, 20, 30, limits.undoSecondsMax]

/** How long a transfer to somebody new waits to be called back. */
export function UndoTime() {
  const { undoSeconds = 0 } = useCustomer()
  const client = useQueryClient()
  const form = useKeptForm('undo', { undo_seconds: String(undoSeconds) })
  const { undo_seconds: chosen } = form.values
  const { busy, save } = useSave()
  // What was chosen elsewhere may be any number.
  const offered = [...new Set([...choices, undoSeconds])].sort((one, other) => one - other)

  function submit(event: FormEvent) {
    event.preventDefault()
    void save(
      () => send(saveUndo, { undo_seconds: chosen }),
      told(messages.undoSaved),
      () => {
        form.forget()
        changeInitUser(client, (held) => ({ ...held, undoSeconds: Number(chosen) }))
      },
    )
  }

  return (
    <form className={cx(layout.stack, classes.form)} onSubmit={submit}>
      <p className={classes.intro}>
        {t(
          'A transfer to somebody you have not paid before waits for this long and then goes by itself. Until then you can undo it.',
        )}
      </p>
      <SelectField
        label={t('Time to undo a transfer')}
        {...form.field('undo_seconds')}
        options={offered.map((n) => ({
          value: String(n),
          label:
            n === 0
              ? t('None: it goes at once')
              : t('{n, plural, one {# second} other {# seconds}}', { n }),
        }))}
      />
      <div>
        <Button type="submit" busy={busy}>
          {t('Save undo time')}
        </Button>
      </div>
    </form>
  )
}
