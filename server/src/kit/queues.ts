import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { appRoleName } from './roles.ts'

/**
 * The queues of this version. `outbox` sends what must leave the house and is looked into every two seconds, many at
 * once: nobody watches a mail leave. The others do long work for a user, who does, so they wake a worker at once.
 */
export const queueNames = ['outbox', 'order.import', 'order.bulk'] as const
export type QueueName = (typeof queueNames)[number]

/** Creates the queue tables and queues as their owner, because the runtime role may create nothing. */
export async function prepareQueues(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, schema: 'pgboss', supervise: false, schedule: false, max: 2 })
  boss.on('error', () => {})
  await boss.start()
  try {
    for (const name of queueNames) {
      if (!(await boss.getQueue(name))) {
        await boss.createQueue(name, { retryLimit: 5, retryDelay: 2, retryBackoff: true, expireInSeconds: 900, heartbeatSeconds: 10, notify: name !== 'outbox' })
      }
    }
  } finally {
    await boss.stop({ graceful: false })
  }
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`grant usage on schema pgboss to ${appRoleName}`)
    await client.query(`grant select, insert, update, delete on all tables in schema pgboss to ${appRoleName}`)
    await client.query(`grant execute on all functions in schema pgboss to ${appRoleName}`)
  } finally {
    await client.end()
  }
}
