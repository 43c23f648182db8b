import { copyRequest } from '@kervan/contract/porta/applications'
import { refusal } from '@kervan/contract/kit/refusals'
import type { ValidationFlow } from '@kervan/contract/porta/words'
import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import { payerGlnOf } from '../payer.ts'
import { makeRequest } from './make.ts'
import { presentRequest } from './present.ts'
import { validated } from './read-images.ts'
import { rescore } from './rescore.ts'
import { requestScope } from './scope.ts'

// A request made from another one: refused ones are corrected and sent again so (DSC-004). The new one names the old one,
// which stays as it is.

type From = {
  code: string
  gtin: string
  serialNumber: string
  pointOfSaleId: string
  paymentLocationId: string
  saleDate: string
  description: string | null
  flow: ValidationFlow | null
}

export const copyRequestHandler = handle(copyRequest, async (context) => {
  const { tx, actor, input, now, services } = context
  const { rows } = await sql<From>`
    select r.original_code as code, r.gtin, r.serial_number as "serialNumber", r.point_of_sale_id as "pointOfSaleId", r.payment_location_id as "paymentLocationId",
      r.declared_sale_date::text as "saleDate", r.description, r.validation_flow as flow
    from discount_request r where ${sql.join(requestScope(actor, 'applicant'), sql` and `)} and r.id = ${input.requestId}`.execute(
    tx,
  )
  const [from] = rows
  if (!from) throw refusal('NotFound')
  const { id, code, pack } = await makeRequest(
    context,
    input.dataMatrix ?? from.code,
    {
      pointOfSaleId: input.pointOfSaleId ?? from.pointOfSaleId,
      paymentLocationId: input.paymentLocationId ?? from.paymentLocationId,
      declaredSaleDate: input.declaredSaleDate ?? from.saleDate,
    },
    { madeFromId: input.requestId, description: input.description?.trim() ?? from.description },
  )
  if (pack.gtin === from.gtin && pack.serial === from.serialNumber) {
    await keepProofs(context, input.requestId, id)
    if (from.flow !== null) await validated(tx, actor, now, [{ id, code }], from.flow)
    await rescore(tx, { payerGln: payerGlnOf(services) }, actor.company.id, [id])
  }
  return presentRequest(context, 'applicant', id)
})

/** Pictures and answers of sources about the same pack; the files themselves are shared. */
async function keepProofs(
  { tx, actor }: Pick<SessionContext, 'tx' | 'actor'>,
  fromId: string,
  toId: string,
): Promise<void> {
  const company = actor.company.id
  const idsOf = async (table: 'discount_image' | 'pack_evidence') =>
    (
      await tx
        .selectFrom(table)
        .select('id')
        .where('company_id', '=', company)
        .where('request_id', '=', fromId)
        .execute()
    ).map(({ id }) => ({ from: id, to: newId() }))
  const images = await idsOf('discount_image')
  const evidence = await idsOf('pack_evidence')
  await sql`
    insert into discount_image (company_id, id, request_id, file_id, name, state, problem, width, height, look, reading, by_id, by_name, at)
    select company_id, c.to_id, ${toId}::uuid, file_id, name, state, problem, width, height, look, reading, by_id, by_name, at
    from discount_image i join unnest(${images.map(({ from }) => from)}::uuid[], ${images.map(({ to }) => to)}::uuid[]) as c (from_id, to_id) on c.from_id = i.id
    where i.company_id = ${company} and i.state <> 'Waiting' returning 1`.execute(tx)
  await sql`
    insert into pack_evidence (company_id, id, request_id, source, read_at, pack_state, result_code, owner_gln, says)
    select company_id, c.to_id, ${toId}::uuid, source, read_at, pack_state, result_code, owner_gln, says
    from pack_evidence e join unnest(${evidence.map(({ from }) => from)}::uuid[], ${evidence.map(({ to }) => to)}::uuid[]) as c (from_id, to_id) on c.from_id = e.id
    where e.company_id = ${company} returning 1`.execute(tx)
  await sql`
    update discount_request r set declaration_id = old.declaration_id, declaration_date = old.declaration_date,
      image_count = (select count(*) from discount_image i where i.company_id = ${company} and i.request_id = ${toId})
    from discount_request old where old.company_id = ${company} and old.id = ${fromId} and r.company_id = ${company} and r.id = ${toId}`.execute(
    tx,
  )
}
