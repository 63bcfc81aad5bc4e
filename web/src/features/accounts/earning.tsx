import type { Account, accountInterest, Output } from '@passbook/contract'
import { IconChevronRight, IconPercentage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { t } from '#i18n/t.ts'
import { lazyPage } from '#lazy-page.tsx'
import { useFeature } from '#session/customer.ts'
import { cx } from '#ui/cx.ts'
import { LayerName, useRestorer } from '#ui/layers.ts'
import layout from '#ui/layout.module.css'
import classes from './earning.module.css'
import { inCents, interestQuery } from './interest-query.ts'

const InterestDialog = lazyPage(() => import('./interest-dialog.tsx').then((m) => m.InterestDialog))

/** What an account earns, or that it earns nothing, and the way to how that came to be. */
export function Earning({ account, name }: { account: Account; name: string }) {
  const offered = useFeature('interest')
  const { data } = useQuery({ ...interestQuery(account.Id), enabled: offered })
  const [opened, setOpened] = useState(false)
  // It stays once it was opened, so that it can slide away.
  const [wanted, setWanted] = useState(false)
  const kind = `interest-${account.Id}`
  const open = () => {
    setWanted(true)
    setOpened(true)
  }
  useRestorer(kind, () => {
    open()
    return 1
  })
  if (!offered) return null
  // Its room is there before it is, so that the cards below stay where they are.
  if (!data) return <div className={classes.room} />
  if (data.Rates.length === 0 && data.Months.length === 0) {
    return (
      <p className={cx(classes.room, classes.none)}>{t('No interest is paid on this account')}</p>
    )
  }
  return (
    <>
      <button
        type="button"
        className={cx(classes.room, classes.row)}
        aria-haspopup="dialog"
        onClick={open}
      >
        <span className={classes.tile}>
          <IconPercentage size={18} stroke={1.75} aria-hidden />
        </span>
        <span className={layout.words}>
          <span className={layout.name}>{rateWords(data.Rates)}</span>
          <span className={layout.note}>{earnedWords(account, data)}</span>
        </span>
        <IconChevronRight size={18} className={classes.chevron} aria-hidden />
      </button>
      {wanted ? (
        <LayerName value={`${kind}:`}>
          <Suspense>
            <InterestDialog
              account={account}
              name={name}
              opened={opened}
              onClose={() => setOpened(false)}
            />
          </Suspense>
        </LayerName>
      ) : null}
    </>
  )
}

type Told = Output<typeof accountInterest>

/** `2 % interest a year`, or the least and the most of several. */
function rateWords(rates: Told['Rates']): string {
  const numbers = rates.map(({ Percent }) => Percent).sort((a, b) => Number(a) - Number(b))
  const [low, high] = [numbers[0], numbers.at(-1)]
  if (low === undefined || high === undefined) return t('No interest now')
  if (low === high) return t('{percent} % interest a year', { percent: low })
  return t('{low} to {high} % interest a year', { low, high })
}

function earnedWords(account: Account, { EarnedThisMonth, EarnedThisYear }: Told): string {
  return t('Earned {year} this year · {month} this month', {
    year: inCents(account, EarnedThisYear),
    month: inCents(account, EarnedThisMonth),
  })
}
