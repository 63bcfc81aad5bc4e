import { type ComponentType, lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { page } from '#api/page.ts'
import { t } from '#i18n/t.ts'
import { Trans } from '#i18n/trans.tsx'
import { Diamond } from '#ui/cover.tsx'
import { Hidden } from '#ui/hidden.tsx'
import { Logo } from '#ui/logo.tsx'
import { useWide } from '#ui/use-wide.ts'
import classes from './auth-layout.module.css'

// A picture beside the form: it comes after the form, and where it cannot be had nobody misses it.
const Preview = lazy<ComponentType>(() =>
  import('./preview.tsx').then(
    (loaded) => ({ default: loaded.Preview }),
    () => ({ default: () => null }),
  ),
)

/** The frame of all pages before the login: a brand panel beside the form where there is room. */
export function AuthLayout() {
  const wide = useWide()
  return (
    <div className={classes.frame}>
      <aside className={classes.brand} aria-label={page.systemName}>
        <Pattern />
        <Logo name={page.systemName} tone="light" />
        <div className={classes.promise}>
          <div className={classes.preview}>
            {wide ? (
              <Suspense fallback={null}>
                <Preview />
              </Suspense>
            ) : null}
          </div>
          <p className={classes.claim}>
            <Trans id="Your money,<br/>clearly in view." parts={{ br: () => <br /> }} />
          </p>
          <p className={classes.detail}>{t('Balances, transfers and bills in one quiet place.')}</p>
        </div>
        <p className={classes.safety}>{t('We never ask for your PIN by phone or email.')}</p>
      </aside>
      <main className={classes.main}>
        <div className={classes.mobileLogo}>
          <Logo name={page.systemName} />
        </div>
        <Suspense fallback={<Waiting />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  )
}

function Waiting() {
  return (
    <div className={classes.waiting} role="status">
      <Diamond />
      <Hidden>{t('Loading')}</Hidden>
    </div>
  )
}

/** The mark of the bank, drawn large and faint. */
function Pattern() {
  return (
    <svg className={classes.pattern} viewBox="0 0 600 600" aria-hidden="true">
      {[280, 230, 180, 130, 80].map((reach) => (
        <path
          key={reach}
          d={`M300 ${300 - reach} ${300 + reach} 300 300 ${300 + reach} ${300 - reach} 300Z`}
        />
      ))}
    </svg>
  )
}
