import './no-eval.ts'
import './styles/index.css'
import { limits, messages } from '@passbook/contract'
import { type ReactNode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { page } from '#api/page.ts'
import { speakLanguageOf } from '#i18n/languages.ts'
import { told } from '#i18n/t.ts'
import { DemoStrip } from '#ui/demo-strip.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import '#ui/scheme.ts'
import { Area, Pages } from './routes.tsx'

const root = createRoot(document.getElementById('root') as HTMLElement, {
  // A page that broke while it was drawn would leave the screen empty.
  onUncaughtError: (error) => {
    reportError(error)
    queueMicrotask(() =>
      root.render(
        <Frame>
          <Broken />
        </Frame>,
      ),
    )
  },
})

const html = document.documentElement

// How long panels, menus and sections take to move, wherever a style says `--slide`. Not on the element
// above, whose own style is first-paint.js's and goes with what that drew.
document.body.style.setProperty('--slide', `${limits.panelMs}ms`)

// Who has a login waits for the area, and for the page in it, under what first-paint.css draws.
const area = html.dataset.first === 'area' ? Area.load() : undefined

// A transition is drawn in slices of some milliseconds: a slow phone answers between them.
void Promise.all([speakLanguageOf(html), area]).then(() =>
  startTransition(() =>
    root.render(
      <Frame>
        <BrowserRouter>
          <Pages />
        </BrowserRouter>
      </Frame>,
    ),
  ),
)

// Not while developing, when files have no hash and change all the time.
if (import.meta.env.PROD) void import('#session/kept-files.ts').catch(() => undefined)

function Broken() {
  return (
    <main>
      <ErrorPanel
        message={told(messages.somethingWrong)}
        onRetry={() => window.location.reload()}
      />
    </main>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      {page.demo ? <DemoStrip /> : null}
      {children}
    </>
  )
}
