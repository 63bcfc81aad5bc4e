import type { Account } from '@passbook/contract'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { t } from '#i18n/t.ts'
import { useAccounts } from '#session/customer.ts'
import { useSession } from '#session/session.tsx'
import hiding from '#ui/hidden.module.css'
import { useAccountNames } from '#widgets/use-account-names.ts'
import classes from './swipe.module.css'

const restMs = 120

/**
 * Cards of the accounts beside each other. The one that a finger brings to rest is selected, and one
 * that is selected elsewhere comes into sight; the dots do the same for keys and screen readers.
 */
export function Swipe({ selected, children }: { selected: Account; children: ReactNode }) {
  const accounts = useAccounts()
  const names = useAccountNames()
  const session = useSession()
  const track = useRef<HTMLDivElement>(null)
  const rest = useRef(0)
  const at = accounts.findIndex(({ Id }) => Id === selected.Id)

  /** How far the start of a card lies from where it would rest; negative ones count too. */
  const distanceOf = (place: number) => {
    const card = track.current?.children[place]
    if (!card || !track.current) return 0
    const [to, from] = [card, track.current].map((one) => one.getBoundingClientRect().x)
    return (to ?? 0) - (from ?? 0)
  }

  // At once at first; from then on as smoothly as the style and the customer's system want it.
  const drawn = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is another account that counts
  useLayoutEffect(() => {
    // The first one is where it should be: a first visit is not made to measure itself.
    const left = drawn.current || at > 0 ? distanceOf(at) : 0
    if (Math.abs(left) > 1) {
      track.current?.scrollBy({ left, behavior: drawn.current ? 'auto' : 'instant' })
    }
    drawn.current = true
  }, [at])

  useEffect(() => () => clearTimeout(rest.current), [])

  function scrolled() {
    clearTimeout(rest.current)
    // A debounce: not every browser says when scrolling has ended.
    rest.current = window.setTimeout(() => {
      const far = accounts.map((_, place) => Math.abs(distanceOf(place)))
      const account = accounts[far.indexOf(Math.min(...far))]
      if (account) session.selectAccount(account.Id)
    }, restMs)
  }

  return (
    <>
      <div ref={track} className={classes.track} onScroll={scrolled}>
        {children}
      </div>
      <fieldset className={classes.dots}>
        <legend className={hiding.hidden}>{t('Accounts')}</legend>
        {accounts.map((account, place) => (
          <button
            key={account.Id}
            type="button"
            className={classes.dot}
            aria-label={t('Show {name}', { name: names.get(account.Id) ?? '' })}
            aria-current={place === at ? 'true' : undefined}
            onClick={() => session.selectAccount(account.Id)}
          />
        ))}
      </fieldset>
    </>
  )
}
