import './tools/right-node.js'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: { name: 'contract', root: 'contract', isolate: false, include: ['src/**/*.test.ts'] },
      },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts'],
          globalSetup: [join(import.meta.dirname, 'server/src/testing/global-setup.ts')],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          root: 'web',
          environment: 'jsdom',
          // Making jsdom anew for every file was four fifths of the time.
          isolate: false,
          include: ['src/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
})
