import './tools/right-node.js'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/longest-first.ts'

// A busy machine is no failure: five seconds, Vitest's own limit, are soon over on one, and half a minute
// where others take most of the processor.
const testTimeout = 120_000
// What a test waits for has ten where Vitest gives one; a stream's heartbeat, which would tell late what was
// not told at once, comes after fifteen.
const expect = { poll: { timeout: 10_000 } }

export default defineConfig({
  test: {
    // One more than there are cores: some tests wait for the programs that they start.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'contract',
          root: 'contract',
          isolate: false,
          include: ['src/**/*.test.ts'],
          testTimeout,
          expect,
        },
      },
      {
        test: {
          name: 'server',
          root: 'server',
          // Each file has a database of its own; compiling it and the server anew was half the time.
          isolate: false,
          include: ['src/**/*.test.ts'],
          globalSetup: [join(import.meta.dirname, 'server/src/testing/global-setup.ts')],
          testTimeout,
          expect,
          hookTimeout: testTimeout,
        },
      },
      {
        test: {
          name: 'web',
          root: 'web',
          environment: 'jsdom',
          setupFiles: [join(import.meta.dirname, 'web/src/checks/patience.ts')],
          // Making jsdom anew for every file was four fifths of the time.
          isolate: false,
          include: ['src/**/*.test.{ts,tsx}'],
          testTimeout,
          expect,
        },
      },
    ],
  },
})
