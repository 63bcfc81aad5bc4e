import { movePot, toGrouped } from '@passbook/contract'
import { useQueryClient } from '@tanstack/react-query'
import { send } from '#api/client.ts'
import { useOrderKeys } from '#api/order-key.ts'
import { problemOf, textOf } from '#api/texts.ts'
import { t } from '#i18n/t.ts'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { FlowFooter } from '#ui/flow-footer.tsx'
import layout from '#ui/layout.module.css'
import { MoneyField } from '#ui/money-field.tsx'
import { toSent } from '#ui/money-input.ts'
import { toast } from '#ui/toasts.tsx'
import { useTold } from '#ui/use-told.ts'
import { symbolIn } from '#widgets/by-code.ts'
import { useKeptForm } from '#widgets/kept-form.ts'
import { missingOf, quickAmounts, sumOf } from './pot-facts.ts'
import type { ViewProps } from './pot-views.ts'
import classes from './pots.module.css'
import { potsChanged } from './queries.ts'

/** How much goes in or out. It is done at once: the money stays on its account. */
export function MoveForm({
  pot,
  direction,
  busy,
  onBusy,
  onDone,
}: ViewProps & { direction: 'in' | 'out' }) {
  const client = useQueryClient()
  const keys = useOrderKeys(`pot-${direction}-${pot.Id}`)
  const form = useKeptForm(`pot-${direction}-${pot.Id}`, { amount: '' })
  useTold(form.problem)
  const isIn = direction === 'in'
  const there = isIn ? pot.Account.AvailableBalance : pot.Balance
  const missing = isIn ? missingOf(pot) : 0n

  async function move() {
    if (busy) return
    onBusy(true)
    const order = { id: pot.Id, direction, amount: toSent(form.values.amount) } as const
    try {
      await send(movePot, order, { onceKey: keys.keyFor(order) })
      keys.done()
      form.reset()
      await potsChanged(client)
      toast({
        message: isIn
          ? t('Moved into {name}', { name: pot.Name })
          : t('Moved out of {name}', { name: pot.Name }),
      })
      onBusy(false)
      onDone()
    } catch (error) {
      onBusy(false)
      const problem = problemOf(error)
      if (problem.field === 'amount') form.fail(problem)
      else void alert(textOf(error))
    }
  }

  const schema = {
    safeParse: () => movePot.request.safeParse({ ...form.values, id: pot.Id, direction }),
  }
  return (
    <form className={layout.stack} noValidate onSubmit={form.check(schema, () => void move())}>
      <MoneyField
        hero
        label={t('Amount')}
        symbol={symbolIn(pot.Account.Currency.Code)}
        placeholder="0.00"
        data-autofocus
        hint={
          isIn
            ? t('Available {amount}', { amount: sumOf(pot, there) })
            : t('In the pot {amount}', { amount: sumOf(pot, there) })
        }
        {...form.field('amount', { tell: true })}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend that is seen */}
      <div className={classes.quick} role="group" aria-label={t('Quick amounts')}>
        {quickAmounts(there, missing).map((minor) => (
          <Button
            key={String(minor)}
            kind="plain"
            size="sm"
            onClick={() => form.set('amount', toGrouped(minor))}
          >
            {quickWords(minor)}
          </Button>
        ))}
      </div>
      <p className={classes.words}>
        {isIn
          ? t('It stays in your account, and nothing can spend it until you move it out.')
          : t('It can be spent again at once.')}
      </p>
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
          {isIn ? t('Move in') : t('Move out')}
        </Button>
      </FlowFooter>
    </form>
  )

  function quickWords(minor: bigint): string {
    const amount = sumOf(pot, minor)
    if (minor === there) return t('All {amount}', { amount })
    return minor === missing ? t('To the goal {amount}', { amount }) : amount
  }
}
