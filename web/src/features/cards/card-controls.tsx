import {
  type Account,
  type Card as BankCard,
  cardFreeze,
  cardLimits,
  cardLost,
  cardThaw,
} from '@passbook/contract'
import { IconCreditCardOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { tellFailure } from '#api/tell-failure.ts'
import { t } from '#i18n/t.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/confirm-button.tsx'
import { cx } from '#ui/cx.ts'
import layout from '#ui/layout.module.css'
import { MoneyField } from '#ui/money-field.tsx'
import { Switch } from '#ui/switch.tsx'
import { toast } from '#ui/toasts.tsx'
import { useTold } from '#ui/use-told.ts'
import { symbolOf } from '#widgets/account-facts.ts'
import { useKeptForm } from '#widgets/kept-form.ts'
import { limitCheck, type Sums, sentLimits, type TypedLimits, typedLimits } from './card-limits.ts'
import classes from './cards-page.module.css'

type Controlled = BankCard & { Id: string }

/** What its holder decides about a card: whether, how much and where it pays. */
export function CardControls({ card, account }: { card: Controlled; account: Account }) {
  const { busy, change } = useChanges()
  const [asking, setAsking] = useState(false)
  const last = card.Number.slice(-4)
  const id = card.Id
  const sums = sentLimits(typedLimits(card))
  const channels = { online: card.Online ?? true, abroad: card.Abroad ?? true }
  const set = (more: Partial<typeof channels>) =>
    void change(() => send(cardLimits, { id, ...sums, ...channels, ...more }))

  async function lose() {
    await change(async () => {
      await send(cardLost, { id })
      toast({ message: t('Your new card is here') })
    })
    setAsking(false)
  }

  return (
    <section
      className={cx(classes.panel, classes.whole, classes.controls)}
      aria-label={t('Controls of the card ending in {last}', { last })}
    >
      <h2 className={classes.title}>{t('Controls')}</h2>
      <div className={classes.decisions}>
        <div className={layout.stack}>
          <Switch
            label={t('Freeze this card')}
            note={t('Nothing can be paid with it until you thaw it')}
            on={card.State === 'frozen'}
            busy={busy}
            onChange={(on) => void change(() => send(on ? cardFreeze : cardThaw, { id }))}
          />
          <Switch
            label={t('Pay online')}
            on={channels.online}
            busy={busy}
            onChange={(online) => set({ online })}
          />
          <Switch
            label={t('Pay abroad')}
            on={channels.abroad}
            busy={busy}
            onChange={(abroad) => set({ abroad })}
          />
        </div>
        <LimitFields
          key={`${sums.per_day} ${sums.per_payment}`}
          card={card}
          symbol={symbolOf(account)}
          busy={busy}
          onSave={(wanted) => change(() => send(cardLimits, { id, ...channels, ...wanted }))}
        />
      </div>
      <ConfirmButton
        name={t('Report the card ending in {last} lost', { last })}
        icon={<IconCreditCardOff size={18} stroke={1.75} aria-hidden />}
        question={t('This card never pays again, and you get a new one. Report it lost?')}
        yes={t('Report lost')}
        no={t('Keep it')}
        worded
        size="md"
        busy={busy}
        asking={asking}
        onAsk={setAsking}
        onConfirm={() => void lose()}
      />
    </section>
  )
}

/** One change at a time; what holds then is asked for again. */
function useChanges() {
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  async function change(deed: () => Promise<unknown>): Promise<boolean> {
    setBusy(true)
    try {
      await deed()
      await client.invalidateQueries({ queryKey: keys.initUser })
      return true
    } catch (error) {
      tellFailure(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, change }
}

/** Both limits, in the currency of the account; an empty one is none, and zero is no limit at all. */
function LimitFields({
  card,
  symbol,
  busy,
  onSave,
}: {
  card: Controlled
  symbol: string
  busy: boolean
  onSave: (sums: Sums) => Promise<boolean>
}) {
  const form = useKeptForm(`card-limits-${card.Id}`, typedLimits(card))
  useTold(form.problem)
  async function save(values: TypedLimits) {
    if (!(await onSave(sentLimits(values)))) return
    form.forget()
    toast({ message: t('Limits saved') })
  }
  return (
    <form
      className={layout.stack}
      noValidate
      onSubmit={form.check(limitCheck(card.Id), (values) => void save(values))}
    >
      <MoneyField
        label={t('Limit of a payment')}
        placeholder={t('No limit')}
        symbol={symbol}
        {...form.field('per_payment', { tell: true })}
      />
      <MoneyField
        label={t('Limit of a day')}
        placeholder={t('No limit')}
        symbol={symbol}
        {...form.field('per_day', { tell: true })}
      />
      <Button type="submit" kind="plain" busy={busy}>
        {t('Save limits')}
      </Button>
    </form>
  )
}
