import type { ChangeFault } from '@kervan/contract/kit/master-change'
import { sql } from 'kysely'
import { translate } from '../messages.ts'
import { seesPrices, type Issue, type MasterContext, type ServedKind } from './kind.ts'
import { sayField, sayIssue } from './words.ts'

const mostFaults = 8
const namedValues = 5

type Group = {
  field: string | null
  code: string
  facts: Issue['facts'] | null
  values: string[] | null
  different: number
  rows: number
}

/**
 * Faults that many rows of a change have, each told once: records that are missing by the field that names them, any
 * other fault with its value. The most frequent come first; what a single row has alone stands at the row.
 */
export async function faultsOf(
  { tx, actor, language }: Pick<MasterContext, 'tx' | 'actor' | 'language'>,
  served: ServedKind,
  changeId: string,
): Promise<ChangeFault[]> {
  const { rows } = await sql<Group>`
    with issue as (
      select r.id, i ->> 'field' as field, i ->> 'code' as code, i -> 'facts' as facts
      from master_change_row r cross join jsonb_array_elements(r.issues) i
      where r.company_id = ${actor.company.id} and r.change_id = ${changeId} and r.action = 'Faulty')
    select field, code, null::jsonb as facts,
      (array_agg(distinct facts ->> 'value'))[1:${sql.lit(namedValues)}] as values,
      count(distinct facts ->> 'value')::int as different, count(distinct id)::int as rows
    from issue where code = 'ReferenceUnknown' group by field, code
    union all
    select field, code, facts, null, 1, count(distinct id)::int from issue where code <> 'ReferenceUnknown'
      group by field, code, facts having count(distinct id) > 1
    order by 6 desc, 1, 2 limit ${mostFaults}`.execute(tx)
  return rows.map(({ field, code, facts, values, different, rows: count }): ChangeFault => {
    const declared = field === null ? undefined : served.kind.fields[field]
    const hidden = declared?.price === true && !seesPrices(served, actor)
    const label = field === null ? '' : sayField(language, served.kind, field)
    if (values && field !== null) {
      const codes = values.join(', ') + (different > values.length ? ' …' : '')
      return {
        field,
        message: translate(language, 'masterData.fault.missing', { field: label, count: different, codes }),
        rows: count,
        missing: declared?.to ?? null,
      }
    }
    const issue: Issue = { field, code, facts: hidden ? { ...facts, value: '–' } : (facts ?? {}) }
    const said = sayIssue(language, issue, served.kind)
    return { field, message: label === '' ? said : `${label}: ${said}`, rows: count, missing: null }
  })
}
