import { expect, type Page } from '@playwright/test'
import { byLength } from '../server/src/testing/length.ts'

/** From the narrowest telephone to a desk; of both kinds of page the one with the least room. */
const widths = [
  { width: 320, height: 640 },
  ...byLength(
    [
      { width: 390, height: 844 },
      { width: 768, height: 1024 },
    ],
    [],
  ),
  { width: 1024, height: 768 },
  ...byLength([{ width: 1440, height: 900 }], []),
]

/** Small: those at which a bar of tabs lies at the bottom. */
export const smallWidths = widths.filter(({ width }) => width < 1024)
export const wideWidths = widths.filter(({ width }) => width >= 1024)

/**
 * Nothing lies over a control, at these widths: a press in the middle of it reaches it once it is scrolled
 * into view, and what is at an end of the page is seen as a whole there. Wherever the page is scrolled
 * to, only bars from edge to edge lie over what passes beneath them.
 */
export async function expectNothingCovered(page: Page, at: readonly { width: number }[] = widths) {
  for (const size of widths.filter((one) => at.includes(one))) {
    await page.setViewportSize(size)
    await settled(page, size.width >= 1024)
    const covered = await coveredControls(page)
    expect(covered, `${new URL(page.url()).pathname} at ${size.width}`).toEqual([])
  }
}

/** The frame changes over a moment after the window did. */
async function settled(page: Page, wide: boolean) {
  if (new URL(page.url()).pathname.startsWith('/c')) {
    const opener = page.locator('header button[aria-haspopup="dialog"]')
    await expect(opener).toHaveCount(wide ? 0 : 1)
  }
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
}

/** The controls that something lies over, each with what it is. */
export function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Point = readonly [x: number, y: number]
    const last = (selector: string) => [...document.querySelectorAll(selector)].at(-1)
    // What lies in the top layer makes all else unreachable: it alone is looked at.
    const layer = last('[popover="auto"]:popover-open') ?? last('dialog[open]')
    const root = layer ?? document.body
    const scroller = layer ?? document.documentElement

    const controls = 'a[href], button, input, select, textarea, summary, [role="tab"]'
    const seen = [...root.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
      if (control.closest('[inert]') || !control.checkVisibility({ visibilityProperty: true })) {
        return []
      }
      // A box to tick that is drawn by its label is pressed there.
      const { width } = control.getBoundingClientRect()
      const label = width <= 1 ? control.closest('label') : null
      return label ? [label] : width > 1 ? [control] : []
    })

    const boxOf = (control: HTMLElement) =>
      control.getClientRects()[0] ?? control.getBoundingClientRect()
    const nameOf = (element: Element | null) =>
      element
        ? `${element.localName} "${(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 40)}" ${element.className}`
        : 'nothing'
    const isReached = (control: HTMLElement, [x, y]: Point) => {
      const hit = document.elementFromPoint(x, y)
      if (!hit || control.contains(hit)) return hit !== null
      // The words of a field, and the box around it, are as good as the field.
      return (
        hit.contains(control) && hit.closest('label, :has(> input, > select, > textarea)') === hit
      )
    }
    const complaint = (control: HTMLElement, [x, y]: Point, where: string) =>
      isReached(control, [x, y])
        ? []
        : [
            `${where} ${nameOf(control)} at ${Math.round(x)},${Math.round(y)} under ${nameOf(document.elementFromPoint(x, y))}`,
          ]
    const isOnScreen = ({ left, right, top, bottom }: DOMRect) =>
      right > 0 && left < innerWidth && bottom > 0 && top < innerHeight

    /** Whether it is a bar, or a part of one, that a page passes beneath. */
    function isBar(hit: Element | null): boolean {
      for (let one = hit; one && one !== scroller; one = one.parentElement) {
        if (!['fixed', 'sticky'].includes(getComputedStyle(one).position)) continue
        return one.getBoundingClientRect().width > scroller.clientWidth / 2
      }
      return false
    }
    /** Whether it is scrolled out of a dialog, which lets nothing of it be seen. */
    function isPast([, y]: Point): boolean {
      const { top, bottom } = scroller.getBoundingClientRect()
      return layer !== undefined && (y < top || y > bottom)
    }
    const stepPx = 60
    const stops = [scroller.scrollTop]
    for (let y = 0; y <= scroller.scrollHeight - scroller.clientHeight; y += stepPx) stops.push(y)
    const passing = stops.flatMap((y) => {
      scroller.scrollTo(0, y)
      return seen.flatMap((control) => {
        const box = boxOf(control)
        const point: Point = [box.x + box.width / 2, box.y + box.height / 2]
        const hit = document.elementFromPoint(...point)
        if (!hit || isBar(hit) || !isUncut(control, box) || isPast(point)) return []
        return complaint(control, point, `scrolled to ${y}:`)
      })
    })

    const middles = seen.flatMap((control) => {
      control.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const box = boxOf(control)
      // What stands outside until it has the focus, as the way past the menu does.
      if (!isOnScreen(box)) return []
      return complaint(control, [box.x + box.width / 2, box.y + box.height / 2], 'middle of')
    })

    /** Whether it is seen whole but for what lies over it: a list that scrolls sideways cuts its own. */
    function isUncut(control: HTMLElement, { left, right, top, bottom }: DOMRect) {
      for (let one = control.parentElement; one && one !== scroller; one = one.parentElement) {
        if (getComputedStyle(one).overflow === 'visible') continue
        const clip = one.getBoundingClientRect()
        if (left < clip.left || right > clip.right || top < clip.top || bottom > clip.bottom) {
          return false
        }
      }
      return true
    }
    const edges = (['start', 'end'] as const).flatMap((end) => {
      scroller.scrollTo(0, end === 'start' ? 0 : scroller.scrollHeight)
      const middle = innerHeight / 2
      return seen.flatMap((control) => {
        const box = boxOf(control)
        const { left, right, top, bottom, width, height } = box
        const isNear = end === 'start' ? top >= 0 && bottom < middle : top > middle
        if (!isNear || bottom > innerHeight || left < 0 || right > innerWidth) return []
        if (!isUncut(control, box)) return []
        const [x, y] = [left + width / 2, top + height / 2]
        const points: Point[] = [
          [x, top + height * 0.1],
          [x, bottom - height * 0.1],
          [left + width * 0.1, y],
          [right - width * 0.1, y],
        ]
        return points.flatMap((point) => complaint(control, point, `${end}:`)).slice(0, 1)
      })
    })
    return [...passing, ...middles, ...edges]
  })
}
