import { expect, test } from 'vitest'
import type { Actor } from '../context.ts'
import type { Tx } from '../database/db.ts'
import type { Jobs, JobHandler } from './jobs.ts'
import { enqueue, type OutboxHandler } from './outbox.ts'

// Compiled, never run: the compiler says so when one of these lines is no fault any more.
const refusedByTheCompiler = (tx: Tx, actor: Actor, jobs: Jobs, now: Date) => [
  // @ts-expect-error a job is not started with what another kind is given
  () => jobs.start(tx, actor, 'order.edi', { importId: '' }, now),
  // @ts-expect-error nor one of a kind that nobody declares
  () => jobs.start(tx, actor, 'order.unknown', {}, now),
  // @ts-expect-error an entry of a queue holds what its worker reads
  () => jobs.send(tx, 'ediAnswers', { companyId: 1, lineIds: [] }),
  // @ts-expect-error the entry of a job names it
  () => jobs.send(tx, 'order.edi', { messageId: '' }),
  // @ts-expect-error so does what the outbox holds
  () => enqueue(tx, jobs, 1, 'removeFiles', { usernameFolded: '' }),
  // @ts-expect-error nothing is added to it
  () => enqueue(tx, jobs, 1, 'usernameCode', { membershipId: '', more: 1 }),
]
// @ts-expect-error a worker reads nothing else than its kind is given
const job: JobHandler<'order.edi'> = { run: async ({ input }) => input.importId }
// @ts-expect-error
const handler: OutboxHandler<'removeFiles'> = async (_services, _mailer, _companyId, _id, { names }) => names

test('work of a kind is enqueued with the payload of its kind only', () => {
  expect(refusedByTheCompiler).toBeInstanceOf(Function)
  expect(job).toHaveProperty('run')
  expect(handler).toBeInstanceOf(Function)
})
