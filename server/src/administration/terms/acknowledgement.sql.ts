import { type AcknowledgementContent } from '../../access/access.api.ts'
import { sql, type RawBuilder } from 'kysely'
import type { acknowledgementKinds } from '@kervan/contract/access/words'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import type { SessionContext } from '../../kit/context.ts'

export type Kind = (typeof acknowledgementKinds)[number]
export const recordType = 'acknowledgement'

/** A version has numbers and no id; this is the numbers as lists and the audit log ask for one. */
export const idOf = (intCode: RawBuilder<unknown>, version: RawBuilder<unknown>) =>
  sql<string>`('00000000-0000-8000-8000-' || lpad(to_hex(${intCode}), 8, '0') || lpad(to_hex(${version}), 4, '0'))::uuid`

/** The newest version of an acknowledgement; undefined where the company has none of that number. */
export async function newestOf({ tx, actor }: SessionContext, intCode: number) {
  const { rows } = await sql<{
    id: string
    int_code: number
    version: number
    kind: Kind
    content: AcknowledgementContent
  }>`
    select ${idOf(sql`a.int_code`, sql`a.version`)} as id, a.int_code, a.version, a.kind, a.content from acknowledgement a where a.company_id = ${actor.company.id} and a.int_code = ${intCode} order by a.version desc limit 1`.execute(
    tx,
  )
  return rows[0]
}

/** Says who published the version that stands now, and when; `id` null where there is none. */
export async function publishedMeanwhile(context: SessionContext, id: string | null): Promise<Refusal> {
  return id === null
    ? refusal('ChangedMeanwhile', { changedBy: '', changedAt: '' })
    : changedMeanwhile(context, recordType, id)
}
