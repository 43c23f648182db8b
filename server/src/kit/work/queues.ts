import pg from 'pg'
import { PgBoss } from 'pg-boss'

/**
 * The queues of this version. The system queues send what leaves the portal and do what nobody waits for; they are looked
 * into every two seconds, many entries at once. The others do long work for a user, who watches, so they wake a worker.
 */
export const systemQueues = ['outbox', 'signIn.blocked', 'schedule', 'healthInsurance', 'ediAnswers'] as const
/** Entries that a worker takes at once; those of a batch fail together, so long work is taken alone. */
export const batchOf: Record<SystemQueue, number> = {
  outbox: 50,
  'signIn.blocked': 50,
  schedule: 1,
  healthInsurance: 1,
  ediAnswers: 1,
}
export const queueNames = [
  ...systemQueues,
  'bulk',
  'order.import',
  'order.bulk',
  'masterData.import',
  'mci.import',
  'uiFilter.prepare',
  'order.edi',
] as const
export type SystemQueue = (typeof systemQueues)[number]
export type QueueName = (typeof queueNames)[number]

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
    for (const name of queueNames) {
      if (!(await boss.getQueue(name))) {
        await boss.createQueue(name, {
          retryLimit: 5,
          retryDelay: 2,
          retryBackoff: true,
          expireInSeconds: 900,
          heartbeatSeconds: 10,
          notify: !systemQueues.some((queue) => queue === name),
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
