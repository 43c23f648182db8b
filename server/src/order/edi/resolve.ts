import type { EdiReadReason, EdiReason } from '@kervan/contract/order/edi'
import { addDays } from '@kervan/contract/kit/days'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { scopeOfPartners } from '../../kit/records/scope.ts'
import type { ImportVariant } from '../new/check-import-row.ts'
import { findHits } from '../new/import-lookups.sql.ts'
import { meantBy, sole, type Hit } from '../new/meant-variants.ts'
import { deliveryScope } from '../scope.ts'
import type { EdiOrder, EdiParty } from './edi-order.ts'
import type { LineRow } from './messages.sql.ts'
import { gtinsOf, ownCodeOf, piecesOf, productOf, type Refused } from './read-line.ts'

export type Parties = {
  partner: { id: string; name: string } | null
  place: { id: string; name: string; partnerId: string | null } | null
  /** Why nothing of the document can be ordered, unless a line says otherwise for itself. */
  reason: EdiReason
  facts: Refused['facts']
  /** The place of the buyer that a line names, or why it is none. */
  placeOf: (said: EdiParty) => string | Refused
}

type Place = {
  id: string
  code: string
  name: string
  gln: string | null
  status: string
  partner_id: string | null
  partner_name: string | null
}

/** Whom a document is from and where it and its lines go, by GLN or by code, among what the actor may order for. */
export async function findParties(
  tx: Tx,
  actor: Actor,
  { buyer, shipTo }: EdiOrder,
  lines: readonly Pick<LineRow, 'said'>[] = [],
): Promise<Parties> {
  const company = actor.company.id
  const ofLines = lines.flatMap(({ said }) => said.place?.code ?? [])
  const keys = [...new Set([buyer.code, ...(shipTo ? [shipTo.code] : []), ...ofLines])]
  const [places, partners] = await Promise.all([
    sql<Place>`
      select l.id, l.code, l.name, l.gln, l.status, l.partner_id, p.name as partner_name
      from location l left join partner p on p.company_id = ${company} and p.id = l.partner_id
      where l.company_id = ${company} and (l.gln = any(${keys}::text[]) or l.code = any(${keys}::text[]))
        ${sql.join([sql``, ...scopeOfPartners(actor, sql`l.partner_id`)], sql` and `)}
      order by l.code limit 10000`.execute(tx),
    sql<{ id: string; name: string }>`
      select p.id, p.name from partner p where p.company_id = ${company} and p.code = ${buyer.code}
        ${sql.join([sql``, ...scopeOfPartners(actor, sql`p.id`)], sql` and `)} limit 1`.execute(tx),
  ])
  const find = (code: string) => placesOf(places.rows, code)
  const atBuyer = find(buyer.code)
  const owners = new Map(atBuyer.flatMap((one) => (one.partner_id ? [[one.partner_id, one]] : [])))
  const [owner] = owners.values()
  const partner =
    partners.rows[0] ??
    (owner?.partner_id && owners.size === 1 ? { id: owner.partner_id, name: owner.partner_name ?? '' } : null)
  const named = shipTo ? find(shipTo.code) : atBuyer
  const only = shipTo || named.length > 0 || !partner ? null : await onlyPlace(tx, actor, partner.id)
  const own = only ? [only] : ofPartner(named, partner)
  const found = own.length > 1 ? null : (own[0] ?? named[0])
  const place = found ? { id: found.id, name: found.name, partnerId: found.partner_id } : null
  const placeOf = ({ code }: EdiParty): string | Refused => oneOf(find(code), partner, code)
  const refused = (reason: EdiReason, facts: Refused['facts'] = {}) => ({
    partner,
    place,
    reason,
    facts,
    placeOf,
  })
  if (!partner) return refused(owners.size > 1 ? 'BuyerUnclear' : 'BuyerUnknown', { code: buyer.code })
  const going = oneOf(only ? [only] : named, partner, shipTo?.code ?? buyer.code)
  return typeof going === 'string' ? refused('None') : refused(going.reason, going.facts)
}

/** The places that a number means: the one whose code it is, else those in use that have the GLN, else any that has it. */
function placesOf(places: readonly Place[], code: string): Place[] {
  const byCode = places.filter((place) => place.code === code)
  if (byCode.length > 0) return byCode
  const byGln = places.filter(({ gln }) => gln === code)
  const inUse = byGln.filter(({ status }) => status === 'Active')
  return inUse.length > 0 ? inUse : byGln
}

const ofPartner = (places: readonly Place[], partner: Parties['partner']): Place[] =>
  places.filter(({ partner_id: id }) => id !== null && id === partner?.id)

