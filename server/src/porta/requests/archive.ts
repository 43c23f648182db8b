import { discountTable } from '@kervan/contract/porta/states'
import { recordTypeOf, type RequestKind } from '@kervan/contract/porta/words'
import { sql } from 'kysely'
import { record, type Doer } from '../../kit/records/audit.ts'
import type { CalendarWork } from '../../kit/work/schedule.ts'
import { portaSettings } from '../settings.ts'

const atOnce = 1_000

/** Every night: requests that ended longer ago than the company keeps them in their tabs are archived (DSC-003). */
export const discountArchiveWork: CalendarWork = {
  name: 'discountArchive',
  expression: '45 2 * * *',
  catchUp: 'latest',
  async run({ tx, services, companyId }) {
    const { archiveDays } = await portaSettings(tx, { id: companyId })
    if (archiveDays === 0) return { counts: { requests: 0 } }
    const now = services.clock.now()
    const company = await tx
      .selectFrom('company')
      .select(['id', 'name'])
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow()
    const { rows } = await sql<{ id: string; code: string; state: string; kind: RequestKind }>`
      update discount_request r set archived_at = ${now}, version = r.version + 1
      where r.company_id = ${companyId} and r.id in (
        select o.id from discount_request o
        where o.company_id = ${companyId} and o.archived_at is null and o.state = any(${[...discountTable.final]}::text[])
          and o.last_event_at < ${now}::timestamptz - make_interval(days => ${archiveDays})
        order by o.id limit ${atOnce} for update)
      returning r.id, r.code, r.state, r.kind`.execute(tx)
    const doer: Doer = { company, membershipId: null, name: company.name }
    await record(tx, doer, now, {
      events: rows.map(({ id, kind }) => ({
        recordType: recordTypeOf[kind],
        recordId: id,
        kind: `${recordTypeOf[kind]}.archived` as const,
      })),
      audit: rows.map(({ id, code, state, kind }) => ({
        operation: `${recordTypeOf[kind]}.archived` as const,
        recordType: recordTypeOf[kind],
        recordId: id,
        recordCode: code,
        after: { discountRequest: state, archived: true },
      })),
    })
    return { counts: { requests: rows.length }, more: rows.length === atOnce }
  },
}
