import { isQuoteDay } from '@kervan/contract/lma/calendar'
import { uploadMarketFile } from '@kervan/contract/lma/market-files'
import { fileSources, listSources, type FileSource } from '@kervan/contract/lma/words'
import { addDays, isWeekend } from '@kervan/contract/kit/days'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { OutsideLimits } from '../../kit/outside/outside.ts'
import { languageOf } from '../../kit/messages.ts'
import { senderOf } from '../../kit/work/inbox.ts'
import { enqueue, type OutboxHandler } from '../../kit/work/outbox.ts'
import { takeMarketFile } from './take.ts'

// What sources offer by HTTP. A request is promised in a transaction and made outside of any; what fails is asked again.

const limits: OutsideLimits = {
  timeoutMs: 30_000,
  retries: 1,
  concurrent: 2,
  perSecond: 5,
  waitsForTurn: true,
  breaker: { failures: 5, openMs: 60_000 },
}
/** So many days back is asked for what is not there yet. */
const daysBack = 5

const isList = (source: FileSource): boolean => listSources.some((one) => one === source)

const compact = (day: string): string => day.replaceAll('-', '')
const [dayOf, monthOf, yearOf] = [
  (day: string) => day.slice(8, 10),
  (day: string) => day.slice(5, 7),
  (day: string) => day.slice(0, 4),
]

/** Where a source has the file of a day. */
const pathOf = (source: FileSource, day: string): string => {
  switch (source) {
    case 'PLATTS':
      return `/platts/${compact(day)}.ftp`
    case 'ARGUS':
      return `/argus/${compact(day)}.csv`
    case 'REFINITIV':
      return `/refinitiv/${compact(day)}.csv`
    case 'TUPRAS':
    case 'SOCAR':
      return `/${source.toLowerCase()}/${compact(day)}.csv`
    case 'TCMB':
      return `/kurlar/${yearOf(day)}${monthOf(day)}/${dayOf(day)}${monthOf(day)}${yearOf(day)}.xml`
  }
}

/** Asks for the files of the last days that are not there yet, of the sources that the company has symbols of. */
export async function requestFetch(
  tx: Tx,
  services: Pick<Services, 'jobs'>,
  company: { id: number; timeZone: string },
  now: Date,
  sources: readonly FileSource[] = fileSources,
): Promise<number> {
  const today = dayIn(company.timeZone, now)
  const missing = await missingFiles(tx, company.id, today, sources)
  for (const { source, day } of missing)
    await enqueue(tx, services.jobs, company.id, 'fuelFetch', { source, day })
  return missing.length
}

/** Days of the last ones on which a source publishes and from which nothing has come. */
async function missingFiles(
  tx: Tx,
  company: number,
  today: string,
  sources: readonly FileSource[],
): Promise<{ source: FileSource; day: string }[]> {
  const { rows } = await sql<{ source: FileSource; day: string | null }>`
    select s.source, v.day::text as day from (
      select distinct m.price_source as source from market_symbol m where m.company_id = ${company}
      union select 'TCMB' where exists (select from fuel_product p where p.company_id = ${company})) s
    left join (select distinct x.source, x.day from market_value x where x.company_id = ${company}
        and x.day > ${addDays(today, -daysBack - 1)}::date
      union select f.source, to_date(left(f.name, 8), 'YYYYMMDD') from market_file f where f.company_id = ${company}
        and f.source = any(${[...listSources]}::text[]) and f.way = 'Http' and f.name ~ '^20[0-9]{6}[.]csv$'
        and f.received_at > ${addDays(today, -daysBack - 30)}::date) v on v.source = s.source`.execute(tx)
  const found: { source: FileSource; day: string }[] = []
  for (const source of sources) {
    const known = rows.filter((row) => row.source === source)
    if (known.length === 0) continue
    for (let day = addDays(today, -daysBack); day <= today; day = addDays(day, 1)) {
      const isPublished = source === 'TCMB' || isList(source) ? !isWeekend(day) : isQuoteDay(day)
      if (isPublished && !known.some((row) => row.day === day)) found.push({ source, day })
    }
  }
  return found
}

/** Prices of a list are proposed in the name of the API user; a company without one brings its lists by hand. */
const hasSender = (services: Services, companyId: number): Promise<boolean> =>
  services.db.withCompany(
    companyId,
    async (tx) => (await senderOf(tx, companyId, uploadMarketFile.permission)) !== null,
  )

/** Fetches one file. Nothing there is no fault: the day may be a holiday. Everything else that is no file is tried again. */
export const fetchFuelFile: OutboxHandler<'fuelFetch'> = async (
  services,
  _,
  companyId,
  __,
  { source, day },
) => {
  const target = services.config.fuelSources
  if (!target) return
  if (isList(source) && !(await hasSender(services, companyId))) return
  const response = await services.outside
    .system(`market ${source}`, limits)
    .fetch(`${target.url}${pathOf(source, day)}`, { headers: { authorization: `Bearer ${target.key}` } })
  if (response.status === 404) return void (await response.arrayBuffer())
  if (!response.ok) throw new Error(`${source} answered HTTP ${response.status}`)
  const body = Buffer.from(await response.arrayBuffer())
  await services.db.withCompany(companyId, async (tx) => {
    const now = services.clock.now()
    const actor = isList(source) ? await senderOf(tx, companyId, uploadMarketFile.permission) : null
    const company = await tx
      .selectFrom('company')
      .select(['id', 'name', 'time_zone as timeZone'])
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow()
    await takeMarketFile(tx, services, {
      company,
      source,
      name: pathOf(source, day).split('/').at(-1) ?? source,
      body,
      way: 'Http',
      by: source,
      now,
      ...(actor && { sender: { tx, actor, services, now, language: languageOf(undefined) } }),
    })
  })
}
