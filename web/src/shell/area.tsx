import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { Route, Routes } from 'react-router'
import { accountsIn, initUserQuery } from '#api/init-user.ts'
import { page } from '#api/page.ts'
import { RequestError, textOf } from '#api/texts.ts'
import { takeFirstList } from '#features/accounts/queries.ts'
import { t } from '#i18n/t.ts'
import { lazyPage } from '#lazy-page.tsx'
import { belowArea, paths } from '#paths.ts'
import { markActive } from '#session/active.ts'
import { CustomerProvider } from '#session/customer.ts'
import { SessionProvider, useSession, useSessionState } from '#session/session.tsx'
import { AlertHost } from '#ui/alert.tsx'
import { Cover } from '#ui/cover.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Logo } from '#ui/logo.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { TextLink } from '#ui/text-link.tsx'
import classes from './area.module.css'
import { Frame, loadFrame } from './frame.tsx'
import { useOnDemand } from './on-demand.ts'
import { loadPage, pages } from './pages.tsx'

const loadLater = () => import('./later.tsx').then((m) => m.Later)

// After the first page is drawn, which needs none of it. Without it the pages are as true as they were,
// but nobody watches whether the customer is still there: the page is loaded anew when that time is over.
const Later = lazy<ComponentType>(() =>
  loadLater().then(
    (loaded) => ({ default: loaded }),
    () => {
      setTimeout(() => window.location.reload(), page.idleMinutes * 60_000)
      return { default: Missed }
    },
  ),
)

const NoSuchPage = lazyPage(() => import('./no-such-page.tsx').then((m) => m.NoSuchPage))

/** The customer area, once it has the files of its frame and of the page that it is entered by. */
export async function areaAt(pathname: string): Promise<ComponentType> {
  await Promise.all([loadFrame(), loadPage(pathname)])
  return Area
}

/** It is drawn for those who are logged in only. */
function Area() {
  return (
    <>
      <SessionProvider>
        <FirstLoad />
      </SessionProvider>
      <AlertHost />
    </>
  )
}

/** Nothing is drawn before the customer is known. */
function FirstLoad() {
  const { data, error, isFetching, refetch } = useQuery(initUserQuery)
  const client = useQueryClient()
  useEffect(() => {
    if (data) takeFirstList(client, accountsIn(data))
  }, [client, data])
  // Deferred, the frame and its page are drawn in slices: a slow phone answers between them.
  const known = useDeferredValue(data !== undefined)
  if (known && data) {
    return (
      <CustomerProvider value={data}>
        <AreaRoutes />
        <AfterPage />
      </CustomerProvider>
    )
  }
  // A session that has ended is no failure to tell: the guard is on its way to the login.
  const ended = error instanceof RequestError && error.http === 401
  if (isFetching || data || !error || ended) return <Cover over="boot" />
  return (
    <main className={classes.failure}>
      <PageTitle text={page.systemName} />
      <h1>
        <Logo name={page.systemName} />
      </h1>
      <ErrorPanel message={textOf(error)} onRetry={() => void refetch()} />
      <TextLink to={paths.logout}>{t('Logout')}</TextLink>
    </main>
  )
}

const lookEveryMs = 100
const looksMax = 50

/** Where it could not be had, whoever opens a panel is told. */
function Missed() {
  const session = useSession()
  const Found = useOnDemand(useIsOpening(), loadLater, session.navigated)
  return Found ? <Found /> : null
}

const useIsOpening = () => [useSessionState('panel'), useSessionState('viewing')].some(Boolean)

/** On a slow line the page's own calls come before the code of what may happen later. */
function AfterPage() {
  const client = useQueryClient()
  const [quiet, setQuiet] = useState(false)
  // Not after what the customer asks for.
  if (useIsOpening() && !quiet) setQuiet(true)
  useEffect(() => {
    // Who watches for idleness comes with that code.
    markActive()
    let looks = 0
    const timer = setInterval(() => {
      looks += 1
      if (client.isFetching() > 0 && looks < looksMax) return
      clearInterval(timer)
      setQuiet(true)
    }, lookEveryMs)
    return () => clearInterval(timer)
  }, [client])
  return <Suspense fallback={null}>{quiet ? <Later /> : null}</Suspense>
}

function AreaRoutes() {
  return (
    <Routes>
      <Route element={<Frame />}>
        {pages.map(({ path, Page }) =>
          path === paths.overview ? (
            <Route key={path} index element={<Page />} />
          ) : (
            <Route key={path} path={belowArea(path)} element={<Page />} />
          ),
        )}
        <Route path="*" element={<NoSuchPage />} />
      </Route>
    </Routes>
  )
}
