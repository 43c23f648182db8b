import {
  addImages,
  checkApplication,
  createRequest,
  getApplicationSetup,
  importCodes,
  importImages,
  type ApplicationSetup,
} from '@kervan/contract/porta/applications'
import type { InputOf, OutputOf } from '@kervan/contract/kit/call'
import { refusal } from '@kervan/contract/kit/refusals'
import { existing } from '@kervan/contract/kit/typed'
import { refusedOnRequest } from '@kervan/contract/porta/states'
import type { RequestKind } from '@kervan/contract/porta/words'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import type { Upload } from '../../kit/http/uploads.ts'
import { folded, containing } from '../../kit/lists/fold.ts'
import { refusalMessage } from '../../kit/messages.ts'
import { itsPausedUntil, portaSettings } from '../settings.ts'
import { concernsOf, validCodeOf } from './judge.ts'
import { knownPacks, readCodes } from './known-packs.ts'
import { keepImages } from './images.ts'
import { makeRequest, makeRequests, type AppliedKind, type Origin } from './make.ts'
import { allowedPointsOfSale } from './places.ts'
import { presentRequest } from './present.ts'
import { earliestOf, requestScope } from './scope.ts'

// How applicants make requests (DSC-004 to DSC-006): one by one, from another one, by a list of codes, by pictures.

const shownPlaces = 50

/** Places, limits and ways that are open to this applicant. */
export async function applicationSetup(
  context: SessionContext & { input: { search?: string | undefined } },
): Promise<ApplicationSetup> {
  const { tx, actor, now, input } = context
  const { flows, maximumCodes, maximumImages, ...settings } = await portaSettings(tx, actor.company)
  const search = input.search?.trim()
  const where = [
    ...allowedPointsOfSale(actor),
    ...(search
      ? [
          sql`${folded(sql`l.code || ' ' || l.name || ' ' || l.gln || ' ' || l.city`)} like ${containing(search)}`,
        ]
      : []),
  ]
  const { rows } = await sql<ApplicationSetup['pointsOfSale'][number]>`
    select l.id, l.code, l.name, l.gln, l.city, l.district as town,
      (select json_agg(json_build_object('id', w.id, 'code', w.code, 'name', w.name) order by w.name, w.id)
       from payment_location p join location w on w.company_id = p.company_id and w.id = p.warehouse_id
       where p.company_id = ${actor.company.id} and p.point_of_sale_id = l.id and w.status = 'Active') as "paymentLocations"
    from location l where ${sql.join(where, sql` and `)}
    order by l.name, l.id limit ${shownPlaces + 1}`.execute(tx)
  const earliest = await earliestOf(context)
  return {
    pointsOfSale: rows
      .slice(0, shownPlaces)
      .map((row) => ({ ...row, paymentLocations: row.paymentLocations ?? [] })),
    morePointsOfSale: rows.length > shownPlaces,
    maximumCodes,
    maximumImages,
    flows: [...flows],
    earliest: earliest.from,
    earliestBy: earliest.by,
    itsPausedUntil: itsPausedUntil(settings, dayIn(actor.company.timeZone, now)),
  }
}

export const getApplicationSetupHandler = handle(getApplicationSetup, applicationSetup)

/** What is known of a code before it is sent, and what would speak against it. */
export const checkBy =
  (kind: RequestKind) =>
  async ({
    tx,
    actor,
    now,
    input,
    language,
  }: SessionContext & { input: InputOf<typeof checkApplication> }) => {
    const today = dayIn(actor.company.timeZone, now)
    const reading = existing((await readCodes([input.dataMatrix], today))[0])
    const pack = reading.kind === 'read' ? reading.pack : null
    const saleDate = input.declaredSaleDate ?? today
    const known = existing((await knownPacks(tx, actor, [pack], saleDate, { kind, today }))[0])
    const { saleDays } = await portaSettings(tx, actor.company)
    const concerns = concernsOf({
      reading,
      ...known,
      today,
      declaredSaleDate: input.declaredSaleDate ?? null,
      saleDays,
    })
    return {
      pack: pack && {
        gtin: pack.gtin,
        serialNumber: pack.serial,
        lotNumber: pack.lot,
        expiryDate: pack.expiry,
        validDataMatrix: validCodeOf(pack),
        productName: known.product?.name ?? null,
      },
      concerns: concerns.map(({ refusal: against, blocks }) => ({
        code: against.code,
        blocks,
        message: refusalMessage(language, against),
      })),
    }
  }

export const checkApplicationHandler = handle(checkApplication, checkBy('InstitutionalDiscount'))

