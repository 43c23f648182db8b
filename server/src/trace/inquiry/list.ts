import { readTraceCodes, traceNeeds, tracedPacks } from '@kervan/contract/trace/inquiry'
import type { TraceWay } from '@kervan/contract/trace/ways'
import { traceCodesAtOnce } from '@kervan/contract/trace/words'
import { readPack, type PackReading } from '@kervan/contract/kit/gs1/pack'
import { refusal } from '@kervan/contract/kit/refusals'
import type { PackState } from '@kervan/contract/porta/pack-states'
import { sql, type RawBuilder } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { refusalMessage } from '../../kit/messages.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'
import { placeName, placeType } from '../places.sql.ts'
import { packState } from '../recalls/recall.sql.ts'

// Packs by the ways to ask for them (TRC-001): each way needs its fields, and says which one is missing.

type Asked = {
  way: TraceWay
  dataMatrices?: string | undefined
  location?: string | undefined
  packState?: PackState | undefined
  serialNumber?: string | undefined
  lotNumber?: string | undefined
  documentNumber?: string | undefined
}

export const traceList = serveList(tracedPacks, 'traceInquiry', (context: SessionContext, asked: Asked) => {
  const { actor } = context
  const company = actor.company.id
  for (const field of traceNeeds[asked.way])
    if (!asked[field]?.trim()) throw refusal('TraceFieldRequired', { traceField: field })
  return {
    from: sql`${packsAsked(company, asked)} left join lateral (
      select p.name from product_variant v join product p on p.company_id = ${company} and p.id = v.product_id
      where v.company_id = ${company} and v.gtin in (t.gtin, ltrim(t.gtin, '0'), substr(t.gtin, 2)) order by v.id limit 1) product on true`,
    where: [sql`t.company_id = ${company}`, ...wholeCompanyOnly(actor), ...conditionsOf(context, asked)],
    id: sql`t.id`,
    key: sql`t.id`,
    columns: {
      gtin: sql`t.gtin`,
      productName: sql`product.name`,
      serialNumber: sql`t.serial_number`,
      lotNumber: sql`t.lot_number`,
      expiryDate: sql`t.expiry_date`,
      packState: packState(company),
      holderGln: sql`t.holder_gln`,
      holderName: placeName(company, sql`t.holder_gln`),
      holderType: placeType(company, sql`t.holder_gln`),
      pendingGln: sql`t.receiver_gln`,
      pendingName: placeName(company, sql`t.receiver_gln`),
      lastMovementAt: sql`t.last_at`,
    },
  }
})

/**
 * The packs `t` among which is searched. Those of a document are found from the document, one after the other by their
 * key: left to join as it likes, PostgreSQL reads all packs of the company.
 */
function packsAsked(company: number, { way, documentNumber }: Asked): RawBuilder<unknown> {
  if (way !== 'PtsDocument') return sql`trace_pack t`
  return sql`(select distinct k.gtin, k.serial_number from trace_package_pack k where k.company_id = ${company} and k.package_id = any(array(
      select d.id from trace_package d where d.company_id = ${company} and d.number = ${documentNumber?.trim()} and d.state = 'Read'))) k
    cross join lateral (select * from trace_pack o where o.company_id = ${company} and o.gtin = k.gtin and o.serial_number = k.serial_number offset 0) t`
}

function conditionsOf(context: SessionContext, asked: Asked): RawBuilder<unknown>[] {
  const company = context.actor.company.id
  const state = asked.packState ? [sql`${packState(company)} = ${asked.packState}`] : []
  switch (asked.way) {
    case 'DataMatrix': {
      const packs = linesOf(context, asked.dataMatrices ?? '').flatMap(({ reading }) =>
        reading.kind === 'read' ? [reading.pack] : [],
      )
      return [
        sql`(t.gtin, t.serial_number) in (select * from unnest(${packs.map(({ gtin }) => gtin)}::text[], ${packs.map(({ serial }) => serial)}::text[]))`,
        ...state,
      ]
    }
    case 'Location':
      return [sql`t.holder_gln = ${asked.location?.trim()}`, ...state]
    case 'SerialNumber':
      return [sql`t.serial_number = ${asked.serialNumber?.trim()}`, ...state]
    case 'LotNumber':
      return [sql`t.lot_number = ${asked.lotNumber?.trim()}`, ...state]
    case 'PtsDocument':
      return state
  }
}

type Line = { line: number; text: string; reading: PackReading }

/** The codes of a text, one a line. Throws `TraceTooManyCodes`. */
function linesOf({ actor, now }: Pick<SessionContext, 'actor' | 'now'>, text: string): Line[] {
  const lines = text
    .split(/\r\n|\r|\n/)
    .flatMap((one, at) => (one.trim() === '' ? [] : [{ text: one, line: at + 1 }]))
  if (lines.length > traceCodesAtOnce)
    throw refusal('TraceTooManyCodes', { limit: traceCodesAtOnce, count: lines.length })
  const thisYear = Number(dayIn(actor.company.timeZone, now).slice(0, 4))
  return lines.map((one) => ({ ...one, reading: readPack(one.text, { thisYear }) }))
}

export const readTraceCodesHandler = handle(readTraceCodes, async (context) => {
  const { tx, actor, input, language } = context
  const lines = linesOf(context, input.dataMatrices)
  const packs = lines.flatMap(({ reading }) => (reading.kind === 'read' ? [reading.pack] : []))
  const { rows } = await sql<{ gtin: string; serial: string }>`
    select t.gtin, t.serial_number as serial from trace_pack t
    where ${sql.join([sql`t.company_id = ${actor.company.id}`, ...wholeCompanyOnly(actor)], sql` and `)}
      and (t.gtin, t.serial_number) in (select * from unnest(${packs.map(({ gtin }) => gtin)}::text[], ${packs.map(({ serial }) => serial)}::text[]))`.execute(
    tx,
  )
  const known = new Set(rows.map(({ gtin, serial }) => `${gtin} ${serial}`))
  return {
    lines: lines.map(({ line, text, reading }) => {
      const pack = reading.kind === 'read' ? reading.pack : null
      return {
        line,
        text: text.slice(0, 200),
        gtin: pack?.gtin ?? null,
        serialNumber: pack?.serial ?? null,
        isKnown: pack !== null && known.has(`${pack.gtin} ${pack.serial}`),
        message: pack ? null : refusalMessage(language, codeFault(reading)),
      }
    }),
  }
})

/** Why a text is not the code of one pack. */
export const codeFault = (reading: PackReading) =>
  reading.kind === 'refused'
    ? refusal('CodeRefused', {
        gs1Fault: reading.faults[0]?.code ?? 'Empty',
        place: (reading.faults[0]?.at ?? 0) + 1,
        ai: reading.faults[0]?.ai ?? null,
      })
    : refusal('CodeDoubtful', { count: reading.kind === 'doubtful' ? reading.candidates.length : 0 })
