import { createHash } from 'node:crypto'
import { exact, one } from '@kervan/contract/lma/exact'
import {
  listSources,
  type FileSource,
  type ListSource,
  type marketFileStates,
  type marketWays,
  type ValueSource,
} from '@kervan/contract/lma/words'
import { isWeekend } from '@kervan/contract/kit/days'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { newId } from '../../kit/database/uuid.ts'
import type { MasterContext } from '../../kit/master/kind.ts'
import { parseArgus, parseRefinitiv } from './csv.ts'
import { tellHeld, tellLayout, tellRevised } from './tell.ts'
import { decodeXml, parseTcmb } from './tcmb.ts'
import { unreadable, type Parsed, type ParsedRow } from './parsed.ts'
import { parsePlatts } from './platts.ts'
import { parsePriceList, type ListRow } from './price-list.ts'
import { proposePrices } from './propose-prices.ts'
import { settle, type Touched } from './settle.ts'

// A file of a source is kept as it came and read once, by its content. Each value becomes a revision; a jump waits until
// somebody confirms it, and a bad line loses itself only (LMA-002).

export type Incoming = {
  company: { id: number; name: string; timeZone: string }
  source: FileSource
  name: string
  body: Buffer
  way: (typeof marketWays)[number]
  by: string
  now: Date
  /** In whose name prices of a list are proposed: who uploads it, or the API user of the company. */
  sender?: MasterContext
  /** Where ids come from; the demo has its own. */
  ids?: () => string
}
/** A file of quotes or rates. */
export type ValueFile = Incoming & { source: ValueSource }

/** More than this since the last value is a jump. */
const jump = exact('0.12')

const utf8 = (body: Buffer) => body.toString('utf8')
const parsers: Record<ValueSource, (body: Buffer) => Parsed> = {
  PLATTS: (body) => parsePlatts(utf8(body)),
  ARGUS: (body) => parseArgus(utf8(body)),
  REFINITIV: (body) => parseRefinitiv(utf8(body)),
  TCMB: (body) => parseTcmb(decodeXml(body)),
}

