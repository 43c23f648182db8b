// Journeys through the product as a user has it: its own process, an empty data folder, the demo data, Debian's Chromium.
import { chmodSync, mkdtempSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromium } from '../scripts/chromium.mjs'
import { freePort } from '../server/src/kit/postgres/postmaster.ts'

// The processes that run the tests read this file again; what the first one chose reaches them by the environment.
const port = (process.env.KERVAN_E2E_PORT ??= String(await freePort()))
const dataDir = (process.env.KERVAN_E2E_DATA ??= freshFolder())
// Which language has its turn; a failure of another day is walked again with the number of that day.
process.env.KERVAN_E2E_DAY ??= String(Math.floor(Date.now() / 86_400_000))
const baseURL = `http://127.0.0.1:${port}`

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // Limits for what hangs, so that a machine that is busy with others fails no journey.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  workers: Math.max(2, availableParallelism()),
  fullyParallel: true,
  forbidOnly: true,
  reporter: 'list',
  use: {
    baseURL,
    viewport: { width: 1440, height: 900 },
    launchOptions: chromium,
    // What fades or slides would be waited for.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs an eighth of the time; a journey that failed is walked again with it.
    trace: process.env.KERVAN_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  webServer: {
    command: `"${process.execPath}" server/src/main.ts`,
    cwd: join(import.meta.dirname, '..'),
    env: { PORT: port, PORTAL_DATA_DIR: dataDir, NODE_ENV: 'development', REQUEST_LIMITS: 'off' },
    url: baseURL,
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})

// Below the common temporary folder and open to enter, so that a database run by another user than root finds its files.
function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kervan-e2e-'))
  chmodSync(folder, 0o755)
  return folder
}
