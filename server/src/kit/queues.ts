import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { appRoleName } from './roles.ts'

/**
 * The queues of this version. Those of the house send what must leave it and tell what nobody waits for; they are looked
 * into every two seconds, many at once. The others do long work for a user, who watches, so they wake a worker at once.
 */
export const houseQueues = ['outbox', 'signIn.blocked'] as const
export const queueNames = [...houseQueues, 'order.import', 'order.bulk'] as const
export type HouseQueue = (typeof houseQueues)[number]
export type QueueName = (typeof queueNames)[number]

/** Creates the queue tables and queues as their owner, because the runtime role may create nothing. */
export async function prepareQueues(ownerUrl: string): Promise<void> {
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
          notify: !houseQueues.some((queue) => queue === name),
        })
      }
    }
  } finally {
    await boss.stop({ graceful: false })
  }
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`grant usage on schema pgboss to ${appRoleName}`)
    await client.query(
      `grant select, insert, update, delete on all tables in schema pgboss to ${appRoleName}`,
    )
    await client.query(`grant execute on all functions in schema pgboss to ${appRoleName}`)
  } finally {
    await client.end()
  }
}
