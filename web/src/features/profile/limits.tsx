import { saveLimits } from '@passbook/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type CSSProperties, useState } from 'react'
import { changeHeld } from '#api/change-held.ts'
import { send } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { tellFailure } from '#api/tell-failure.ts'
import { t } from '#i18n/t.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { Facts } from '#ui/facts.tsx'
import layout from '#ui/layout.module.css'
import { MoneyField } from '#ui/money-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toasts.tsx'
import { useTold } from '#ui/use-told.ts'
import { useKeptForm } from '#widgets/kept-form.ts'
import { Loaded } from '#widgets/loaded.tsx'
import forms from './forms.module.css'
import {
  comingWords,
  coolingWords,
  dayLimit,
  factsOf,
  inUsd,
  type Limits,
  limitsCheck,
  sentOf,
  typedOf,
  usedShare,
} from './limit-words.ts'
import classes from './security.module.css'
import { limitsQuery } from './security-queries.ts'

/** How much may go out on a day and at a time: what holds, what is coming, and a change of it. */
export function OwnLimits() {
  const query = useQuery(limitsQuery)
  return (
    <Card title={t('Limits')}>
      <Loaded query={query} skeleton={<Skeleton rows={4} height={28} />}>
        {(limits) => (
          <div className={layout.stack}>
            <Today limits={limits} />
            {limits.CoolingUntil ? (
              <Notice kind="info">{coolingWords(limits.CoolingUntil)}</Notice>
            ) : null}
            {limits.Coming ? <Coming limits={limits} coming={limits.Coming} /> : null}
            {/* What holds now is where the next change begins. */}
            <LimitsForm
              key={`${JSON.stringify(typedOf(limits))} ${limits.Coming?.From}`}
              limits={limits}
            />
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function Today({ limits }: { limits: Limits }) {
  // A property and no style text: the content policy allows no inline style sheet.
  const share = { '--share': usedShare(limits) } as CSSProperties
  return (
    <div>
      <p className={classes.today}>
        {t('{sent} of {most} sent today', {
          sent: inUsd(limits.SentToday),
          most: inUsd(dayLimit(limits)),
        })}
      </p>
      <div className={classes.bar} style={share} aria-hidden="true" />
    </div>
  )
}

/** What was asked for and does not hold yet. It can be taken back at once. */
function Coming({ limits, coming }: { limits: Limits; coming: NonNullable<Limits['Coming']> }) {
  const { busy, save } = useSaving()
  return (
    <Notice kind="info">
      <div className={layout.stack}>
        <p>{comingWords(coming.From)}</p>
        <Facts facts={factsOf(coming)} />
        <div>
          <Button
            kind="plain"
            size="sm"
            busy={busy}
            onClick={() => void save(typedOf(limits), t('Your limits stay as they are'))}
          >
            {t('Cancel this change')}
          </Button>
        </div>
      </div>
    </Notice>
  )
}

function LimitsForm({ limits }: { limits: Limits }) {
  const form = useKeptForm('limits', typedOf(limits))
  useTold(form.problem)
  const { busy, save } = useSaving()

  function submit(values: ReturnType<typeof typedOf>) {
    const ready = limitsCheck.safeParse(values)
    if (ready.success && (ready.data.per_day ?? 0n) > limits.BankPerDay) {
      const most = inUsd(limits.BankPerDay)
      const message = t('The bank lets at most {most} go out in a day', { most })
      return form.fail({ message, field: 'per_day' })
    }
    void save(values, t('Limits saved'), form.forget)
  }

  return (
    <form
      className={cx(layout.stack, forms.form)}
      noValidate
      onSubmit={form.check(limitsCheck, submit)}
    >
      <p className={forms.intro}>
        {t(
          'A lower limit holds at once. A higher one holds after 24 hours, so that nobody who finds your phone can use it.',
        )}
      </p>
      <MoneyField
        label={t('Most in a day')}
        symbol="$"
        optional
        hint={t('The bank’s own limit is {most}. Leave it empty for none of your own.', {
          most: inUsd(limits.BankPerDay),
        })}
        {...form.field('per_day', { tell: true })}
      />
      <MoneyField
        label={t('Most at a time')}
        symbol="$"
        optional
        hint={t('Leave it empty for none of your own.')}
        {...form.field('per_transfer', { tell: true })}
      />
      <div>
        <Button type="submit" busy={busy}>
          {t('Save limits')}
        </Button>
      </div>
    </form>
  )
}

/** Sends both limits, and shows what the bank says holds then. */
function useSaving() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  async function save(values: ReturnType<typeof typedOf>, done: string, onDone = () => {}) {
    if (busy) return
    setBusy(true)
    try {
      const { data } = await send(saveLimits, sentOf(values))
      // Before the form begins anew with what holds now.
      onDone()
      changeHeld(client, limitsQuery.queryKey, () => data)
      toast({ message: done })
    } catch (error) {
      tellFailure(error)
    }
    setBusy(false)
    void client.invalidateQueries({ queryKey: keys.securityEvents })
  }
  return { busy, save }
}