export const createRequestHandler = handle(createRequest, async (context) => {
  const { input, uploads } = context
  const { dataMatrix, description, ...origin } = input
  const id = await makeWithImages(context, { dataMatrix, origin, description, uploads })
  return presentRequest(context, 'applicant', id)
})

type Sent = {
  dataMatrix: string
  origin: Origin
  description: string | undefined
  uploads: readonly Upload[]
  of?: AppliedKind
}

/** Makes a pre-application with its pictures; answers its id. */
export async function makeWithImages(
  context: SessionContext,
  { dataMatrix, origin, description, uploads, of = { kind: 'InstitutionalDiscount' } }: Sent,
): Promise<string> {
  const { id } = await makeRequest(context, dataMatrix, origin, {
    of,
    description: description?.trim() || null,
  })
  await keepImages(context, uploads, { requestId: id, kind: of.kind })
  return id
}

export const importCodesHandler = handle(importCodes, async (context) => {
  const { dataMatrices, dryRun, ...origin } = context.input
  return importLines(context, { dataMatrices, dryRun, origin })
})

type Lines = { dataMatrices: string; dryRun: boolean; origin: Origin; of?: AppliedKind }

/** Makes a pre-application of each line. Throws `CodesMissing`, `TooManyCodes` and the refusals of places. */
export async function importLines(
  context: SessionContext,
  { dataMatrices, dryRun, origin, of = { kind: 'InstitutionalDiscount' } }: Lines,
): Promise<OutputOf<typeof importCodes>> {
  const { tx, actor, language } = context
  const lines = dataMatrices
    .split(/\r\n|\r|\n/)
    .flatMap((text, at) => (text.trim() === '' ? [] : [{ text, line: at + 1 }]))
  if (lines.length === 0) throw refusal('CodesMissing')
  const { maximumCodes } = await portaSettings(tx, actor.company)
  if (lines.length > maximumCodes) throw refusal('TooManyCodes', { limit: maximumCodes, count: lines.length })
  const made = await makeRequests(
    context,
    lines.map(({ text }) => text),
    origin,
    { dryRun, of },
  )
  const results = made.map((one, at) => {
    const { text, line } = existing(lines[at])
    return {
      line,
      dataMatrix: text.slice(0, 200),
      ok: one.ok,
      requestCode: one.ok && !dryRun ? one.code : null,
      serialNumber: one.pack?.serial ?? null,
      refusal: one.ok ? null : one.refusal.code,
      message: one.ok ? null : refusalMessage(language, one.refusal),
    }
  })
  const passed = results.filter(({ ok }) => ok).length
  return { made: passed, refused: results.length - passed, results }
}

export const addImagesHandler = handle(addImages, async (context) => {
  const { input, uploads } = context
  await addImagesTo(context, 'InstitutionalDiscount', input.requestId, uploads)
  return presentRequest(context, 'applicant', input.requestId)
})

/** Keeps further pictures with a request of the applicant's own. */
export async function addImagesTo(
  context: SessionContext,
  kind: RequestKind,
  requestId: string,
  uploads: readonly Upload[],
): Promise<void> {
  const { tx, actor } = context
  const request = await lockOwn(context, kind, requestId)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from discount_image i where i.company_id = ${actor.company.id} and i.request_id = ${request.id}`.execute(
    tx,
  )
  await keepImages(context, uploads, { requestId: request.id, before: rows[0]?.count ?? 0, kind })
}

/** Keeps pictures for whatever pre-applications of a kind they show. */
export const importImagesBy =
  (kind: RequestKind) => async (context: SessionContext & { uploads: readonly Upload[] }) => {
    const batchId = newId()
    await keepImages(context, context.uploads, { batchId, kind })
    return { batchId, images: context.uploads.length }
  }

export const importImagesHandler = handle(importImages, importImagesBy('InstitutionalDiscount'))

/** A request of the applicant's that still takes pictures, held. Throws `NotFound`, `RequestState`, `RequestArchived`. */
async function lockOwn(
  { tx, actor }: SessionContext,
  kind: RequestKind,
  id: string,
): Promise<{ id: string; code: string }> {
  const { rows } = await sql<{ id: string; code: string; state: never; archived: boolean }>`
    select r.id, r.code, r.state, r.archived_at is not null as archived from discount_request r
    where ${sql.join(requestScope(actor, 'applicant', kind), sql` and `)} and r.id = ${id} for update of r`.execute(
    tx,
  )
  const [found] = rows
  if (!found) throw refusal('NotFound')
  // Pictures are taken as long as a request may still be cancelled: before anybody has decided on it.
  const refused = refusedOnRequest('cancel', { ...found, isOwn: true }, 'applicant')
  if (refused) throw refused
  return found
}
