import { deliveryKinds, jobKinds } from '@kervan/contract/kit/work'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { keysOf, recordOf } from '@kervan/contract/kit/typed'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { JobKind } from './jobs.ts'
import type { QueuePayloads } from './payloads.ts'

/**
 * Queues of what leaves the portal and of what nobody waits for: looked into every two seconds, many entries at once. Jobs
 * are long work for a user, who watches, so their queues wake a worker.
 */
export type SystemQueue = keyof QueuePayloads
export type QueueName = SystemQueue | JobKind
/** Entries that a worker takes at once, by queue; those of a batch fail together, so long work is taken alone. */
export type QueuesAtOnce = { readonly [Q in SystemQueue]?: number }

const own = { outbox: 50, schedule: 1, ...recordOf(deliveryKinds, () => 1) } satisfies QueuesAtOnce
const source = join(import.meta.dirname, '../..')

/** The system queues of this version: the kit's, and those that areas say in the `payloads.ts` of their folders. */
export async function systemQueues(): Promise<Record<SystemQueue, number>> {
  const areas = await Promise.all(
    globSync('*/payloads.ts', { cwd: source })
      .toSorted()
      .map((file): Promise<{ queues?: QueuesAtOnce }> => import(join(source, file))),
  )
  return Object.assign({}, own, ...areas.map(({ queues }) => queues))
}

/** Creates the queue tables and queues as their owner, because the runtime role may create nothing. */
export async function prepareQueues(ownerUrl: string, appRole: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: 'pgboss',
    supervise: false,
    schedule: false,
    max: 2,
  })
  boss.on('error', () => {})
  await boss.start()
  try {
    const system = keysOf(await systemQueues())
    for (const name of [...system, ...jobKinds]) {
      if (!(await boss.getQueue(name))) {
        await boss.createQueue(name, {
          retryLimit: 5,
          retryDelay: 2,
          retryBackoff: true,
          expireInSeconds: 900,
          heartbeatSeconds: 10,
          notify: !system.some((queue) => queue === name),
        })
      }
    }
  } finally {
    await boss.stop({ graceful: false })
  }
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const role = client.escapeIdentifier(appRole)
    await client.query(`grant usage on schema pgboss to ${role}`)
    await client.query(`grant select, insert, update, delete on all tables in schema pgboss to ${role}`)
    await client.query(`grant execute on all functions in schema pgboss to ${role}`)
  } finally {
    await client.end()
  }
}