/** The file that these bytes became before; null for new ones. */
async function knownFile(
  tx: Tx,
  company: number,
  source: FileSource,
  sha256: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select f.id from market_file f where f.company_id = ${company} and f.source = ${source} and f.sha256 = ${sha256}`.execute(
    tx,
  )
  return rows[0]?.id ?? null
}

/** Takes a file; answers its id, that of the first one for content that came before. */
export async function takeMarketFile(
  tx: Tx,
  services: Pick<Services, 'jobs'>,
  file: Incoming,
): Promise<string> {
  const { company, source, body, now } = file
  // Two that bring the same file at once make one of it.
  await sql`select pg_advisory_xact_lock(hashtextextended('market file', ${company.id}))`.execute(tx)
  const sha256 = createHash('sha256').update(body).digest('hex')
  const known = await knownFile(tx, company.id, source, sha256)
  if (known) return known
  const list = listSources.find((one) => one === source)
  const parsed: Parsed<unknown> = list
    ? readSafely((bytes) => parsePriceList(list)(utf8(bytes)), body)
    : readSafely(parsers[source as ValueSource], body)
  const ids = file.ids ?? newId
  const id = ids()
  const state: (typeof marketFileStates)[number] =
    parsed.layout ?? (parsed.faults.length > 0 ? 'WithFaults' : 'Read')
  await sql`insert into market_file (company_id, id, source, name, sha256, content, way, state, received_at, received_by, values_read, values_taken, values_held, faults)
    select ${company.id}, ${id}, ${source}, ${file.name.slice(0, 200)}, ${sha256}, ${body}, ${file.way}, ${state}, ${now}, ${file.by},
      ${parsed.rows.length}, 0, 0, ${JSON.stringify(parsed.faults)}::jsonb returning id`.execute(tx)
  if (parsed.layout !== null) {
    await tellLayout(tx, services, file, state)
    return id
  }
  const found = list
    ? await takeList(file, list, parsed.rows as ListRow[])
    : await takeValues(tx, services, file as ValueFile, id, parsed.rows as ParsedRow[])
  const all = [...parsed.faults, ...found.faults].toSorted((a, b) => a.line - b.line)
  await sql`update market_file set values_taken = ${found.taken}, values_held = ${found.held}, faults = ${JSON.stringify(all)}::jsonb,
    state = ${all.length > 0 ? 'WithFaults' : 'Read'} where company_id = ${company.id} and id = ${id}`.execute(
    tx,
  )
  return id
}

type Found = { taken: number; held: number; faults: { line: number; code: string }[] }

/** Prices of a list wait for a second person. Nobody's list is none that anybody could have proposed. */
async function takeList(file: Incoming, source: ListSource, rows: readonly ListRow[]): Promise<Found> {
  if (!file.sender) throw new Error(`a list of ${source} without a sender`)
  return { taken: 0, ...(await proposePrices(file.sender, source, file.name, rows)) }
}

async function takeValues(
  tx: Tx,
  services: Pick<Services, 'jobs'>,
  file: ValueFile,
  fileId: string,
  rows: readonly ParsedRow[],
): Promise<Found> {
  const { taken, held, revised, faults } = await takeRows(tx, file, fileId, rows)
  if (held.length > 0) await tellHeld(tx, services, file, held)
  if (revised.length > 0) await tellRevised(tx, services, file, revised)
  return { taken, held: held.length, faults }
}

/** Whatever a file does to its parser, it is none of its source. */
function readSafely<Row>(parse: (body: Buffer) => Parsed<Row>, body: Buffer): Parsed<Row> {
  try {
    return parse(body)
  } catch {
    return unreadable('NotTheSource')
  }
}

type Known = {
  symbol: string
  type: string
  day: string
  revision: number
  value: string | null
  kind: string
  state: string
}
type Symbol = { code: string; product: string; from: string; to: string | null }
type Fault = { line: number; code: string }

async function takeRows(tx: Tx, file: ValueFile, fileId: string, rows: readonly ParsedRow[]) {
  const { company, source, now, ids = newId } = file
  const today = dayIn(company.timeZone, now)
  const symbols = source === 'TCMB' ? [] : await symbolsOf(tx, company.id, source)
  const before = await knownValues(tx, company.id, source, rows)
  const latest = new Map<string, Known>()
  for (const value of before) if (value.state !== 'Refused') latest.set(keyOf(value), value)
  const faults: Fault[] = []
  const added: Record<string, unknown>[] = []
  const replaced: Known[] = []
  const held: ParsedRow[] = []
  const touched: Touched[] = []
  const revised: Touched[] = []
  const wrongPairs = highBelowLow(rows)
  for (const row of rows) {
    const symbol = symbols.find(
      ({ code, from, to }) => code === row.symbol && from <= row.day && (to === null || row.day <= to),
    )
    const fault =
      row.day > today || isWeekend(row.day)
        ? 'Day'
        : wrongPairs.has(pairOf(row))
          ? 'HighBelowLow'
          : source !== 'TCMB' && !symbol
            ? 'UnknownSymbol'
            : null
    if (fault) {
      faults.push({ line: row.line, code: fault })
      continue
    }
    const now_ = latest.get(keyOf(row))
    if (now_ && sameValue(now_.value, row.value) && now_.state !== 'Held') continue
    if (now_?.state === 'Held' && sameValue(now_.value, row.value)) continue
    if (row.kind === 'Estimate' && now_ && now_.kind !== 'Estimate' && now_.value !== null) {
      faults.push({ line: row.line, code: 'EstimateAfterActual' })
      continue
    }
    const last = lastBefore(before, row)
    const isJump =
      row.value !== null &&
      last !== null &&
      exact(row.value).over(exact(last)).minus(one).abs().compare(jump) > 0
    const state = row.value === null ? 'Withdrawn' : isJump ? 'Held' : 'Current'
    const revision =
      Math.max(0, ...before.filter((value) => keyOf(value) === keyOf(row)).map((value) => value.revision)) + 1 // no price
    const value: Known = { ...row, revision, state }
    added.push({
      company_id: company.id,
      id: ids(),
      source,
      symbol: row.symbol,
      price_type: row.type,
      day: row.day,
      revision,
      value: row.value,
      product_id: symbol?.product ?? null,
      kind: row.kind,
      state,
      last_value: last,
      file_id: fileId,
      line: row.line,
      received_at: now,
    })
    before.push(value)
    latest.set(keyOf(row), value)
    if (state === 'Held') {
      held.push(row)
      continue
    }
    const cell = { product: symbol?.product ?? null, symbol: row.symbol, day: row.day }
    touched.push(cell)
    if (now_) {
      replaced.push(now_)
      revised.push(cell)
    }
  }
  for (const old of replaced)
    await sql`update market_value set state = 'Replaced' where company_id = ${company.id} and source = ${source} and symbol = ${old.symbol}
      and price_type = ${old.type} and day = ${old.day}::date and revision = ${old.revision}`.execute(tx)
  await insertMany(tx, 'market_value', added as never)
  await settle(tx, company.id, source, touched, today)
  return { taken: added.length - held.length, held, revised, faults }
}

const keyOf = ({ symbol, type, day }: { symbol: string; type: string; day: string }) =>
  `${symbol} ${type} ${day}`
const pairOf = ({ symbol, day }: { symbol: string; day: string }) => `${symbol} ${day}`
const sameValue = (a: string | null, b: string | null): boolean =>
  a === null || b === null ? a === b : exact(a).compare(exact(b)) === 0

/** Symbols and days of which a file has a high below its low. */
function highBelowLow(rows: readonly ParsedRow[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [pair, of] of Map.groupBy(rows, pairOf)) {
    const value = (type: ParsedRow['type']) => of.find((row) => row.type === type)?.value
    const [high, low] = [value('High'), value('Low')]
    if (high && low && exact(high).compare(exact(low)) < 0) found.add(pair)
  }
  return found
}

/** The value that held last before the day of a row. */
const lastBefore = (known: readonly Known[], row: ParsedRow): string | null =>
  known
    .filter(
      ({ symbol, type, day, state }) =>
        symbol === row.symbol && type === row.type && day < row.day && state === 'Current',
    )
    .reduce<Known | null>((last, value) => (last === null || value.day > last.day ? value : last), null)
    ?.value ?? null

async function symbolsOf(tx: Tx, company: number, source: ValueSource): Promise<Symbol[]> {
  const { rows } = await sql<Symbol>`
    select s.code, s.product_id as product, s.valid_from::text as from, s.valid_to::text as to from market_symbol s
    where s.company_id = ${company} and s.price_source = ${source}`.execute(tx)
  return rows
}

/** What is known of the symbols of a file, from a month before its first day on. */
async function knownValues(
  tx: Tx,
  company: number,
  source: ValueSource,
  rows: readonly ParsedRow[],
): Promise<Known[]> {
  const days = rows.map(({ day }) => day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const { rows: found } = await sql<Known>`
    select v.symbol, v.price_type as type, v.day::text as day, v.revision, v.value::text as value, v.kind, v.state
    from market_value v where v.company_id = ${company} and v.source = ${source}
      and v.symbol = any(${[...new Set(rows.map(({ symbol }) => symbol))]}::text[])
      and v.day between ${first}::date - 31 and ${last}::date order by v.revision`.execute(tx)
  return found
}
