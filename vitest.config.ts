import { existsSync } from 'node:fs'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromium } from './scripts/chromium.mjs'

// The times are limits for what hangs, so that a machine that is busy with others fails no test.
const exclude = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // Files share the modules of their process, so that each module is loaded once.
          isolate: false,
          include: [
            '{contract,scripts,simulators,engine,bench}/**/*.test.ts',
            'server/**/*.test.ts',
            'web/**/*.test.ts',
          ],
          exclude: [...exclude, '**/*.http.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'http',
          // Files share the modules and the portal of their process.
          isolate: false,
          include: ['server/**/*.http.test.ts'],
          exclude,
          globalSetup: 'server/test/cluster.setup.ts',
          testTimeout: 400_000,
          hookTimeout: 400_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        extends: existsSync('web/vite.config.ts') ? './web/vite.config.ts' : (true as const),
        root: './web',
        test: {
          name: 'component',
          // Files share the modules of their page; `freshPortal` takes back what the test before has left.
          isolate: false,
          include: ['src/**/*.test.tsx'],
          setupFiles: ['test/setup.ts'],
          exclude,
          // A screen of many cells takes ten times as long on a busy machine as on an idle one.
          testTimeout: 90_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromium, contextOptions: { reducedMotion: 'reduce' } }),
            instances: [{ browser: 'chromium', viewport: { width: 1440, height: 900 } }],
          },
        },
      },
    ],
  },
})
