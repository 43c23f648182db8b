import type { Pack } from '@kervan/contract/kit/gs1/pack'
import { readPack } from '@kervan/contract/kit/gs1/pack'
import { discountTable } from '@kervan/contract/porta/states'
import {
  recordTypeOf,
  type ImageState,
  type RequestKind,
  type ValidationFlow,
} from '@kervan/contract/porta/words'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { record } from '../../kit/records/audit.ts'
import type { QueuePayloads } from '../../kit/work/payloads.ts'
import { notify } from '../../kit/work/notices.ts'
import { payerGlnOf } from '../payer.ts'
import { lookAlike } from '../pictures/fields.ts'
import { readPicture, type PictureReading } from '../pictures/read-picture.ts'
import { matching, type Matched, type Sent } from './match-image.ts'
import { rescore } from './rescore.ts'

// Pictures are read by a queue, off the path of requests: codes first, then text. A picture that shows the pack of a
// pre-application makes it Pending (DSC-003, DSC-006). Reading twice has the effect of reading once: a picture leaves
// `Waiting` in the transaction that notes what was read.

type Waiting = Sent & {
  key: string
  name: string
  byName: string
  timeZone: string
  tries: number
  batchId: string | null
  /** Code and serial number of the request that it was sent with. */
  requestCode: string | null
  serialNumber: string | null
}

/** After so many tries without an end a picture is left, and says so. */
const mostTries = 5

/** Reads one picture and notes what came of it. What cannot be read at all is `Unreadable`; a fault tries again. */
export async function readImage(
  services: Services,
  { companyId, imageId }: QueuePayloads['pictureReading'],
): Promise<void> {
  const waiting = await services.db.withCompany(companyId, (tx) => begin(tx, companyId, imageId))
  if (!waiting) return
  const reading = await readOnce(services, waiting).catch((error: unknown) => {
    if (waiting.tries < mostTries) throw error
    services.log.error({ companyId, imageId, err: error }, 'a picture could not be read')
    return null
  })
  const now = services.clock.now()
  await services.db.withCompany(companyId, async (tx) => {
    const still = await find(tx, companyId, imageId, waiting.batchId)
    if (!still) return
    const matched =
      reading === null
        ? await leave(tx, companyId, imageId)
        : await note(tx, services, companyId, imageId, { still, reading, now })
    if (!matched) await tellUnmatched(tx, services, companyId, still, now)
  })
}

/** The reading; null for one that has been begun too often already by a process that died of it. */
async function readOnce(services: Services, waiting: Waiting): Promise<PictureReading | null> {
  if (waiting.tries > mostTries) return null
  return readPicture(await services.files.bytes(waiting.key), {
    thisYear: services.clock.now().getUTCFullYear(),
    // What a table is looked through for, and what a serial number that was read is compared with.
    ...(waiting.serialNumber !== null && { claimed: { serialNumber: waiting.serialNumber } }),
  })
}

type Read = { still: Waiting; reading: PictureReading; now: Date }

/** Notes what was read, and what follows for the request that it belongs to. False where it belongs to none. */
async function note(
  tx: Tx,
  services: Services,
  companyId: number,
  imageId: string,
  { still, reading, now }: Read,
): Promise<boolean> {
  const packs = packsIn(reading, dayIn(still.timeZone, now))
  const match = await matching(tx, companyId, still, packs, reading.text.fields)
  const fields = match ? confirmed(reading.text.fields, match) : reading.text.fields
  const isReadable = packs.length > 0 || Object.values(fields).some((field) => field !== null)
  const state = match ? 'Matched' : isReadable ? 'Unmatched' : 'Unreadable'
  await sql`
    update discount_image i set state = ${state}, request_id = coalesce(${match?.id ?? null}::uuid, i.request_id), problem = ${problemOf(state, reading)},
      reading = ${JSON.stringify({ codes: reading.codes, fields, personal: reading.text.personal, packs })}::jsonb
    where i.company_id = ${companyId} and i.id = ${imageId}`.execute(tx)
  if (!match) return false
  if (still.requestId === null)
    await sql`update discount_request r set image_count = r.image_count + 1 where r.company_id = ${companyId} and r.id = ${match.id}`.execute(
      tx,
    )
  const by = { company: { id: companyId }, membershipId: null, name: still.byName }
  await keepReadValues(tx, companyId, match.id, reading)
  await validated(tx, by, now, [match], 'ValidateFromImage')
  await rescore(tx, { payerGln: payerGlnOf(services) }, companyId, [match.id])
  return true
}

/** The serial number that was read is the request's: its own code says so. */
const confirmed = (
  fields: PictureReading['text']['fields'],
  { serialNumber }: Matched,
): PictureReading['text']['fields'] =>
  fields.serialNumber && lookAlike(fields.serialNumber.value) === lookAlike(serialNumber)
    ? { ...fields, serialNumber: { ...fields.serialNumber, value: serialNumber, trust: 'auto' } }
    : fields

async function leave(tx: Tx, companyId: number, imageId: string): Promise<false> {
  await sql`update discount_image i set state = 'Unreadable', problem = 'ReadingFailed' where i.company_id = ${companyId} and i.id = ${imageId}`.execute(
    tx,
  )
  return false
}

