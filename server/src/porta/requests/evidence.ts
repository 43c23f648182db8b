import type { Evidence, ReadValue, RequestImage } from '@kervan/contract/porta/discount-requests'
import type { EvidenceSource, ImageState } from '@kervan/contract/porta/words'
import type { PackState } from '@kervan/contract/porta/pack-states'
import type { Pack } from '@kervan/contract/kit/gs1/pack'
import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { translate } from '../../kit/messages.ts'
import type { PictureReading } from '../pictures/read-picture.ts'

// What is kept of the pictures of requests and of what ITS says of their packs.

/** What an answer about a pack says beside its state, as it is kept in `pack_evidence.says`. */
export type KeptEvidence = {
  gtin: string | null
  serialNumber: string | null
  lotNumber: string | null
  expiryDate: string | null
  pendingGln: string | null
  movements: Evidence['movements']
  sale: Evidence['sale']
}
export type EvidenceRow = {
  requestId: string
  source: EvidenceSource
  readAt: Date
  packState: PackState | null
  resultCode: string | null
  ownerGln: string | null
  ownerName: string | null
  says: KeptEvidence
}

/** The newest answer of each source about these requests, the newest first. */
export async function readEvidence(
  tx: Tx,
  companyId: number,
  requestIds: readonly string[],
): Promise<EvidenceRow[]> {
  const { rows } = await sql<EvidenceRow>`
    select * from (
      select distinct on (e.request_id, e.source) e.request_id as "requestId", e.source, e.read_at as "readAt", e.pack_state as "packState",
        e.result_code as "resultCode", e.owner_gln as "ownerGln", e.says,
        (select l.name from location l where l.company_id = ${companyId} and l.gln = e.owner_gln order by l.code limit 1) as "ownerName"
      from pack_evidence e where e.company_id = ${companyId} and e.request_id = any(${[...requestIds]}::uuid[])
      order by e.request_id, e.source, e.read_at desc) newest
    order by "readAt" desc`.execute(tx)
  return rows
}

export type ImageRow = {
  id: string
  requestId: string
  name: string
  state: ImageState
  width: number | null
  height: number | null
  problem: string | null
  editedWith: string | null
  look: string | null
  at: Date
  by: string
  reading: {
    codes?: PictureReading['codes']
    fields?: PictureReading['text']['fields']
    packs?: Pack[]
  }
}

export async function readImages(
  tx: Tx,
  companyId: number,
  requestIds: readonly string[],
): Promise<ImageRow[]> {
  const { rows } = await sql<ImageRow>`
    select i.id, i.request_id as "requestId", i.name, i.state, i.width, i.height, i.problem, i.edited_with as "editedWith", i.look, i.at, i.by_name as "by", i.reading
    from discount_image i where i.company_id = ${companyId} and i.request_id = any(${[...requestIds]}::uuid[])
    order by i.at, i.id`.execute(tx)
  return rows
}

export const presentEvidence = ({ source, readAt, says, ...row }: EvidenceRow): Evidence => ({
  source,
  readAt: readAt.toISOString(),
  packState: row.packState,
  resultCode: row.resultCode,
  ownerGln: row.ownerGln,
  ownerName: row.ownerName,
  movements: says.movements,
  sale: says.sale,
})

export const presentImage = (
  { language }: Pick<SessionContext, 'language'>,
  { id, name, state, width, height, problem, at, by, reading }: ImageRow,
): RequestImage => ({
  id,
  name,
  imageState: state,
  width,
  height,
  at: at.toISOString(),
  by,
  message: problem === null ? null : translate(language, `porta.imageProblem.${problem}`),
  values: valuesOf(reading),
})

/** The fields that were read in a picture, as they are shown. */
export function valuesOf({ fields }: ImageRow['reading']): ReadValue[] {
  return Object.entries(fields ?? {}).flatMap(([field, read]) =>
    read === null
      ? []
      : [{ field, value: read.value, trust: read.trust, votes: read.votes, of: read.of, box: read.box }],
  )
}