/** The place of the buyer among those that a number means, or why it is none: of several a person says which. */
function oneOf(places: readonly Place[], partner: Parties['partner'], code: string): string | Refused {
  const [first, ...others] = ofPartner(places, partner)
  if (!first) return { reason: places.length > 0 ? 'ShipToOfOther' : 'ShipToUnknown', facts: { code } }
  if (others.length === 0) return first.id
  return {
    reason: 'ShipToUnclear',
    facts: { code, codes: [first, ...others].map((place) => place.code).join(', ') },
  }
}

async function onlyPlace(tx: Tx, actor: Actor, partnerId: string): Promise<Place | null> {
  const { rows } = await sql<Place>`
    select l.id, l.code, l.name, l.gln, l.status, l.partner_id, null as partner_name from location l
    where ${sql.join(deliveryScope(actor), sql` and `)} and l.partner_id = ${partnerId} limit 2`.execute(tx)
  return rows.length === 1 ? (rows[0] ?? null) : null
}

/** A line that can be judged, or why it cannot. */
export type Resolved =
  | {
      line: LineRow
      variantId: string
      quantity: number
      locationId: string
      deliveryDate: string
      refused: null
    }
  | { line: LineRow; refused: Refused }

/** What each line means: its product, pieces, place and day. What a person has chosen stands before what it says. */
export async function resolveLines(
  tx: Tx,
  actor: Actor,
  now: Date,
  document: EdiOrder,
  parties: Parties,
  lines: readonly LineRow[],
): Promise<Resolved[]> {
  const codes = lines.flatMap((line) => productOf(line))
  const hits = codes.length === 0 ? new Map<string, never>() : await findHits(tx, actor, codes)
  const today = dayIn(actor.company.timeZone, now)
  return lines.map((line): Resolved => {
    const refuse = (reason: EdiReason, facts: Refused['facts'] = {}) => ({ line, refused: { reason, facts } })
    const problem = line.said.problems?.find(({ reason }) => line[mendedBy[reason]] === null)
    if (problem) return { line, refused: problem }
    const place = placeOfLine(line, parties)
    if (typeof place !== 'string') return { line, refused: place }
    const wanted = productOf(line)
    const meant = meantByLine(line, hits)
    const variantId = line.chosen_variant_id ?? sole(meant)?.id
    if (!variantId && meant.length > 1)
      return refuse('ProductUnclear', {
        code: wanted[0] ?? '',
        codes: meant.map(({ code }) => code).join(', '),
      })
    if (!variantId)
      return refuse('ProductUnknown', { code: wanted[0] ?? line.buyer_code ?? otherCodeOf(line) })
    const pieces = line.chosen_quantity ?? piecesOf(line.asked_quantity, line.unit)
    if (typeof pieces !== 'number') return { line, refused: pieces }
    return {
      line,
      variantId,
      quantity: pieces,
      locationId: place,
      // As the screen proposes it where nothing is asked for.
      deliveryDate: line.chosen_date ?? line.requested_date ?? document.requestedDate ?? addDays(today, 2),
      refused: null,
    }
  })
}

/** The variants that a line means: by its GTIN, else by our code, which also says which of several a GTIN means. */
function meantByLine(line: LineRow, hits: ReadonlyMap<string, Hit[]>): ImportVariant[] {
  const found = (codes: readonly string[]) => meantBy(codes.flatMap((code) => hits.get(code) ?? []))
  const byCode = found(ownCodeOf(line))
  const byGtin = found(gtinsOf(line))
  if (byGtin.length === 0) return byCode
  const both = byGtin.filter(({ id }) => byCode.some((one) => one.id === id))
  return both.length === 1 ? both : byGtin
}

/** What a person says so that a line that was not clear can be ordered. */
const mendedBy = {
  QuantityUnclear: 'chosen_quantity',
  DateUnclear: 'chosen_date',
  SplitDelivery: 'chosen_location_id',
} as const satisfies Record<EdiReadReason, keyof LineRow>

/** What a person has chosen, else what the line says, else the document. */
function placeOfLine({ chosen_location_id: chosen, said }: LineRow, parties: Parties): string | Refused {
  if (chosen !== null) return chosen
  if (said.place && parties.partner) return parties.placeOf(said.place)
  if (parties.reason === 'None' && parties.place) return parties.place.id
  return { reason: parties.reason, facts: parties.facts }
}

const otherCodeOf = ({ said, description }: LineRow): string =>
  String(said.remarks?.find(({ code }) => code === 'CodeOfOtherKind')?.facts['code'] ?? description ?? '')
