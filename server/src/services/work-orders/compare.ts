import {
  compareRuns,
  getComparableRuns,
  runDifferences,
  type RunInBrief,
} from '@kervan/contract/services/run-comparison'
import { refusal } from '@kervan/contract/kit/refusals'
import type { WorkOrderType } from '@kervan/contract/services/words'
import { sql, type RawBuilder } from 'kysely'
import { pricesVisible } from '../../access/access.api.ts'
import { productName } from '../../company/company.api.ts'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { serviceScope } from '../scope.ts'

// An experiment beside production, before anybody switches (ENG-002).

/** Days between two runs that may still be compared. */
const mostDaysApart = 7

const inBrief = sql`r.id, r.code, r.name, r.service_date::text as "serviceDate", r.domain as "projectDomain"`

/** Runs that the reader sees. */
const runScope = (actor: Actor) => [
  sql`r.company_id = ${actor.company.id}`,
  ...serviceScope(actor, 'ServiceOperations', sql`r.service`),
]

/** A run that the reader sees. Throws `NotFound`. */
async function runOf({ tx, actor }: SessionContext, id: string): Promise<RunInBrief & { service: string }> {
  const { rows } = await sql<RunInBrief & { service: string }>`
    select ${inBrief}, r.service from service_run r where ${sql.join(
      [sql`r.id = ${id}`, ...runScope(actor)],
      sql` and `,
    )}`.execute(tx)
  const [run] = rows
  if (!run) throw refusal('NotFound')
  return run
}

export const getComparableRunsHandler = handle(getComparableRuns, async (context) => {
  const { tx, actor, input } = context
  const run = await runOf(context, input.serviceRunId)
  const { rows } = await sql<RunInBrief>`
    select ${inBrief} from service_run r
    where r.company_id = ${actor.company.id} and r.id <> ${run.id} and r.service = ${run.service} and r.state = 'Closed'
      and r.service_date between ${run.serviceDate}::date - ${mostDaysApart}::int and ${run.serviceDate}::date + ${mostDaysApart}::int
    order by (r.domain = ${run.projectDomain}), abs(r.service_date - ${run.serviceDate}::date), r.code limit 50`.execute(
    tx,
  )
  return { runs: rows }
})

type Two = { serviceRunId: string; otherRunId: string }

/** Lines of both runs, `a` of the one and `b` of the other, matched by type, product and both places. */
const matched = (company: number, { serviceRunId, otherRunId }: Two): RawBuilder<unknown> => {
  const ofRun = (id: string) =>
    sql`(select w.id, w.type, w.variant_id, w.sender_id, w.recipient_id, w.proposed, w.net from work_order w where w.company_id = ${company} and w.run_id = ${id})`
  return sql`${ofRun(serviceRunId)} a full join ${ofRun(otherRunId)} b
    on b.type = a.type and b.variant_id = a.variant_id and b.sender_id = a.sender_id and b.recipient_id = a.recipient_id`
}

type TypeRow = {
  type: WorkOrderType
  linesHere: number
  unitsHere: number
  netHere: string
  linesThere: number
  unitsThere: number
  netThere: string
  same: number
  changed: number
}

export const compareRunsHandler = handle(compareRuns, async (context) => {
  const { tx, actor, input } = context
  const { service: _, ...here } = await runOf(context, input.serviceRunId)
  const { service: __, ...there } = await runOf(context, input.otherRunId)
  const { id, currency, priceVisibility } = actor.company
  const { rows } = await sql<TypeRow>`
    select coalesce(a.type, b.type) as type, count(a.id)::int as "linesHere", coalesce(sum(a.proposed), 0)::int as "unitsHere", coalesce(sum(a.net), 0)::text as "netHere",
      count(b.id)::int as "linesThere", coalesce(sum(b.proposed), 0)::int as "unitsThere", coalesce(sum(b.net), 0)::text as "netThere",
      (count(*) filter (where a.proposed = b.proposed))::int as same, (count(*) filter (where a.proposed <> b.proposed))::int as changed
    from ${matched(id, input)} group by 1 order by 1`.execute(tx)
  const seesPrices = pricesVisible(priceVisibility, actor)
  const sum = (of: (row: TypeRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  const both = sum(({ same, changed }) => same + changed)
  return {
    here,
    there,
    currency,
    types: rows.map((row) => ({
      type: row.type,
      here: { lines: row.linesHere, units: row.unitsHere, net: seesPrices ? row.netHere : null },
      there: { lines: row.linesThere, units: row.unitsThere, net: seesPrices ? row.netThere : null },
    })),
    same: sum(({ same }) => same),
    changed: sum(({ changed }) => changed),
    onlyHere: sum(({ linesHere }) => linesHere) - both,
    onlyThere: sum(({ linesThere }) => linesThere) - both,
  }
})

export const runDifferenceList = serveList(
  runDifferences,
  'serviceOperations',
  ({ actor, language }, scope) => {
    const { id, currency, priceVisibility } = actor.company
    const seen = (runId: string) =>
      sql`exists (select from service_run r where ${sql.join([sql`r.id = ${runId}`, ...runScope(actor)], sql` and `)})`
    const [here, there] = [sql`coalesce(a.proposed, 0)`, sql`coalesce(b.proposed, 0)`]
    return {
      from: sql`${matched(id, scope)}
      join product_variant v on v.company_id = ${id} and v.id = coalesce(a.variant_id, b.variant_id) join product p on p.company_id = ${id} and p.id = v.product_id
      join location s on s.company_id = ${id} and s.id = coalesce(a.sender_id, b.sender_id) join location r on r.company_id = ${id} and r.id = coalesce(a.recipient_id, b.recipient_id)`,
      where: [sql`${here} <> ${there}`, seen(scope.serviceRunId), seen(scope.otherRunId)],
      id: sql`coalesce(a.id, b.id)`,
      pricesVisible: pricesVisible(priceVisibility, actor),
      columns: {
        productCode: sql`v.code`,
        productName: productName(language),
        workOrderType: sql`coalesce(a.type, b.type)`,
        senderCode: sql`s.code`,
        senderName: sql`s.name`,
        recipientCode: sql`r.code`,
        recipientName: sql`r.name`,
        amountHere: here,
        amountThere: there,
        amountDifference: sql`${here} - ${there}`,
        sizeOfDifference: sql`abs(${here} - ${there})`,
        netHere: sql`a.net`,
        netThere: sql`b.net`,
      },
      extra: { currency: sql`${currency}::text` },
      search: sql`(p.search_text || ' ' || s.name_folded || ' ' || r.name_folded)`,
    }
  },
)
