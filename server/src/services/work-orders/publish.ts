import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'

// A run publishes what it made; before that nobody sees its work orders.

export type PublishedOrder = {
  code: string
  serviceDate: string
  type: string
  productCode: string
  senderCode: string
  recipientCode: string
  amount: number
}

/** Publishes the work orders of a run. Answers all of them, as their file lists them. */
export async function publish(
  tx: Tx,
  companyId: number,
  runId: string,
  now: Date,
): Promise<PublishedOrder[]> {
  await sql`
    update work_order set published_at = ${now} where company_id = ${companyId} and run_id = ${runId} and published_at is null`.execute(
    tx,
  )
  const { rows } = await sql<PublishedOrder>`
    select o.code, o.service_date::text as "serviceDate", o.type, v.code as "productCode", s.code as "senderCode", r.code as "recipientCode", o.amount
    from work_order o join product_variant v on v.company_id = ${companyId} and v.id = o.variant_id
      join location s on s.company_id = ${companyId} and s.id = o.sender_id join location r on r.company_id = ${companyId} and r.id = o.recipient_id
    where o.company_id = ${companyId} and o.run_id = ${runId} order by o.code`.execute(tx)
  return rows
}
