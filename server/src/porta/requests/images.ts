import {
  downloadInspectedImage,
  downloadMyRequestImage,
  downloadRequestImage,
  readMyRequestImageAgain,
  readRequestImageAgain,
} from '@kervan/contract/porta/discount-requests'
import { getImageImport } from '@kervan/contract/porta/applications'
import { refusal } from '@kervan/contract/kit/refusals'
import { refusedOnRequest, type RequestSide } from '@kervan/contract/porta/states'
import {
  downloadMyPriceChangeImage,
  downloadPriceChangeImage,
  readMyPriceChangeImageAgain,
  readPriceChangeImageAgain,
} from '@kervan/contract/porta/price-change-requests'
import { getPriceChangeImageImport } from '@kervan/contract/porta/price-change-applications'
import {
  recordTypeOf,
  type ImageState,
  type RequestKind,
  type RequestState,
} from '@kervan/contract/porta/words'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle, handleDownload } from '../../kit/http/handle.ts'
import type { Upload } from '../../kit/http/uploads.ts'
import { translate } from '../../kit/messages.ts'
import { record } from '../../kit/records/audit.ts'
import { cleanPicture } from '../pictures/clean.ts'
import { portaSettings } from '../settings.ts'
import { requestScope } from './scope.ts'

// Pictures of requests (DSC-006): drawn anew before they are kept, read afterwards by a queue.

type For = ({ requestId: string; before?: number } | { batchId: string }) & { kind: RequestKind }

/**
 * Keeps pictures for a request, or for whatever pre-applications they show, and has them read. Throws
 * `FlowSwitchedOff`, `TooManyImages`, and what is wrong with a picture.
 */
export async function keepImages(
  { tx, actor, services, now }: Pick<SessionContext, 'tx' | 'actor' | 'services' | 'now'>,
  uploads: readonly Upload[],
  of: For,
): Promise<void> {
  const { flows, maximumImages } = await portaSettings(tx, actor.company)
  if (!flows.includes('ValidateFromImage'))
    throw refusal('FlowSwitchedOff', { validationFlow: 'ValidateFromImage' })
  const before = 'before' in of ? (of.before ?? 0) : 0
  if (before + uploads.length > maximumImages) throw refusal('TooManyImages', { limit: maximumImages })
  const requestId = 'requestId' in of ? of.requestId : null
  for (const upload of uploads) {
    const picture = await cleanPicture(upload.name, await readFile(upload.path))
    const fileId = await services.files.keepBytes(
      tx,
      actor,
      { name: upload.name, type: picture.contentType, body: picture.bytes, sha256: picture.sha256 },
      'discount-image',
    )
    const id = newId()
    await tx
      .insertInto('discount_image')
      .values({
        company_id: actor.company.id,
        id,
        request_id: requestId,
        batch_id: 'batchId' in of ? of.batchId : null,
        file_id: fileId,
        kind: of.kind,
        name: upload.name.slice(0, 200),
        state: 'Waiting',
        width: picture.width,
        height: picture.height,
        look: picture.hash,
        edited_with: picture.editedWith,
        by_id: actor.membershipId,
        by_name: actor.name,
        at: now,
      })
      .execute()
    await services.jobs.send(tx, 'pictureReading', { companyId: actor.company.id, imageId: id })
  }
  if (requestId === null) return
  const recordType = recordTypeOf[of.kind]
  const added = `${recordType}.imageAdded` as const
  await sql`
    update discount_request r set image_count = r.image_count + ${uploads.length}, last_event_at = ${now}, last_event_by = ${actor.name}
    where r.company_id = ${actor.company.id} and r.id = ${requestId}`.execute(tx)
  await record(tx, actor, now, {
    events: [
      {
        recordType,
        recordId: requestId,
        kind: added,
        facts: { count: uploads.length },
      },
    ],
    audit: [
      {
        operation: added,
        recordType,
        recordId: requestId,
        after: { files: uploads.map(({ name }) => name) },
      },
    ],
  })
}

const openImage =
  (side: RequestSide, kind: RequestKind = 'InstitutionalDiscount') =>
  async ({ tx, actor, services, input }: SessionContext & { input: { imageId: string } }) => {
    const { rows } = await sql<{ key: string; type: string; name: string }>`
      select f.storage_key as key, f.type, i.name from discount_image i
      join discount_request r on r.company_id = i.company_id and r.id = i.request_id
      join file f on f.company_id = i.company_id and f.id = i.file_id
      where ${sql.join(requestScope(actor, side, kind), sql` and `)} and i.id = ${input.imageId}`.execute(tx)
    const [found] = rows
    if (!found) throw refusal('NotFound')
    return {
      name: found.name,
      type: found.type,
      body: await services.files.bytes(found.key),
      inline: true,
    }
  }

