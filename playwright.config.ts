import './tools/right-node.js'
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { isLong } from './server/src/testing/length.ts'
import { findBrowser } from './tools/browser.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/build.ts',
  outputDir: 'test-results',
  // One more than there are cores: a journey also waits, for a delay of the page or for its bank.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  // `onlyLong` in e2e/fixture.ts.
  ...(isLong ? {} : { grepInvert: /@long/ }),
  // A journey that fails at the first try has found something: in the page, or in the journey.
  retries: 0,
  // Against what hangs, not for speed: the longest takes half a minute on two cores, and machines differ.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  // Without a file for it the second one would print all that it has.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : 'list',
  use: {
    launchOptions: findBrowser(),
    contextOptions: { reducedMotion: 'reduce' },
    // A journey cannot hold or break a request that a service worker makes.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Recording every step takes a third of the processor: `TRACE=1` for the journey that failed.
    trace: process.env.TRACE ? 'on' : 'off',
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium' } }],
})
