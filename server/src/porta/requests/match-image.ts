import type { Pack } from '@kervan/contract/kit/gs1/pack'
import type { RequestKind } from '@kervan/contract/porta/words'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import { lookAlike } from '../pictures/fields.ts'
import type { PictureReading } from '../pictures/read-picture.ts'

// Which pre-application a picture belongs to (DSC-006): by the code in it, or by the GTIN and the serial number that its
// text names. Whatever could belong to several belongs to none.

export type Matched = { id: string; code: string; serialNumber: string }
/** The request that it was sent with, or who has sent it for requests of which kind. */
export type Sent = { requestId: string | null; byId: string; kind: RequestKind }

/**
 * The request whose pack the picture shows: the one it was sent with, or any open one of the sender's; undefined where
 * none does or several could. A picture with a readable code of a pack is judged by its codes alone.
 */
export async function matching(
  tx: Tx,
  companyId: number,
  sent: Sent,
  packs: readonly Pack[],
  fields: PictureReading['text']['fields'],
): Promise<Matched | undefined> {
  const found =
    packs.length > 0
      ? await byCodes(tx, companyId, sent, packs)
      : await byText(tx, companyId, sent, readKey(fields))
  const [one] = found
  return found.length === 1 ? one : undefined
}

const openOf = (companyId: number, { requestId, byId, kind }: Sent) => sql`
  r.company_id = ${companyId} and r.kind = ${kind} and r.archived_at is null and r.state in ('PreApplication', 'Pending')
  and ${requestId === null ? sql`r.record_user_id = ${byId}` : sql`r.id = ${requestId}`}`

async function byCodes(
  tx: Tx,
  companyId: number,
  sent: Sent,
  packs: readonly Pack[],
): Promise<readonly Matched[]> {
  const { rows } = await sql<Matched>`
    select r.id, r.code, r.serial_number as "serialNumber" from discount_request r
    where ${openOf(companyId, sent)}
      and (r.gtin, r.serial_number) in (select * from unnest(${packs.map(({ gtin }) => gtin)}::text[], ${packs.map(({ serial }) => serial)}::text[]))
    order by r.id limit 2 for update of r`.execute(tx)
  return rows
}

type Key = { gtin: string; serialNumber: string }

/**
 * GTIN and serial number as the text names them: a GTIN that may be taken as read, and a serial number that two looks agree on
 * and no other two on another one. A serial number by itself is never a fact, so it only counts where a pre-application's own code
 * says the same.
 */
export function readKey({ gtin, serialNumber }: PictureReading['text']['fields']): Key | null {
  if (gtin?.trust !== 'auto' || !serialNumber) return null
  return serialNumber.alone && serialNumber.votes >= 2
    ? { gtin: gtin.value, serialNumber: serialNumber.value }
    : null
}

/** Letters that look alike are one: source domain/pharma 5. */
async function byText(tx: Tx, companyId: number, sent: Sent, key: Key | null): Promise<readonly Matched[]> {
  if (key === null) return []
  const { rows } = await sql<Matched>`
    select r.id, r.code, r.serial_number as "serialNumber" from discount_request r
    where ${openOf(companyId, sent)} and r.gtin = ${key.gtin} and length(r.serial_number) = ${key.serialNumber.length}
      and translate(upper(r.serial_number), 'OQDILSBZG', '000115826') = ${lookAlike(key.serialNumber)}
    order by r.id limit 2 for update of r`.execute(tx)
  return rows
}
