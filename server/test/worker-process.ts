import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Portal } from './portal.ts'

/** A worker as `npm start` runs it, in its own process, on the database and the files of the portal; it ends with the test. */
export async function startWorker(portal: Portal, env: Record<string, string> = {}): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts'), '--no-web'], {
    env: {
      ...process.env,
      DATABASE_URL: (portal.owner.options as { connectionString: string }).connectionString,
      PORTAL_DATA_DIR: portal.app.services.config.dataDir,
      ROLE: 'worker',
      DEMO: 'false',
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

/** kill -9, and its jobs were last heard of so long ago that the next worker may take them, which takes ten seconds. */
export async function killWorker(portal: Portal, worker: ChildProcess): Promise<void> {
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  await portal.owner.query(
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`,
  )
}
