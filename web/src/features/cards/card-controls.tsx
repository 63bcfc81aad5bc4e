import {
  type Account,
  type Card as BankCard,
  cardFreeze,
  cardLimits,
  cardLost,
  cardThaw,
  parseMoney,
  toDecimal,
} from '@passbook/contract'
import { IconCreditCardOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
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
import { symbolOf } from '#widgets/account-facts.ts'
import classes from './cards-page.module.css'

type Controlled = BankCard & { Id: string }

/** What its holder decides about a card: whether, how much and where it pays. */
export function CardControls({ card, account }: { card: Controlled; account: Account }) {
  const { busy, change } = useChanges()
  const [asking, setAsking] = useState(false)
  const last = card.Number.slice(-4)
  const id = card.Id
  const sums = limitsSent(card)
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
          onSave={(wanted) => void change(() => send(cardLimits, { id, ...channels, ...wanted }))}
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

type Sums = { per_day?: string; per_payment?: string }

const limitsSent = ({ PerDay, PerPayment }: BankCard): Sums => ({
  ...(PerDay != null && { per_day: toDecimal(PerDay) }),
  ...(PerPayment != null && { per_payment: toDecimal(PerPayment) }),
})

/** One change at a time; what holds then is asked for again. */
function useChanges() {
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  async function change(deed: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    try {
      await deed()
      await client.invalidateQueries({ queryKey: keys.initUser })
    } catch (error) {
      tellFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, change }
}

/** Both limits, in the currency of the account; an empty one is none. */
function LimitFields({
  card,
  symbol,
  busy,
  onSave,
}: {
  card: BankCard
  symbol: string
  busy: boolean
  onSave: (sums: Sums) => void
}) {
  const held = limitsSent(card)
  const [day, setDay] = useState(held.per_day ?? '')
  const [payment, setPayment] = useState(held.per_payment ?? '')
  function save(event: FormEvent) {
    event.preventDefault()
    const [perDay, perPayment] = [parseMoney(day), parseMoney(payment)]
    onSave({
      ...(perDay && { per_day: toDecimal(perDay) }),
      ...(perPayment && { per_payment: toDecimal(perPayment) }),
    })
  }
  return (
    <form className={layout.stack} noValidate onSubmit={save}>
      <MoneyField
        label={t('Limit of a payment')}
        placeholder={t('No limit')}
        symbol={symbol}
        value={payment}
        onChange={setPayment}
      />
      <MoneyField
        label={t('Limit of a day')}
        placeholder={t('No limit')}
        symbol={symbol}
        value={day}
        onChange={setDay}
      />
      <Button type="submit" kind="plain" busy={busy}>
        {t('Save limits')}
      </Button>
    </form>
  )
}
