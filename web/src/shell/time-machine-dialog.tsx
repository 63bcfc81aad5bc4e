import { type BankTime, demoForward, type ForwardSpan } from '@passbook/contract'
import { IconCalendarWeek, IconCoins, IconSunrise } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '#api/client.ts'
import { keys } from '#api/keys.ts'
import { textOf } from '#api/texts.ts'
import { t } from '#i18n/t.ts'
import { Trans } from '#i18n/trans.tsx'
import { alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/modal.tsx'
import classes from './time-machine-dialog.module.css'

type Props = {
  opened: boolean
  onClose: () => void
  date: string
  passing: BankTime['Passing']
}

/** Moves the bank's date forward; what falls due until then happens meanwhile. */
export function TimeMachineDialog({ opened, onClose, date, passing }: Props) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<ForwardSpan | null>(null)

  async function pass(by: ForwardSpan) {
    setAsked(by)
    try {
      const { data } = await send(demoForward, { by })
      client.setQueryData(keys.demoClock, data)
    } catch (error) {
      await alert(textOf(error))
      void client.invalidateQueries({ queryKey: keys.demoClock })
    }
    setAsked(null)
  }

  const way = (by: ForwardSpan, label: string, icon: typeof IconCoins) => {
    const Icon = icon
    return (
      <Button
        wide
        kind="plain"
        icon={<Icon size={18} stroke={1.75} aria-hidden />}
        busy={asked === by}
        disabled={asked !== null}
        onClick={() => void pass(by)}
      >
        {label}
      </Button>
    )
  }

  return (
    <Modal opened={opened} onClose={onClose} title={t('Pass days')}>
      <div className={classes.body}>
        <p>
          <Trans
            id="At this bank it is <b>{date}</b>."
            values={{ date }}
            parts={{ b: (text) => <strong>{text}</strong> }}
          />
        </p>
        {passing ? (
          <div className={classes.passing}>
            <progress
              className={classes.bar}
              value={passing.Done}
              max={passing.Days}
              aria-label={t('Days that have passed')}
            />
            <p role="status">
              {t('{done} of {days} days', { done: passing.Done, days: passing.Days })}
            </p>
          </div>
        ) : (
          <>
            <p className={classes.about}>
              {t(
                'Salaries come, bills and standing orders are paid, interest is earned. The bank’s date does not go back.',
              )}
            </p>
            {way('day', t('A day'), IconSunrise)}
            {way('week', t('A week'), IconCalendarWeek)}
            {way('pay-day', t('To the next pay-day'), IconCoins)}
          </>
        )}
      </div>
    </Modal>
  )
}
