import type { Page } from '@playwright/test'

/** Watches every control from the frame on that it is first seen in, and notes where it goes. */
export const watch = (page: Page) =>
  page.addInitScript(() => {
    // What is shown all the same after three seconds may move then, and answers may take as long here.
    const patient = new CSSStyleSheet()
    patient.replaceSync(
      ':is([data-coming], :has([data-coming])) ~ * { animation: none !important }',
    )
    document.adoptedStyleSheets.push(patient)
    const first = new Map<Element, number>()
    const moved = new Map<Element, string>()
    let restless = 0
    const look = () => {
      const underWay = Reflect.get(window, 'underWay') ?? 0
      const isFilled = document.querySelector('[data-live]') !== null && underWay === 0
      if (!isFilled || document.querySelector('[data-coming]')) restless = performance.now()
      for (const one of document.querySelectorAll('a[href], button, input, select, textarea')) {
        if (!one.checkVisibility({ visibilityProperty: true })) continue
        const top = one.getBoundingClientRect().top + window.scrollY
        const before = first.get(one)
        if (before === undefined) first.set(one, top)
        else if (Math.abs(top - before) > 2) {
          const name = one.getAttribute('aria-label') ?? one.textContent
          moved.set(one, `${name || one.id}: ${Math.round(before)} to ${Math.round(top)}`)
        }
      }
      requestAnimationFrame(look)
    }
    look()
    Object.assign(window, {
      movedControls: () => [...moved.values()],
      restedMs: () => performance.now() - restless,
    })
  })

/** Every answer comes a moment late. */
export const answerLate = (page: Page) =>
  // In the page: through a route each of the client's files would pass as well, and be read and
  // compiled anew on every page, since a page with a route has no cache.
  page.addInitScript((lateMs) => {
    const ask = window.fetch
    let underWay = 0
    const count = (by: number) => {
      underWay += by
      Object.assign(window, { underWay })
    }
    window.fetch = async (...asked) => {
      // This one goes on for as long as the page does.
      if (String(asked[0]).endsWith('/api/events')) return ask(...asked)
      count(1)
      try {
        await new Promise((go) => setTimeout(go, lateMs))
        return await ask(...asked)
      } finally {
        count(-1)
      }
    }
  }, 100)

/** Until the page has everything, also what it asks for once it hears the bank, and has drawn it. */
export const filled = (page: Page) =>
  page.waitForFunction(() => Reflect.get(window, 'restedMs')() >= 200, undefined, {
    timeout: 20_000,
  })

/** Those that have moved since, with where from and where to. */
export const movedControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => Reflect.get(window, 'movedControls')())
