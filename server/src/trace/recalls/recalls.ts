import { liftRecall, startRecall, traceRecalls } from '@kervan/contract/trace/recalls'
import { isGtin } from '@kervan/contract/kit/gs1/check-digits'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { record } from '../../kit/records/audit.ts'
import { offer } from '../../kit/records/offer.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'
import { tellOfRecall } from './tell.ts'

// Recalls of lots: started, listed with how many of their packs are still out, and lifted.

const refusedToLift = (lotNumber: string, liftedAt: unknown): Refusal | null =>
  liftedAt === null ? null : refusal('RecallLifted', { lot: lotNumber })

export const recallList = serveList(
  traceRecalls,
  'traceRecalls',
  ({ actor }: SessionContext) => {
    const company = actor.company.id
    return {
      from: sql`trace_recall r left join lateral (
        select count(*)::int as packs, (count(*) filter (where t.state in ('InCentralWarehouse', 'ReadyToSell', 'InTransit')))::int as out
        from trace_pack t where t.company_id = ${company} and t.gtin = r.gtin and t.lot_number = r.lot_number) n on true
        left join lateral (
          select p.name from product_variant v join product p on p.company_id = ${company} and p.id = v.product_id
          where v.company_id = ${company} and v.gtin in (r.gtin, ltrim(r.gtin, '0'), substr(r.gtin, 2)) order by v.id limit 1) product on true`,
      where: [sql`r.company_id = ${company}`, ...wholeCompanyOnly(actor)],
      id: sql`r.id`,
      key: sql`r.id`,
      columns: {
        lotNumber: sql`r.lot_number`,
        gtin: sql`r.gtin`,
        productName: sql`product.name`,
        recallState: sql`case when r.lifted_at is null then 'Running' else 'Lifted' end`,
        recallReason: sql`r.reason`,
        recallPacks: sql`n.packs`,
        recallPacksOut: sql`n.out`,
        recalledAt: sql`r.started_at`,
        recalledBy: sql`r.started_by`,
        liftedAt: sql`r.lifted_at`,
        liftedBy: sql`r.lifted_by`,
        liftReason: sql`r.lift_reason`,
      },
    }
  },
  ({ lotNumber, liftedAt }, context) => ({
    actions: offer(context, { lift: liftRecall }, () => refusedToLift(lotNumber, liftedAt)),
  }),
)

export const startRecallHandler = handle(startRecall, async (context) => {
  assertWholeCompany(context)
  const { tx, actor, now, input } = context
  const company = actor.company.id
  const gtin = input.gtin.padStart(14, '0')
  if (!isGtin(gtin)) throw refusal('RecallGtinWrong', { gtin: input.gtin })
  const id = newId()
  const { rows } = await sql`
    insert into trace_recall (company_id, id, gtin, lot_number, reason, started_at, started_by)
    values (${company}, ${id}, ${gtin}, ${input.lotNumber}, ${input.reason}, ${now}, ${actor.name})
    on conflict (company_id, gtin, lot_number) where lifted_at is null do nothing returning id`.execute(tx)
  if (rows.length === 0) throw refusal('RecallTwice', { lot: input.lotNumber })
  const { rows: counted } = await sql<{ packs: number }>`
    select count(*)::int as packs from trace_pack t where t.company_id = ${company} and t.gtin = ${gtin} and t.lot_number = ${input.lotNumber}`.execute(
    tx,
  )
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'trace.recallStarted',
        recordType: 'traceRecall',
        recordId: id,
        recordCode: input.lotNumber,
        after: { gtin, reason: input.reason },
      },
    ],
  })
  await tellOfRecall(context, 'started', { gtin, lotNumber: input.lotNumber, reason: input.reason })
  return { recallId: id, packs: counted[0]?.packs ?? 0 }
})

export const liftRecallHandler = handle(liftRecall, async (context) => {
  assertWholeCompany(context)
  const { tx, actor, now, input } = context
  const company = actor.company.id
  const { rows } = await sql<{ gtin: string; lotNumber: string; liftedAt: Date | null }>`
    select r.gtin, r.lot_number as "lotNumber", r.lifted_at as "liftedAt" from trace_recall r
    where r.company_id = ${company} and r.id = ${input.recallId} for update of r`.execute(tx)
  const [found] = rows
  if (!found) throw refusal('NotFound')
  const refused = refusedToLift(found.lotNumber, found.liftedAt)
  if (refused) throw refused
  await sql`
    update trace_recall r set lifted_at = ${now}, lifted_by = ${actor.name}, lift_reason = ${input.reason}
    where r.company_id = ${company} and r.id = ${input.recallId}`.execute(tx)
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'trace.recallLifted',
        recordType: 'traceRecall',
        recordId: input.recallId,
        recordCode: found.lotNumber,
        after: { reason: input.reason },
      },
    ],
  })
  await tellOfRecall(context, 'lifted', { ...found, reason: input.reason })
  return { done: true } as const
})
