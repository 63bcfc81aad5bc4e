import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type Axe from 'axe-core'
import type { NodeResult, Result } from 'axe-core'
import { small, wide } from './steps.ts'

const source = readFileSync(
  join(import.meta.dirname, '../node_modules/axe-core/axe.min.js'),
  'utf8',
)

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
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const violations = await page.evaluate(look, rules)
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${seen(node)}`).join(' | ')}`,
  )
  expect(found).toEqual([])
}

/** Runs in the page, and answers only what is wrong: all that is right is ten times as much. */
async function look(rules?: string[]): Promise<Result[]> {
  const { axe } = window as unknown as { axe: typeof Axe }
  const { violations } = await axe.run({
    resultTypes: ['violations'],
    ...(rules && { runOnly: rules }),
  })
  return violations
}

/** What axe saw there, such as the two colours and their contrast. */
function seen({ any, all, none }: NodeResult): string {
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
