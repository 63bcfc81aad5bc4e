import { limits } from '@passbook/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { initUserQuery } from '#api/init-user.ts'
import { page } from '#api/page.ts'
import { msg, t, told } from '#i18n/t.ts'
import { lazyPage } from '#lazy-page.tsx'
import { useCover } from '#session/cover.ts'
import { useCustomer } from '#session/customer.ts'
import { useSession } from '#session/session.tsx'
import { Cover } from '#ui/cover.tsx'
import hidden from '#ui/hidden.module.css'
import { restore } from '#ui/layers.ts'
import { PageTitle } from '#ui/page-title.tsx'
import { isWide, useWide } from '#ui/use-wide.ts'
import { BottomTabs } from './bottom-tabs.tsx'
import classes from './frame.module.css'
import { MobileTopBar } from './mobile-top-bar.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { pageAt } from './pages.tsx'
import bars from './top-bar.module.css'

// What stands beside the pages of wide screens: a phone does not load it.
const wideOnly = () => import('./wide-only.tsx')
const IconRail = lazyPage(() => wideOnly().then((m) => m.IconRail))
const WideTools = lazyPage(() => wideOnly().then((m) => m.WideTools))
const SidePanel = lazyPage(() => wideOnly().then((m) => m.SidePanel))

/** Has what the frame is drawn with on this screen, so that it is drawn in one go. */
export async function loadFrame(): Promise<void> {
  if (isWide()) await Promise.all([IconRail, WideTools, SidePanel].map(({ load }) => load()))
}

const FrozenBanner = lazyPage(() => import('./frozen-banner.tsx').then((m) => m.FrozenBanner))

/** What stands around every page: menus, bars, the second panel, and the cover over all of it. */
export function Frame() {
  const wide = useWide()
  const { pathname, hash } = useLocation()
  const here = pageAt(pathname)
  const { title, subtitle } = here
  const frozen = useCustomer().user.Frozen
  // Whoever comes frozen gets page and banner in one go: what came later would push the page down.
  const [cameFrozen] = useState(frozen)
  const covered = useCover()
  const heading = useArrival({ pathname, hash, covered })
  const titleBar = (
    <div className={classes.titleBar}>
      <h1 ref={heading} tabIndex={-1} className={classes.title}>
        {told(title)}
      </h1>
      {/* The same words twice are drawn once. */}
      <p className={subtitle === title ? hidden.hidden : classes.subtitle}>{told(subtitle)}</p>
    </div>
  )
  return (
    <>
      <PageTitle text={`${told(title)} · ${page.systemName}`} />
      <div className={classes.frame} inert={covered} aria-busy={covered}>
        <SkipLink />
        {wide ? (
          <Suspense fallback={<div />}>
            <IconRail />
          </Suspense>
        ) : null}
        <div className={classes.side}>
          {wide ? (
            <header className={bars.wide}>
              {titleBar}
              <Suspense>
                <WideTools />
              </Suspense>
            </header>
          ) : (
            <MobileTopBar>{titleBar}</MobileTopBar>
          )}
          {frozen && cameFrozen ? <FrozenBanner /> : null}
          {frozen && !cameFrozen ? (
            <Suspense fallback={null}>
              <FrozenBanner />
            </Suspense>
          ) : null}
          <div id="strips" />
          <div className={classes.columns}>
            {wide ? (
              <aside aria-label={told(panelNames[here.panel])}>
                {/* The focus begins in the bar above: the page is one key away, and not twenty. */}
                <SkipLink />
                <Suspense fallback={<PageSkeleton list />}>
                  <SidePanel panel={here.panel} />
                </Suspense>
              </aside>
            ) : null}
            <div className={classes.page}>
              <main id="content" tabIndex={-1} className={classes.main} data-covered={covered}>
                {covered ? (
                  <div className={classes.covering}>
                    <PageSkeleton list={here.list} />
                  </div>
                ) : null}
                {/* A new page gets a new place, so that the old one goes at once. */}
                <Suspense key={pathname} fallback={<PageSkeleton list={here.list} />}>
                  <Outlet />
                </Suspense>
              </main>
              <footer className={classes.footer}>
                © {limits.copyrightYear} {page.systemName}
              </footer>
            </div>
          </div>
        </div>
        {wide ? null : <BottomTabs />}
      </div>
      {covered ? <Cover over="page" /> : null}
    </>
  )
}

/** Moves the focus alone: an address of its own would be a step of the history, which closes others. */
function SkipLink() {
  const skip = (event: MouseEvent) => {
    event.preventDefault()
    document.getElementById('content')?.focus()
  }
  return (
    // biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page
    <a href="#content" className={classes.skip} onClick={skip}>
      {t('Skip to content')}
    </a>
  )
}

const panelNames = { account: msg('Account overview'), recent: msg('Latest activity') }

/**
 * What happens when a page is reached: it starts at its top with nothing open over it, what the
 * customer has is asked for again, and once the cover is off the heading takes the focus.
 */
function useArrival({
  pathname,
  hash,
  covered,
}: {
  pathname: string
  hash: string
  covered: boolean
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  const session = useSession()
  const client = useQueryClient()

  // What first-paint.js has named the page by; when the frame is drawn anew it may be another. Before
  // the page is drawn: everything inherits from there, and would be styled a second time.
  useLayoutEffect(() => document.documentElement.removeAttribute('style'), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of page that counts
  useEffect(() => {
    const toTop = () => {
      if (!hash) window.scrollTo(0, 0)
    }
    const stop = isFirst.current ? beforeDrawing(toTop) : toTop()
    session.navigated()
    // Unless it was reached by Back, Forward or a reload, and had something open.
    restore()
    void client.refetchQueries({ ...initUserQuery, stale: true })
    return stop
  }, [pathname, session, client])

  useEffect(() => {
    const first = isFirst.current
    isFirst.current = false
    // A link to a part of a page leads there, and the page takes care of it.
    if (covered || hash) return
    const had = document.activeElement
    // A field that waited for the end of the cover, or what was open here, may have come first.
    if (had?.matches('input, select, textarea')) return
    const toHeading = () => {
      if (document.activeElement === had) heading.current?.focus({ preventScroll: true })
    }
    return first ? beforeDrawing(toHeading) : toHeading()
  }, [covered, hash])

  return heading
}

/** With the first frame, which lays the page out: asked for at once, that would happen twice. */
function beforeDrawing(run: () => void): () => void {
  const frame = requestAnimationFrame(run)
  return () => cancelAnimationFrame(frame)
}
