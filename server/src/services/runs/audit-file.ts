import { sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import type { Tx } from '../../kit/database/db.ts'
import { writeWorkbook, type Row } from '../../kit/excel/write-workbook.ts'
import type { HeldValue } from '../settings/holding.ts'
import type { Plan } from '../strategies/compile.ts'
import type { RunOfFile } from './files.ts'

// The audit file of a run (SVC-009): by what it was computed, what came of it, and for every place and SKU without a work
// order why. It is kept with codes and not with sentences, so it says the same to whoever opens it.

const atOnce = 5_000
const columns = (...headers: string[]) => headers.map((header) => ({ header, kind: 'text' as const }))

/** Makes the file of a run whose work orders are published. */
export async function auditFile(
  tx: Tx,
  companyId: number,
  { run, plan, now }: { run: RunOfFile; plan: Plan; now: Date },
): Promise<{ type: string; body: Buffer }> {
  const snapshot = await snapshotOf(tx, companyId, run.id)
  const sets: Row[] = Object.entries(Object(run.results['Engine']).sets ?? {}).map(([way, styles]) => [
    'SizeSets',
    way,
    Number(styles),
    null,
    null,
  ])
  const totals = [...(await totalsOf(tx, companyId, run.id)), ...sets]
  const body = await buffer(
    writeWorkbook({
      timeZone: run.timeZone,
      sheets: [
        {
          name: 'Run',
          columns: columns('Field', 'Value'),
          rows: [
            ['run', run.code],
            ['strategy', run.name],
            ['service', run.service],
            ['domain', run.domain],
            ['serviceDate', run.serviceDate],
            ['planNo', run.planNo],
            ['planHash', run.planHash],
            ['dataVersion', snapshot.dataVersion],
            ['pairs', run.pairs],
            ['workOrderTypes', plan.workOrderTypes.join(', ')],
            ['flows', plan.flows.join(', ')],
            ['publishedAt', now.toISOString()],
          ],
        },
        {
          name: 'Rules',
          columns: columns('Principle', 'Version', 'Name', 'Type', 'From', 'To', 'Content'),
          rows: plan.rules.map((rule) => [
            rule.principle,
            rule.version,
            rule.name,
            rule.type,
            rule.from,
            rule.to,
            JSON.stringify(rule.content),
          ]),
        },
        {
          name: 'Settings',
          columns: columns(
            'Setting',
            'Value',
            'Level',
            'Source',
            'Code',
            'Location group',
            'Location',
            'Product',
          ),
          rows: [
            ...Object.entries(plan.settings).map(([name, value]): Row => [
              name,
              value,
              'Company',
              'Plan',
              null,
              null,
              null,
              null,
            ]),
            ...snapshot.values.map((one): Row => [
              one.setting,
              one.value,
              one.level,
              one.source,
              one.code,
              one.locationGroup,
              one.location,
              one.product,
            ]),
          ],
        },
        {
          name: 'Totals',
          columns: [
            ...columns('What', 'Code'),
            { header: 'Lines', kind: 'integer' as const },
            { header: 'Units', kind: 'integer' as const },
            { header: 'Net', kind: 'number' as const },
          ],
          rows: totals,
        },
        {
          name: 'No proposal',
          columns: [
            ...columns('Product', 'Location', 'Reason'),
            { header: 'Stock', kind: 'integer' as const },
            { header: 'In transit', kind: 'integer' as const },
            { header: 'Rate a day', kind: 'number' as const },
          ],
          rows: nothingOf(tx, companyId, run.id),
        },
      ],
    }),
  )
  return { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', body }
}

async function snapshotOf(
  tx: Tx,
  companyId: number,
  runId: string,
): Promise<{ dataVersion: string | null; values: HeldValue[] }> {
  const { rows } = await sql<{ dataVersion: string; values: HeldValue[] }>`
    select data_version as "dataVersion", setting_values as values from run_snapshot where company_id = ${companyId} and run_id = ${runId}`.execute(
    tx,
  )
  return rows[0] ?? { dataVersion: null, values: [] }
}

/** Work orders by type, what limited them, and pairs without one by reason. */
async function totalsOf(tx: Tx, companyId: number, runId: string): Promise<Row[]> {
  const { rows } = await sql<{
    what: string
    code: string
    lines: number
    units: number
    net: string | null
  }>`
    select 'WorkOrder' as what, o.type as code, count(*)::int as lines, sum(o.amount)::int as units, sum(o.net)::text as net
    from work_order o where o.company_id = ${companyId} and o.run_id = ${runId} group by o.type
    union all
    select 'Bound', b.code, count(*)::int, sum(o.amount)::int, null from work_order o cross join lateral jsonb_array_elements_text(o.reason -> 'bound') b(code)
    where o.company_id = ${companyId} and o.run_id = ${runId} group by b.code
    union all
    select 'NoProposal', n.reason, count(*)::int, 0, null from no_proposal n where n.company_id = ${companyId} and n.run_id = ${runId} group by n.reason
    order by 1, 2`.execute(tx)
  return rows.map(({ what, code, lines, units, net }) => [what, code, lines, units, net])
}

const nobody = '00000000-0000-0000-0000-000000000000'

async function* nothingOf(tx: Tx, companyId: number, runId: string): AsyncGenerator<Row[]> {
  let [variant, location] = [nobody, nobody]
  for (;;) {
    const { rows } = await sql<{ variant: string; location: string; cells: Row }>`
      select n.variant_id as variant, n.location_id as location, json_build_array(v.code, l.code, n.reason, n.stock, n.in_transit, n.rate) as cells
      from no_proposal n join product_variant v on v.company_id = ${companyId} and v.id = n.variant_id join location l on l.company_id = ${companyId} and l.id = n.location_id
      where n.company_id = ${companyId} and n.run_id = ${runId} and (n.variant_id, n.location_id) > (${variant}::uuid, ${location}::uuid)
      order by n.variant_id, n.location_id limit ${atOnce}`.execute(tx)
    yield rows.map(({ cells }) => cells)
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) return
    variant = last.variant
    location = last.location
  }
}
