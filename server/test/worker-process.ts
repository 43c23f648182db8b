import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '../src/kit/postgres/postmaster.ts'
import type { Portal } from './portal.ts'

const databaseOf = (portal: Portal) => (portal.owner.options as { connectionString: string }).connectionString

export type PortalProcess = {
  child: ChildProcess
  url: string
  output: () => string
  ended: Promise<number | null>
}

/** A portal as `npm start` runs it, in its own process, on the database of the portal; resolves when it answers or has said why not. */
export async function startProcess(
  portal: Portal,
  dataDir: string,
  env: Record<string, string> = {},
): Promise<PortalProcess> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts'), '--no-web'], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: databaseOf(portal),
      PORTAL_DATA_DIR: dataDir,
      DEMO: 'false',
      LOG_LEVEL: 'error',
      ...env,
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  // Closed, not only gone: by then everything it said has been read.
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk))
  await expect.poll(() => text, { interval: 50 }).toMatch(/runs at|could not start|works in the background/)
  return { child, url: `http://127.0.0.1:${port}`, output: () => text, ended }
}

/** A worker as `npm start` runs it, in its own process, on the database and the files of the portal; it ends with the test. */
export async function startWorker(portal: Portal, env: Record<string, string> = {}): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts'), '--no-web'], {
    env: {
      ...process.env,
      DATABASE_URL: databaseOf(portal),
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
