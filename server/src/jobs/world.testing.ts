import { inDatabase } from '../../test/office.ts'
import type { AreaFields } from '../../test/record-fields.ts'
import type { Filled, WorldStart } from '../../test/world.ts'
import { newId } from '../kit/database/uuid.ts'

export const kinds = { job: 'person' } as const

/** What no two worlds share, and what is long enough to be looked for. */
export const own = ['job'] as const

export const fields: AreaFields = { byName: { jobId: 'job' } }

/** A job that is done, as a worker leaves it. */
export async function fill({ office, me }: WorldStart): Promise<Filled<keyof typeof kinds>> {
  const job = newId()
  await inDatabase(
    office,
    `insert into job (company_id, id, kind, state, membership_id, input, result, finished_at) values ($1, $2, 'order.bulk', 'Succeeded', $3, '{}', '{"results": []}', now())`,
    job,
    me.id,
  )
  return { records: { job } }
}