/** Counts the try before it is made, so that one that ends the process counts as well. */
async function begin(tx: Tx, companyId: number, imageId: string): Promise<Waiting | undefined> {
  await sql`update discount_image i set tries = i.tries + 1 where i.company_id = ${companyId} and i.id = ${imageId} and i.state = 'Waiting'`.execute(
    tx,
  )
  return readWaiting(tx, companyId, imageId)
}

/** The picture, held; with it those of its import, in one order, so that the last of them knows what became of all. */
async function find(
  tx: Tx,
  companyId: number,
  imageId: string,
  batchId: string | null,
): Promise<Waiting | undefined> {
  const held = batchId === null ? sql`i.id = ${imageId}` : sql`i.batch_id = ${batchId}`
  await sql`select from discount_image i where i.company_id = ${companyId} and ${held} order by i.id for update`.execute(
    tx,
  )
  return readWaiting(tx, companyId, imageId)
}

async function readWaiting(tx: Tx, companyId: number, imageId: string): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select f.storage_key as key, i.name, i.request_id as "requestId", i.batch_id as "batchId", i.by_id as "byId", i.by_name as "byName", i.kind, i.tries, c.time_zone as "timeZone",
      r.code as "requestCode", r.serial_number as "serialNumber"
    from discount_image i join file f on f.company_id = i.company_id and f.id = i.file_id join company c on c.id = i.company_id
    left join discount_request r on r.company_id = i.company_id and r.id = i.request_id
    where i.company_id = ${companyId} and i.id = ${imageId} and i.state = 'Waiting'`.execute(tx)
  return rows[0]
}

/** Tells the sender of a picture that belongs to no pre-application; of an import once, when its last picture is read. */
async function tellUnmatched(
  tx: Tx,
  services: Services,
  companyId: number,
  { batchId, byId, name, requestCode, kind }: Waiting,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ name: string; state: ImageState }>`
    select i.name, i.state from discount_image i where i.company_id = ${companyId} and i.batch_id = ${batchId}`.execute(
    tx,
  )
  if (rows.some(({ state }) => state === 'Waiting')) return
  const unmatched = batchId === null ? [{ name }] : rows.filter(({ state }) => state !== 'Matched')
  await notify(tx, services.jobs, { id: companyId }, now, `${recordTypeOf[kind]}.imageUnmatched` as const, [
    {
      membershipId: byId,
      codes: requestCode === null ? [] : [requestCode],
      facts: {
        count: unmatched.length,
        picture: unmatched.length === 1 ? (unmatched[0]?.name ?? null) : null,
      },
    },
  ])
}

/** The packs whose codes stand in the picture. */
const packsIn = (reading: PictureReading, today: string): Pack[] =>
  reading.codes.flatMap(({ text }) => {
    const read = readPack(text, { thisYear: Number(today.slice(0, 4)), from: 'symbol' })
    return read.kind === 'read' ? [read.pack] : []
  })

/** What goes into the request itself: only what enough passes agree on (domain/pharma 5). */
async function keepReadValues(
  tx: Tx,
  companyId: number,
  requestId: string,
  reading: PictureReading,
): Promise<void> {
  const sure = (name: 'declarationId' | 'declaredAt') => {
    const field = reading.text.fields[name]
    return field?.trust === 'auto' ? field.value : null
  }
  await sql`
    update discount_request r set declaration_id = coalesce(${sure('declarationId')}, r.declaration_id), declaration_date = coalesce(${sure('declaredAt')?.slice(0, 10) ?? null}::date, r.declaration_date)
    where r.company_id = ${companyId} and r.id = ${requestId}`.execute(tx)
}

function problemOf(state: string, { text: { textHeight } }: PictureReading): string | null {
  if (state === 'Matched') return null
  if (textHeight !== null && textHeight < 9) return 'TooSmall'
  return state === 'Unmatched' ? 'NoMatch' : 'Unreadable'
}

type Proved = { id: string; code: string }
type Moved = Proved & { kind: RequestKind }

/** Makes pre-applications Pending that were proved; those that are Pending already stay as they are. */
export async function validated(
  tx: Tx,
  by: { company: { id: number }; membershipId: string | null; name: string },
  now: Date,
  requests: readonly Proved[],
  flow: ValidationFlow,
): Promise<void> {
  const companyId = by.company.id
  const { from, to } = discountTable.moves.validate
  const { rows } = await sql<Moved>`
    update discount_request r set state = ${to}, validation_flow = ${flow}, version = r.version + 1, last_event_at = ${now}, last_event_by = ${by.name}
    where r.company_id = ${companyId} and r.id = any(${requests.map(({ id }) => id)}::uuid[]) and r.state = any(${[...from]}::text[]) and r.archived_at is null
    returning r.id, r.code, r.kind`.execute(tx)
  await record(tx, by, now, {
    events: rows.map(({ id, kind }) => ({
      recordType: recordTypeOf[kind],
      recordId: id,
      kind: `${recordTypeOf[kind]}.validated` as const,
      facts: { validationFlow: flow },
    })),
    audit: rows.map(({ id, code, kind }) => ({
      operation: `${recordTypeOf[kind]}.validated` as const,
      recordType: recordTypeOf[kind],
      recordId: id,
      recordCode: code,
      before: { discountRequest: from[0] },
      after: { discountRequest: to, validationFlow: flow },
    })),
  })
}
