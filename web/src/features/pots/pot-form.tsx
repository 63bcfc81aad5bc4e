import {
  changePot,
  makePot,
  type Pot,
  potColours,
  potForm,
  potPictures,
  type Sent,
  toDecimal,
} from '@passbook/contract'
import { useQueryClient } from '@tanstack/react-query'
import { bankToday } from '#api/bank-day.ts'
import { send } from '#api/client.ts'
import { useOrderKeys } from '#api/order-key.ts'
import { problemOf, textOf } from '#api/texts.ts'
import { t } from '#i18n/t.ts'
import { useAccounts } from '#session/customer.ts'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { FlowFooter } from '#ui/flow-footer.tsx'
import layout from '#ui/layout.module.css'
import { MoneyField } from '#ui/money-field.tsx'
import { toSent } from '#ui/money-input.ts'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toasts.tsx'
import { useTold } from '#ui/use-told.ts'
import { symbolOf } from '#widgets/account-facts.ts'
import { AccountSelect } from '#widgets/account-select.tsx'
import { useKeptForm } from '#widgets/kept-form.ts'
import { PickOne } from './pick-one.tsx'
import { colours, PotRing, pictures } from './pot-looks.tsx'
import type { ViewProps } from './pot-views.ts'
import classes from './pots.module.css'
import { potsChanged } from './queries.ts'

const firstOf = (pot: Pot | undefined, account: string) => ({
  account,
  name: pot?.Name ?? '',
  picture: pot?.Picture ?? 'piggy-bank',
  colour: pot?.Colour ?? 'blue',
  goal: pot?.Goal ? toDecimal(pot.Goal) : '',
  date: pot?.Date ?? '',
})

/** Name, picture, goal and date, of a new pot or of one that is there. */
export function PotForm({ pot, busy, onBusy, onDone }: Omit<ViewProps, 'pot'> & { pot?: Pot }) {
  const client = useQueryClient()
  const accounts = useAccounts()
  const [only] = accounts.length === 1 ? accounts : []
  const kept = pot ? `pot-edit-${pot.Id}` : 'pot-new'
  const keys = useOrderKeys(kept)
  const form = useKeptForm(kept, firstOf(pot, pot?.Account.Id ?? only?.Id ?? ''))
  useTold(form.problem)
  const { values, field } = form
  const account = accounts.find(({ Id }) => Id === values.account)

  async function save() {
    if (busy) return
    onBusy(true)
    const { account: into, ...fields } = { ...values, goal: toSent(values.goal) }
    try {
      if (pot) await send(changePot, { id: pot.Id, ...fields } as Sent<typeof changePot>)
      else {
        const order = { account: into, ...fields } as Sent<typeof makePot>
        await send(makePot, order, { onceKey: keys.keyFor(order) })
        keys.done()
      }
      form.reset()
      await potsChanged(client)
      toast({ message: pot ? t('Pot changed') : t('Pot made') })
      onBusy(false)
      onDone()
    } catch (error) {
      onBusy(false)
      const problem = problemOf(error)
      if (problem.field && problem.field in values) form.fail(problem)
      else void alert(textOf(error))
    }
  }

  const schema = pot ? potForm : makePot.request
  return (
    <form className={layout.stack} noValidate onSubmit={form.check(schema, () => void save())}>
      <div className={classes.preview}>
        <PotRing pot={{ Picture: values.picture, Colour: values.colour, Percent: null }} />
        <TextField
          label={t('Name')}
          autoComplete="off"
          maxLength={40}
          data-autofocus
          {...field('name', { tell: true })}
        />
      </div>
      <PickOne
        label={t('Picture')}
        choices={potPictures.map((value) => ({ value, ...pictures[value] }))}
        colour={values.colour}
        {...field('picture')}
      />
      <PickOne
        label={t('Colour')}
        choices={potColours.map((value) => ({ value, label: colours[value] }))}
        {...field('colour')}
      />
      {pot ? null : (
        <AccountSelect label={t('Inside account')} {...field('account', { tell: true })} />
      )}
      <div className={classes.pair}>
        <MoneyField
          label={t('Goal')}
          optional
          symbol={account ? symbolOf(account) : '$'}
          {...field('goal', { tell: true })}
        />
        <TextField
          label={t('Wanted by')}
          optional
          type="date"
          min={bankToday()}
          {...field('date', { tell: true })}
        />
      </div>
      <FlowFooter>
        <Button
          kind="plain"
          disabled={busy}
          onClick={() => {
            form.forget()
            onDone()
          }}
        >
          {t('Cancel')}
        </Button>
        <Button type="submit" busy={busy}>
          {pot ? t('Save') : t('Make pot')}
        </Button>
      </FlowFooter>
    </form>
  )
}
