import type { Pack } from '@kervan/contract/kit/gs1/pack'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { existing } from '@kervan/contract/kit/typed'
import { discountTable } from '@kervan/contract/porta/states'
import type { PriceChangeScope } from '@kervan/contract/porta/price-change-rules'
import { recordTypeOf, type RequestKind } from '@kervan/contract/porta/words'
import { sql, type RawBuilder } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { nextCount } from '../../kit/database/counter.ts'
import { newId } from '../../kit/database/uuid.ts'
import { fold } from '../../kit/lists/fold.ts'
import { record } from '../../kit/records/audit.ts'
import { portaSettings } from '../settings.ts'
import { assess } from './assess.ts'
import { refusedAs, shownCode, validCodeOf, type Applied } from './judge.ts'
import { knownPacks, readCodes } from './known-packs.ts'
import { placesOf } from './places.ts'

// Applications become pre-applications (DSC-003 to DSC-005): one, or as many as a list has lines. A pack that somebody
// else applies for at the same moment goes to one of them: the unique index of live packs decides.

type Context = Pick<SessionContext, 'tx' | 'actor' | 'now'>
export type Origin = { pointOfSaleId: string; paymentLocationId: string; declaredSaleDate: string }
/** What became of one code: the request that was made, or would be, or why none was. */
export type Made =
  | { ok: true; id: string; code: string; pack: Pack }
  | { ok: false; refusal: Refusal; pack: Pack | null }

/** Prefixes of codes and the names of their counters are those of time lines. */
const prefixes = { InstitutionalDiscount: 'DR', PriceChange: 'PC' } as const satisfies Record<
  RequestKind,
  string
>

/** What is applied for: of a price-change refund its scope as well. */
export type AppliedKind =
  | { kind: 'InstitutionalDiscount'; refundScope?: undefined }
  | { kind: 'PriceChange'; refundScope: PriceChangeScope }

type Options = {
  of?: AppliedKind
  /** Nothing is written; the ids that are answered are of nothing. */
  dryRun?: boolean
  description?: string | null
  /** The request that it was made from. */
  madeFromId?: string | null
}

/**
 * Makes pre-applications of these codes, one place and day for all, each code for itself. Throws the refusals of places
 * (`placesOf`); what is wrong with a code is its own answer.
 *
 * @param codes as they were typed, scanned or pasted
 */
