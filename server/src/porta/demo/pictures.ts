import type { RequestKind } from '@kervan/contract/porta/words'
import { sql } from 'kysely'
import { companies } from '../../demo/companies.ts'
import { Random } from '../../demo/random.ts'
import type { Services } from '../../kit/context.ts'
import { newId } from '../../kit/database/uuid.ts'
import { cleanPicture } from '../pictures/clean.ts'
import { drawScreenshot, madeUpShot } from './screenshots.ts'

// Pictures of the demo's requests, drawn after the start and read by the queue as those that pharmacists send.

/** The first requests of the reviewers' queues; each picture takes some seconds to be read. */
const counts: Record<RequestKind, number> = { InstitutionalDiscount: 20, PriceChange: 4 }
const reachDays = 80

type Request = {
  id: string
  kind: RequestKind
  gtin: string
  serialNumber: string
  lot: string
  expiryDate: string
  gln: string
  soldOn: string
  declarationId: string | null
  byId: string
  byName: string
  at: Date
}

/** Draws pictures where the demo has none yet. What fails is left out: a picture is no part of the start. */
export async function drawDemoPictures(services: Services): Promise<void> {
  const company = companies.find((one) => one.trade === 'pharma')
  if (!company) return
  const requests = await services.db.withCompany(company.id, async (tx) => {
    const { rows } = await sql<Request>`
      select r.id, r.kind, r.gtin, r.serial_number as "serialNumber", r.lot_number as lot, r.expiry_date::text as "expiryDate", r.point_of_sale_gln as gln,
        coalesce(r.valid_sale_date, r.declared_sale_date)::text as "soldOn", r.declaration_id as "declarationId", r.record_user_id as "byId", r.record_user_name as "byName", r.recorded_at as at
      from discount_request r
      where r.company_id = ${company.id} and r.state = 'Pending' and r.recorded_at > now() - make_interval(days => ${reachDays})
        and not exists (select from discount_image i where i.company_id = ${company.id})
        and r.id in (
          select q.id from (
            select o.id, row_number() over (partition by o.kind order by o.penalty desc, o.recorded_at, o.id) as place, o.kind from discount_request o
            where o.company_id = ${company.id} and o.state = 'Pending' and o.recorded_at > now() - make_interval(days => ${reachDays})) q
          where q.place <= case q.kind when 'PriceChange' then ${counts.PriceChange}::int else ${counts.InstitutionalDiscount}::int end)
      order by r.kind, r.penalty desc, r.recorded_at`.execute(tx)
    return rows
  })
  for (const [at, request] of requests.entries()) await drawFor(services, company.id, request, at)
}

async function drawFor(
  services: Services,
  companyId: number,
  request: Request,
  number: number,
): Promise<void> {
  const { gtin, serialNumber, lot, expiryDate, gln, soldOn, declarationId } = request
  const random = new Random(companyId * 1_000 + number)
  const shot = madeUpShot(random, {
    pharmacyGln: gln,
    pack: { gtin, serialNumber, lot, expiryDate, resultCode: '00000' },
    declaredAt: `${soldOn}T12:00:00`,
    hasCode: true,
    patient: null,
    ...(declarationId && { declarationId }),
  })
  const name = `${serialNumber}.png`
  const picture = await cleanPicture(name, await drawScreenshot(shot))
  await services.db.withCompany(companyId, async (tx) => {
    const [fileId, imageId] = [newId(), newId()]
    const key = `${companyId}/demo-${fileId}`
    await services.files.restore(key, picture.bytes)
    await sql`
      insert into file (company_id, id, storage_key, name, type, bytes, sha256, purpose, created_by)
      values (${companyId}, ${fileId}, ${key}, ${name}, ${picture.contentType}, ${picture.bytes.length}, ${picture.sha256}, 'discount-image', ${request.byId})`.execute(
      tx,
    )
    await sql`
      insert into discount_image (company_id, id, request_id, file_id, name, state, width, height, look, by_id, by_name, at, kind)
      values (${companyId}, ${imageId}, ${request.id}, ${fileId}, ${name}, 'Waiting', ${picture.width}, ${picture.height}, ${picture.hash}, ${request.byId}, ${request.byName}, ${request.at}, ${request.kind})`.execute(
      tx,
    )
    await sql`update discount_request set image_count = image_count + 1 where company_id = ${companyId} and id = ${request.id}`.execute(
      tx,
    )
    await services.jobs.send(tx, 'pictureReading', { companyId, imageId })
  })
}
