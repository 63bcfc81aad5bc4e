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
    const look = () => {
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
    Object.assign(window, { movedControls: () => [...moved.values()] })
  })

/** Those that have moved since, with where from and where to. */
export const movedControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => Reflect.get(window, 'movedControls')())