export async function makeRequests(
  context: Context,
  codes: readonly string[],
  origin: Origin,
  {
    of: { kind, refundScope } = { kind: 'InstitutionalDiscount' },
    dryRun = false,
    description = null,
    madeFromId = null,
  }: Options = {},
): Promise<Made[]> {
  const { tx, actor, now } = context
  const today = dayIn(actor.company.timeZone, now)
  const { pointOfSale, payer } = await placesOf(tx, actor, origin)
  const { saleDays } = await portaSettings(tx, actor.company)
  const readings = await readCodes(codes, today)
  const packs = readings.map((reading) => (reading.kind === 'read' ? reading.pack : null))
  const known = await knownPacks(tx, actor, packs, origin.declaredSaleDate, { kind, today })
  const seen = new Set<string>()
  const judged = readings.map((reading, at): Made & { typed: string; applied: Applied } => {
    const pack = packs[at] ?? null
    const key = pack && `${pack.gtin} ${pack.serial}`
    const found = existing(known[at])
    const applied: Applied = {
      reading,
      ...found,
      appliedFor: found.appliedFor || (key !== null && seen.has(key)),
      today,
      declaredSaleDate: origin.declaredSaleDate,
      saleDays,
    }
    const typed = existing(codes[at])
    const refused = refusedAs(applied)
    if (refused || !pack)
      return { ok: false, refusal: refused ?? refusal('CodesMissing'), pack, typed, applied }
    if (key !== null) seen.add(key)
    return { ok: true, id: newId(), code: '', pack, typed, applied }
  })
  const made = judged.filter((one) => one.ok)
  if (dryRun || made.length === 0) return judged
  const last = await nextCount(tx, actor.company.id, recordTypeOf[kind], made.length)
  const codeAt = (at: number) => codeOf(kind, last - made.length + at + 1)
  const { rows } = await sql<{ id: string }>`
    insert into discount_request (company_id, id, code, kind, scope, price_change_id, state, gtin, serial_number, lot_number, expiry_date, original_code, valid_code, code_notes, product_id, product_name,
      partner_id, point_of_sale_id, point_of_sale_code, point_of_sale_name, point_of_sale_gln, city, town, address, payment_location_id, payment_location_code, payment_location_name,
      declared_sale_date, description, made_from_id, applicant_id, applicant_name, record_user_id, record_user_name, recorded_at, last_event_at, last_event_by, search_text)
    select ${actor.company.id}, m.id, m.code, ${kind}, ${refundScope ?? null}, m.change, ${discountTable.initial}, m.gtin, m.serial, m.lot, m.expiry, m.typed, m.valid, string_to_array(m.notes, ' '), m.product, m.name,
      ${pointOfSale.partnerId}::uuid, ${pointOfSale.id}::uuid, ${pointOfSale.code}, ${pointOfSale.name}, ${pointOfSale.gln}, ${pointOfSale.city}, ${pointOfSale.town}, ${pointOfSale.address}, ${payer.id}::uuid, ${payer.code}, ${payer.name},
      ${origin.declaredSaleDate}::date, ${description}, ${madeFromId}::uuid, ${actor.membershipId}::uuid, ${actor.name}, ${actor.membershipId}::uuid, ${actor.name}, ${now}::timestamptz, ${now}::timestamptz, ${actor.name}, m.search
    from unnest(${made.map(({ id }) => id)}::uuid[], ${made.map((_, at) => codeAt(at))}::text[], ${made.map(({ pack }) => pack.gtin)}::text[], ${made.map(({ pack }) => pack.serial)}::text[],
      ${made.map(({ pack }) => pack.lot)}::text[], ${made.map(({ pack }) => pack.expiry)}::date[], ${made.map(({ typed }) => shownCode(typed))}::text[], ${made.map(({ pack }) => validCodeOf(pack))}::text[],
      ${made.map(({ applied }) => (applied.reading.kind === 'read' ? applied.reading.notes.join(' ') : ''))}::text[], ${made.map(({ applied }) => applied.product?.id ?? null)}::uuid[], ${made.map(({ applied }) => applied.product?.name ?? null)}::text[],
      ${made.map(({ applied }) => applied.priceChangeId ?? null)}::uuid[],
      ${made.map(({ pack, applied }, at) => fold([codeAt(at), pack.serial, pack.lot, pack.gtin, applied.product?.name, pointOfSale.code, pointOfSale.name].join(' ')))}::text[]) as m (id, code, gtin, serial, lot, expiry, typed, valid, notes, product, name, change, search)
    on conflict (company_id, kind, gtin, serial_number) where state not in ('Rejected', 'Cancelled') and archived_at is null do nothing
    returning id`.execute(tx)
  const written = new Set(rows.map(({ id }) => id))
  const codesOf = new Map(made.flatMap(({ id }, at) => (written.has(id) ? [[id, codeAt(at)]] : [])))
  if (codesOf.size < made.length) await closeGaps(context, kind, codesOf, last - made.length, made.length)
  await noteMade(context, kind, codesOf)
  if (kind === 'PriceChange') await assess(tx, actor.company.id, [...written])
  return judged.map((one): Made => {
    if (!one.ok) return one
    const code = codesOf.get(one.id)
    return code === undefined
      ? { ok: false, refusal: refusal('PackAppliedFor', { serial: one.pack.serial }), pack: one.pack }
      : { ...one, code }
  })
}

const codeOf = (kind: RequestKind, number: number): string =>
  `${prefixes[kind]}-${String(number).padStart(6, '0')}`

/**
 * Codes have no gap: where somebody else has applied for one of the packs at the same moment, what was written gets the
 * first of the numbers that were taken, and the others are given back. The counter is held until the end.
 */
async function closeGaps(
  { tx, actor }: Context,
  kind: RequestKind,
  codesOf: Map<string, string>,
  before: number,
  taken: number,
): Promise<void> {
  const ids = [...codesOf.keys()]
  ids.forEach((id, at) => codesOf.set(id, codeOf(kind, before + at + 1)))
  await nextCount(tx, actor.company.id, recordTypeOf[kind], ids.length - taken)
  if (ids.length === 0) return
  const renamed = (code: RawBuilder<unknown>) => sql`
    update discount_request r set code = ${code}, search_text = replace(r.search_text, lower(r.code), lower(given.code))
    from unnest(${ids}::uuid[], ${[...codesOf.values()]}::text[]) as given (id, code)
    where r.company_id = ${actor.company.id} and r.id = given.id`
  // By way of codes that nobody has, because a row may get the code that another one still has.
  await renamed(sql`r.id::text`).execute(tx)
  await renamed(sql`given.code`).execute(tx)
}

/** What is written down of new requests. */
async function noteMade(
  { tx, actor, now }: Context,
  kind: RequestKind,
  codesOf: ReadonlyMap<string, string>,
): Promise<void> {
  const ids = [...codesOf.keys()]
  if (ids.length === 0) return
  const recordType = recordTypeOf[kind]
  const made = `${recordType}.made` as const
  await record(tx, actor, now, {
    events: ids.map((id) => ({ recordType, recordId: id, kind: made })),
    audit: ids.map((id) => ({
      operation: made,
      recordType,
      recordId: id,
      recordCode: codesOf.get(id) ?? null,
      after: { [recordType]: discountTable.initial },
    })),
  })
}

/** Makes one, or throws why not. */
export async function makeRequest(
  context: Context,
  code: string,
  origin: Origin,
  options: Options,
): Promise<Extract<Made, { ok: true }>> {
  const [made] = await makeRequests(context, [code], origin, options)
  if (!made?.ok) throw made?.refusal ?? refusal('CodesMissing')
  return made
}
