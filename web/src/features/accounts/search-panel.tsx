import { messages, parseMoney } from '@passbook/contract'
import { type FormEvent, useState } from 'react'
import { t, told } from '#i18n/t.ts'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/choices.tsx'
import { Modal } from '#ui/modal.tsx'
import { MoneyField } from '#ui/money-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useAccountNames } from '#widgets/use-account-names.ts'
import classes from './search.module.css'
import { noFilter, type SearchFilter, stateLabels, typeLabels } from './search-filter.ts'

type Props = {
  opened: boolean
  filter: SearchFilter
  onClose: () => void
  onApply: (filter: SearchFilter) => void
}

/** The filters: a dialog, and a sheet on a telephone. Nothing is looked for before Show is pressed. */
export function SearchPanel({ opened, filter, onClose, onApply }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={t('Filters')}>
      <Form key={String(opened)} filter={filter} onApply={onApply} />
    </Modal>
  )
}

function Form({ filter, onApply }: Pick<Props, 'filter' | 'onApply'>) {
  const [draft, setDraft] = useState(filter)
  const [problem, setProblem] = useState<Partial<Record<keyof SearchFilter, string>>>({})
  const accounts = useAccountNames()
  const put = (change: Partial<SearchFilter>) => {
    setDraft({ ...draft, ...change })
    setProblem({})
  }

  function show(event: FormEvent) {
    event.preventDefault()
    const found = amountProblem(draft)
    setProblem(found)
    if (Object.keys(found).length === 0) onApply(draft)
  }

  return (
    <form className={classes.panel} onSubmit={show} noValidate>
      <SelectField
        label={t('Account')}
        value={draft.account}
        placeholder={t('All accounts')}
        options={[...accounts].map(([value, label]) => ({ value, label }))}
        onChange={(event) => put({ account: event.currentTarget.value })}
      />
      <Choices
        label={t('Direction')}
        name="direction"
        look="pills"
        value={draft.direction}
        onChange={(direction) => put({ direction })}
        choices={[
          { value: '', label: t('Any') },
          { value: 'in', label: t('In') },
          { value: 'out', label: t('Out') },
        ]}
      />
      <div className={classes.pair}>
        <SelectField
          label={t('State')}
          value={draft.state}
          placeholder={t('Any')}
          options={optionsOf(stateLabels)}
          onChange={(event) => put({ state: event.currentTarget.value })}
        />
        <SelectField
          label={t('Type')}
          value={draft.type}
          placeholder={t('Any')}
          options={optionsOf(typeLabels)}
          onChange={(event) => put({ type: event.currentTarget.value })}
        />
      </div>
      <div className={classes.pair}>
        <MoneyField
          label={t('Lowest amount')}
          symbol=""
          value={draft.min}
          error={problem.min}
          onChange={(min) => put({ min })}
        />
        <MoneyField
          label={t('Highest amount')}
          symbol=""
          value={draft.max}
          error={problem.max}
          onChange={(max) => put({ max })}
        />
      </div>
      <div className={classes.pair}>
        <Button kind="plain" onClick={() => onApply({ ...noFilter, q: filter.q })}>
          {t('Clear filters')}
        </Button>
        <Button type="submit">{t('Show')}</Button>
      </div>
    </form>
  )
}

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label: told(label) }))

/** What the server would refuse, at the field that it is about. */
function amountProblem({ min, max }: SearchFilter): Partial<Record<keyof SearchFilter, string>> {
  const [lowest, highest] = [min, max].map((text) => (text ? parseMoney(text) : undefined))
  if (lowest === null || lowest === 0n) return { min: told(messages.amountInvalid) }
  if (highest === null || highest === 0n) return { max: told(messages.amountInvalid) }
  if (lowest !== undefined && highest !== undefined && lowest > highest) {
    return { max: told(messages.amountsReversed) }
  }
  return {}
}
