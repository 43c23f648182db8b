import { sql, type RawBuilder } from 'kysely'

/** Whether the lot of the pack `t` is being recalled. */
export const isRecalled = (company: number): RawBuilder<boolean> => sql`
  exists (select from trace_recall rc where rc.company_id = ${company} and rc.gtin = t.gtin and rc.lot_number = t.lot_number and rc.lifted_at is null)`

/** What the pack `t` is: Waived while its lot is being recalled, whatever its movements say. */
export const packState = (company: number): RawBuilder<unknown> =>
  sql`case when ${isRecalled(company)} then 'Waived' else t.state end`
