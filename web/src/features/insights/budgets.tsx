import {
  budgetOrder,
  type budgets,
  type Category,
  type CurrencyCode,
  categoryLabel,
  type Output,
  setBudget,
  spendingCategories,
  toGrouped,
} from '@passbook/contract'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { send } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { problemOf, textOf } from '#api/texts.ts'
import { t, told } from '#i18n/t.ts'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmButton } from '#ui/confirm-button.tsx'
import { cx } from '#ui/cx.ts'
import { FocusPlace } from '#ui/focus-place.tsx'
import layout from '#ui/layout.module.css'
import { MoneyField } from '#ui/money-field.tsx'
import { toSent } from '#ui/money-input.ts'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toasts.tsx'
import { inCode, symbolIn } from '#widgets/by-code.ts'
import { CategoryMark } from '#widgets/category-mark.tsx'
import { useKeptForm } from '#widgets/kept-form.ts'
import { Loaded } from '#widgets/loaded.tsx'
import { sinceWords } from './budget-words.ts'
import classes from './insights.module.css'
import { budgetsQuery } from './queries.ts'

type Budget = Output<typeof budgets>['List'][number]
const blank = { category: '', amount: '' }

/**
 * What is meant to be spent in a month and how far it has come, and the form to say so. A month that is
 * over keeps its budgets: what is changed holds from this month on, which is told there.
 */
export function Budgets({
  month,
  thisMonth,
  code,
}: {
  month: string
  thisMonth: string
  code: CurrencyCode
}) {
  const query = useQuery(budgetsQuery(month))
  const form = useKeptForm('budget', blank)
  const since = sinceWords(month, thisMonth)
  const amount = useRef<HTMLDivElement>(null)

  function change({ Category, Amount }: Budget) {
    form.clear()
    form.fill({ category: Category, amount: toGrouped(Amount) })
    amount.current?.querySelector('input')?.focus()
  }

  return (
    <Card title={t('Budgets')}>
      <Loaded query={query} skeleton={<Skeleton rows={2} height={56} />}>
        {({ List }) => {
          const here = List.filter(({ Currency }) => Currency.Code === code)
          return (
            <FocusPlace shown={here.length}>
              {here.length === 0 ? (
                <p className={classes.nothing}>
                  {t('A budget says what you mean to spend in a month. You are told at 80% of it.')}
                </p>
              ) : (
                <ul className={cx(layout.list, classes.budgets)}>
                  {here.map((budget) => (
                    <li key={budget.Category}>
                      <BudgetRow budget={budget} onChange={() => change(budget)} />
                    </li>
                  ))}
                </ul>
              )}
            </FocusPlace>
          )
        }}
      </Loaded>
      {since ? <p className={classes.nothing}>{since}</p> : null}
      <div ref={amount}>
        <BudgetForm form={form} code={code} />
      </div>
    </Card>
  )
}

function BudgetRow({ budget, onChange }: { budget: Budget; onChange: () => void }) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const { Category, Currency, Amount, Spent } = budget
  const name = told(categoryLabel(Category))
  const money = (minor: bigint) => inCode(Currency.Code, minor)
  const gone = Amount > 0n ? Number((Spent * 100n) / Amount) : 0
  const tone = gone >= 100 ? classes.over : gone >= 80 ? classes.near : undefined

  async function remove() {
    setBusy(true)
    try {
      await send(setBudget, {
        category: Category as Category,
        currency: Currency.Code as CurrencyCode,
      })
      await client.invalidateQueries({ queryKey: keys.insights })
    } catch (error) {
      void alert(textOf(error))
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }

  return (
    <div className={classes.budget}>
      <CategoryMark category={Category} />
      <div className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span className={classes.under}>
          {t('{spent} of {amount}', { spent: money(Spent), amount: money(Amount) })}
        </span>
      </div>
      <span className={cx(classes.left, tone)}>
        {Spent > Amount
          ? t('{amount} over', { amount: money(Spent - Amount) })
          : t('{amount} left', { amount: money(Amount - Spent) })}
      </span>
      <span
        className={cx(classes.progress, tone)}
        role="progressbar"
        aria-label={t('Budget of {category}', { category: name })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(gone, 100)}
        aria-valuetext={t('{percent}% gone', { percent: gone })}
      >
        <span className={classes.bar} style={{ inlineSize: `${Math.min(gone, 100)}%` }} />
      </span>
      <span className={classes.budgetTools}>
        {asking ? null : (
          <button
            type="button"
            className={layout.tool}
            aria-label={t('Change the budget of {category}', { category: name })}
            onClick={onChange}
          >
            <IconPencil size={18} stroke={1.75} aria-hidden />
          </button>
        )}
        <ConfirmButton
          name={t('Remove the budget of {category}', { category: name })}
          icon={<IconTrash size={18} stroke={1.75} aria-hidden />}
          question={t('Remove this budget?')}
          yes={t('Remove')}
          no={t('Keep it')}
          busy={busy}
          asking={asking}
          onAsk={setAsking}
          onConfirm={() => void remove()}
        />
      </span>
    </div>
  )
}

function BudgetForm({
  form,
  code,
}: {
  form: ReturnType<typeof useKeptForm<typeof blank>>
  code: CurrencyCode
}) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { values, field, problem } = form

  async function save() {
    if (busy) return
    setBusy(true)
    try {
      await send(setBudget, {
        category: values.category as Category,
        currency: code,
        amount: toSent(values.amount),
      })
      form.reset()
      toast({ message: t('Budget saved') })
      await client.invalidateQueries({ queryKey: keys.insights })
    } catch (error) {
      form.fail(problemOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      className={classes.form}
      noValidate
      aria-label={t('Set a budget')}
      onSubmit={form.check(budgetOrder, () => void save())}
    >
      {problem && !problem.field ? <Notice>{problem.message}</Notice> : null}
      <SelectField
        label={t('Budget for')}
        placeholder={t('Choose a category')}
        options={spendingCategories.map((one) => ({
          value: one,
          label: told(categoryLabel(one)),
        }))}
        {...field('category', { tell: true })}
      />
      <MoneyField
        label={t('Amount a month')}
        symbol={symbolIn(code)}
        placeholder="0.00"
        {...field('amount', { tell: true })}
      />
      <Button type="submit" busy={busy}>
        {t('Save budget')}
      </Button>
    </form>
  )
}
