import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { small, wide } from './steps.ts'

/** No violation that axe can see, in the state the page is in once nothing moves. */
export const expectAccessible = (page: Page): Promise<void> => expectNoViolation(page)

/** The rules that look at colours, but for those that axe has switched off. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * No violation in light, and none in dark. All other rules find the same in both schemes: in dark only
 * those that look at colours look again. The page ends in light.
 */
export async function expectAccessibleInBoth(page: Page): Promise<void> {
  await show(page, 'dark')
  await expectNoViolation(page, colourRules)
  await show(page, 'light')
  await expectNoViolation(page)
}

async function show(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-scheme', colorScheme)
}

async function expectNoViolation(page: Page, rules?: string[]): Promise<void> {
  await atRest(page)
  // axe stays in a document: it need not be handed over again for the next look.
  const isThere = await page.evaluate(() => 'axe' in window)
  const { violations } = await new AxeBuilder({ page, ...(isThere && { axeSource: ' ' }) })
    // Without this axe also describes every element that passed, which takes longer than looking.
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
    // All of it in the page itself, which has no frame of another origin: the other mode opens a
    // second page for every look and sums up there, at three times the processor.
    .setLegacyMode()
    .analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${seen(node)}`).join(' | ')}`,
  )
  expect(found).toEqual([])
}

type Found = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]['nodes'][number]

/** What axe saw there, such as the two colours and their contrast. */
function seen({ any, all, none }: Found): string {
  return JSON.stringify([...any, ...all, ...none].map(({ data }) => data))
}

/**
 * No violation, wide in light and small in dark: rules look at the width or at the colours, never at
 * both. The page ends as it was. `here` keeps the width, where another would bring another panel.
 */
export async function expectAccessibleEverywhere(page: Page, { here = false } = {}) {
  const size = page.viewportSize() ?? wide
  const looks = [
    ['light', wide],
    ['dark', small],
  ] as const
  for (const [colorScheme, look] of looks) {
    if (!here) await page.setViewportSize(look)
    await show(page, colorScheme)
    await expectAccessible(page)
  }
  await page.setViewportSize(size)
}

/**
 * What moves or fades is looked at only as it ends. Until nothing does: a colour that a child
 * inherits starts the child's own fading when the parent's is over.
 */
async function atRest(page: Page) {
  await page.evaluate(async () => {
    for (;;) {
      await new Promise(requestAnimationFrame)
      const running = document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
      if (running.length === 0) return
      await Promise.allSettled(running.map(({ finished }) => finished))
    }
  })
}
