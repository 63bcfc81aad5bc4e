import {
  categoryLabel,
  type LineCategory as Line,
  limits,
  spendingCategories,
} from '@passbook/contract'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { t, told } from '#i18n/t.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { MoneyField } from '#ui/money-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { inCode, symbolIn } from '#widgets/by-code.ts'
import { useKeptForm } from '#widgets/kept-form.ts'
import classes from './line-category.module.css'
import { firstParts, isWhole, leftMinor, sentParts, type TypedPart } from './split-parts.ts'

/** A line in several categories: parts that add up to it. */
export function SplitForm({
  line,
  id,
  total,
  code,
  busy,
  onSay,
  onCancel,
}: {
  line: Line
  id: string
  total: bigint
  code: string
  busy: boolean
  onSay: (said: { parts: string }) => Promise<boolean>
  onCancel: () => void
}) {
  // As one text: so many parts as there are, a kept form has fields of a fixed number.
  const form = useKeptForm(`split-${id}`, { parts: JSON.stringify(firstParts(line, total)) })
  const parts = JSON.parse(form.values.parts) as TypedPart[]
  const setParts = (next: TypedPart[]) => form.set('parts', JSON.stringify(next))
  const left = leftMinor(parts, total)
  const whole = isWhole(parts, total)
  const put = (at: number, change: Partial<TypedPart>) =>
    setParts(parts.map((part, nth) => (nth === at ? { ...part, ...change } : part)))
  const leave = () => {
    form.forget()
    onCancel()
  }
  const say = async (said: string) => {
    if (await onSay({ parts: said })) form.forget()
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (whole) void say(sentParts(parts))
      }}
    >
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other name than its place
        <fieldset key={at} className={classes.part}>
          <legend className={classes.legend}>{t('Part {number}', { number: at + 1 })}</legend>
          <SelectField
            label={t('Category')}
            placeholder={t('Choose a category')}
            value={part.category}
            onChange={({ currentTarget }) => put(at, { category: currentTarget.value })}
            options={spendingCategories.map((one) => ({
              value: one,
              label: told(categoryLabel(one)),
            }))}
          />
          <MoneyField
            label={t('Amount')}
            symbol={symbolIn(code)}
            placeholder="0.00"
            value={part.amount}
            onChange={(amount) => put(at, { amount })}
          />
          {parts.length > 2 ? (
            <button
              type="button"
              className={layout.tool}
              aria-label={t('Remove part {number}', { number: at + 1 })}
              onClick={() => setParts(parts.filter((_, nth) => nth !== at))}
            >
              <IconTrash size={18} stroke={1.75} aria-hidden />
            </button>
          ) : null}
        </fieldset>
      ))}
      <p className={classes.left} role="status">
        {left === 0n
          ? t('The parts add up to {amount}', { amount: inCode(code, total) })
          : left > 0n
            ? t('{amount} left to put somewhere', { amount: inCode(code, left) })
            : t('{amount} too much', { amount: inCode(code, -left) })}
      </p>
      <div className={classes.actions}>
        <Button type="submit" size="sm" busy={busy} disabled={!whole}>
          {t('Save split')}
        </Button>
        {parts.length < limits.partsMax ? (
          <Button
            kind="tint"
            size="sm"
            icon={<IconPlus size={16} aria-hidden />}
            onClick={() => setParts([...parts, { category: '', amount: '' }])}
          >
            {t('Add a part')}
          </Button>
        ) : null}
        {line.Parts.length > 0 ? (
          <Button kind="plain" size="sm" disabled={busy} onClick={() => void say('')}>
            {t('Do not split')}
          </Button>
        ) : null}
        <Button kind="plain" size="sm" disabled={busy} onClick={leave}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
