import type { Pack } from '@kervan/contract/kit/gs1/pack'
import { readPack } from '@kervan/contract/kit/gs1/pack'
import { discountTable } from '@kervan/contract/porta/states'
import type { ValidationFlow } from '@kervan/contract/porta/words'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { record } from '../../kit/records/audit.ts'
import type { QueuePayloads } from '../../kit/work/payloads.ts'
import { payerGlnOf } from '../payer.ts'
import { readPicture, type PictureReading } from '../pictures/read-picture.ts'
import { rescore } from './rescore.ts'

// Pictures are read by a queue, off the path of requests: codes first, then text. A picture that shows the pack of a
// pre-application makes it Pending (DSC-003, DSC-006). Reading twice has the effect of reading once: a picture leaves
// `Waiting` in the transaction that notes what was read.

type Waiting = {
  key: string
  requestId: string | null
  byId: string
  byName: string
  timeZone: string
}

/** Reads one picture and notes what came of it. What cannot be read at all is `Unreadable`; a fault tries again. */
export async function readImage(
  services: Services,
  { companyId, imageId }: QueuePayloads['pictureReading'],
): Promise<void> {
  const waiting = await services.db.withCompany(companyId, (tx) => find(tx, companyId, imageId))
  if (!waiting) return
  const reading = await readPicture(await services.files.bytes(waiting.key), {
    thisYear: services.clock.now().getUTCFullYear(),
  })
  const now = services.clock.now()
  await services.db.withCompany(companyId, async (tx) => {
    const still = await find(tx, companyId, imageId, sql`for update of i`)
    if (!still) return
    const packs = packsIn(reading, dayIn(still.timeZone, now))
    const match = await matching(tx, companyId, still, packs)
    const isReadable = packs.length > 0 || Object.values(reading.text.fields).some((field) => field !== null)
    const state = match ? 'Matched' : isReadable ? 'Unmatched' : 'Unreadable'
    await sql`
      update discount_image i set state = ${state}, request_id = coalesce(${match?.id ?? null}::uuid, i.request_id), problem = ${problemOf(state, reading)},
        reading = ${JSON.stringify({ codes: reading.codes, fields: reading.text.fields, personal: reading.text.personal, packs })}::jsonb
      where i.company_id = ${companyId} and i.id = ${imageId}`.execute(tx)
    if (!match) return
    if (still.requestId === null)
      await sql`update discount_request r set image_count = r.image_count + 1 where r.company_id = ${companyId} and r.id = ${match.id}`.execute(
        tx,
      )
    const by = { company: { id: companyId }, membershipId: null, name: still.byName }
    await keepReadValues(tx, companyId, match.id, reading)
    await validated(tx, by, now, [match], 'ValidateFromImage')
    await rescore(tx, { payerGln: payerGlnOf(services) }, companyId, [match.id])
  })
}

async function find(tx: Tx, companyId: number, imageId: string, lock = sql``): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select f.storage_key as key, i.request_id as "requestId", i.by_id as "byId", i.by_name as "byName", c.time_zone as "timeZone"
    from discount_image i join file f on f.company_id = i.company_id and f.id = i.file_id join company c on c.id = i.company_id
    where i.company_id = ${companyId} and i.id = ${imageId} and i.state = 'Waiting' ${lock}`.execute(tx)
  return rows[0]
}

/** The packs whose codes stand in the picture. */
const packsIn = (reading: PictureReading, today: string): Pack[] =>
  reading.codes.flatMap(({ text }) => {
    const read = readPack(text, { thisYear: Number(today.slice(0, 4)), from: 'symbol' })
    return read.kind === 'read' ? [read.pack] : []
  })

type Matched = { id: string; code: string }

/** The pre-application whose pack the picture shows: the request it was sent with, or any of the sender's own. */
async function matching(
  tx: Tx,
  companyId: number,
  { requestId, byId }: Waiting,
  packs: readonly Pack[],
): Promise<Matched | undefined> {
  if (packs.length === 0) return undefined
  const of = requestId === null ? sql`r.record_user_id = ${byId}` : sql`r.id = ${requestId}`
  const { rows } = await sql<Matched>`
    select r.id, r.code from discount_request r
    where r.company_id = ${companyId} and r.archived_at is null and r.state in ('PreApplication', 'Pending') and ${of}
      and (r.gtin, r.serial_number) in (select * from unnest(${packs.map(({ gtin }) => gtin)}::text[], ${packs.map(({ serial }) => serial)}::text[]))
    order by r.id limit 1 for update of r`.execute(tx)
  return rows[0]
}

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

/** Makes pre-applications Pending that were proved; those that are Pending already stay as they are. */
export async function validated(
  tx: Tx,
  by: { company: { id: number }; membershipId: string | null; name: string },
  now: Date,
  requests: readonly Matched[],
  flow: ValidationFlow,
): Promise<void> {
  const companyId = by.company.id
  const { from, to } = discountTable.moves.validate
  const { rows } = await sql<Matched>`
    update discount_request r set state = ${to}, validation_flow = ${flow}, version = r.version + 1, last_event_at = ${now}, last_event_by = ${by.name}
    where r.company_id = ${companyId} and r.id = any(${requests.map(({ id }) => id)}::uuid[]) and r.state = any(${[...from]}::text[]) and r.archived_at is null
    returning r.id, r.code`.execute(tx)
  await record(tx, by, now, {
    events: rows.map(({ id }) => ({
      recordType: 'discountRequest',
      recordId: id,
      kind: 'discountRequest.validated',
      facts: { validationFlow: flow },
    })),
    audit: rows.map(({ id, code }) => ({
      operation: 'discountRequest.validated',
      recordType: 'discountRequest',
      recordId: id,
      recordCode: code,
      before: { discountRequest: from[0] },
      after: { discountRequest: to, validationFlow: flow },
    })),
  })
}
