import {
  type Category,
  categoryLabel,
  type LineCategory as Line,
  spendingCategories,
} from '@passbook/contract'
import { useState } from 'react'
import { t, told } from '#i18n/t.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import classes from './line-category.module.css'

type Said = { category: Category | ''; always: boolean }

/** Another category for a line, or for all that its payee is paid. */
export function CategoryForm({
  line,
  payee,
  busy,
  onSay,
  onCancel,
}: {
  line: Line
  payee: string
  busy: boolean
  onSay: (said: Said) => void
  onCancel: () => void
}) {
  const [category, setCategory] = useState<string>(line.Category ?? 'other')
  const [always, setAlways] = useState(line.By === 'rule')
  const said = (chosen: string): Said => ({ category: chosen as Category | '', always })
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSay(said(category))
      }}
    >
      <SelectField
        label={t('Category')}
        value={category}
        onChange={({ currentTarget }) => setCategory(currentTarget.value)}
        options={spendingCategories.map((one) => ({
          value: one,
          label: told(categoryLabel(one)),
        }))}
      />
      {line.Payee ? (
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={always}
            onChange={({ currentTarget }) => setAlways(currentTarget.checked)}
          />
          <span>{t('Always for {payee}', { payee })}</span>
        </label>
      ) : null}
      <div className={classes.actions}>
        <Button type="submit" size="sm" busy={busy}>
          {t('Save category')}
        </Button>
        {line.By === 'bank' ? null : (
          <Button kind="plain" size="sm" disabled={busy} onClick={() => onSay(said(''))}>
            {t('Leave it to the rules')}
          </Button>
        )}
        <Button kind="plain" size="sm" disabled={busy} onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
