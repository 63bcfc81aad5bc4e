import { categoryLabel, removeCategoryRule } from '@passbook/contract'
import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { textOf } from '#api/texts.ts'
import { t, told } from '#i18n/t.ts'
import { alert } from '#ui/alert.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import layout from '#ui/layout.module.css'
import { CategoryMark } from '#widgets/category-mark.tsx'
import classes from './insights.module.css'
import { rulesQuery } from './queries.ts'

/** The payees that the customer has put somewhere for good. */
export function Rules() {
  const { data } = useQuery(rulesQuery)
  const client = useQueryClient()
  const [removing, setRemoving] = useState('')
  if (!data || data.List.length === 0) return null

  async function remove(id: string) {
    if (removing) return
    setRemoving(id)
    try {
      await send(removeCategoryRule, { id })
      await Promise.all(
        [keys.insights, keys.overviews].map((queryKey) => client.invalidateQueries({ queryKey })),
      )
    } catch (error) {
      void alert(textOf(error))
    } finally {
      setRemoving('')
    }
  }

  return (
    <Card title={t('Your rules')}>
      <ul className={cx(layout.list, classes.rules)}>
        {data.List.map(({ Id, Payee, Category }) => (
          <li key={Id} className={layout.row}>
            <CategoryMark category={Category} />
            <span className={layout.words}>
              <span className={layout.name}>{Payee}</span>
              <span className={layout.note}>
                {t('always under {category}', { category: told(categoryLabel(Category)) })}
              </span>
            </span>
            <button
              type="button"
              className={layout.tool}
              aria-label={t('Remove the rule for {payee}', { payee: Payee })}
              aria-busy={removing === Id || undefined}
              onClick={() => void remove(Id)}
            >
              <IconTrash size={18} stroke={1.75} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