export const downloadRequestImageHandler = handleDownload(downloadRequestImage, openImage('reviewer'))
export const downloadMyRequestImageHandler = handleDownload(downloadMyRequestImage, openImage('applicant'))
export const downloadPriceChangeImageHandler = handleDownload(
  downloadPriceChangeImage,
  openImage('reviewer', 'PriceChange'),
)
export const downloadMyPriceChangeImageHandler = handleDownload(
  downloadMyPriceChangeImage,
  openImage('applicant', 'PriceChange'),
)
export const downloadInspectedImageHandler = handleDownload(downloadInspectedImage, openImage('auditor'))

const readImport =
  (kind: RequestKind) =>
  async ({ tx, actor, input, language }: SessionContext & { input: { batchId: string } }) => {
    const { rows } = await sql<{
      id: string
      name: string
      state: ImageState
      problem: string | null
      requestCode: string | null
    }>`
    select i.id, i.name, i.state, i.problem, r.code as "requestCode" from discount_image i
    left join discount_request r on r.company_id = i.company_id and r.id = i.request_id
    where i.company_id = ${actor.company.id} and i.kind = ${kind} and i.batch_id = ${input.batchId} and i.by_id = ${actor.membershipId}
    order by i.at, i.id`.execute(tx)
    if (rows.length === 0) throw refusal('NotFound')
    const count = (...states: ImageState[]) => rows.filter(({ state }) => states.includes(state)).length
    return {
      waiting: count('Waiting'),
      matched: count('Matched'),
      unmatched: count('Unmatched', 'Unreadable'),
      images: rows.map(({ id, name, requestCode, problem }) => ({
        id,
        name,
        requestCode,
        message: problem === null ? null : translate(language, `porta.imageProblem.${problem}`),
      })),
    }
  }

export const getImageImportHandler = handle(getImageImport, readImport('InstitutionalDiscount'))
export const getPriceChangeImageImportHandler = handle(getPriceChangeImageImport, readImport('PriceChange'))

type Again = {
  state: ImageState
  request: { code: string; state: RequestState; archived: boolean } | null
}

/** Has it read again unless it is matched or waits already; of an import also one that belongs to no request. */
const readAgain =
  (side: RequestSide, kind: RequestKind = 'InstitutionalDiscount') =>
  async ({ tx, actor, services, input }: SessionContext & { input: { imageId: string } }) => {
    const scope = sql.join(requestScope(actor, side, kind), sql` and `)
    const own =
      side === 'applicant' ? sql`i.request_id is null and i.by_id = ${actor.membershipId}` : sql`false`
    const { rows } = await sql<Again>`
      select i.state, case when r.id is not null then json_build_object('code', r.code, 'state', r.state, 'archived', r.archived_at is not null) end as request
      from discount_image i left join discount_request r on r.company_id = i.company_id and r.id = i.request_id
      where i.company_id = ${actor.company.id} and i.id = ${input.imageId} and i.kind = ${kind} and ((${own}) or (${scope})) for update of i`.execute(
      tx,
    )
    const [found] = rows
    if (!found) throw refusal('NotFound')
    // As long as pictures are taken: before anybody has decided.
    const refused =
      found.request && refusedOnRequest('cancel', { ...found.request, isOwn: true }, 'applicant')
    if (refused) throw refused
    if (found.state !== 'Unmatched' && found.state !== 'Unreadable') return { imageState: found.state }
    await sql`
      update discount_image i set state = 'Waiting', problem = null, tries = 0
      where i.company_id = ${actor.company.id} and i.id = ${input.imageId}`.execute(tx)
    await services.jobs.send(tx, 'pictureReading', { companyId: actor.company.id, imageId: input.imageId })
    return { imageState: 'Waiting' as const }
  }

export const readRequestImageAgainHandler = handle(readRequestImageAgain, readAgain('reviewer'))
export const readMyRequestImageAgainHandler = handle(readMyRequestImageAgain, readAgain('applicant'))
export const readPriceChangeImageAgainHandler = handle(
  readPriceChangeImageAgain,
  readAgain('reviewer', 'PriceChange'),
)
export const readMyPriceChangeImageAgainHandler = handle(
  readMyPriceChangeImageAgain,
  readAgain('applicant', 'PriceChange'),
)
