import { downloadServiceFile, serviceFiles } from '@kervan/contract/services/runs'
import { existing, keysOf } from '@kervan/contract/kit/typed'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import type { ServiceFileType } from '@kervan/contract/services/words'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Services, SessionContext } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { newId } from '../../kit/database/uuid.ts'
import { handleDownload } from '../../kit/http/handle.ts'
import { canonical } from '../../kit/records/audit.ts'
import { folded } from '../../kit/lists/fold.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import type { DayWindow } from '../../kit/lists/window.ts'
import { translate } from '../../kit/messages.ts'
import { assertWindow } from '../window.ts'
import { serviceScope } from '../scope.ts'
import type { PublishedOrder } from '../work-orders/publish.ts'
import type { RunOfStep } from './steps.ts'

// Files that runs made (SVC-009): kept with the run, listed by date and type, saved with their own Content-Type.

const endings: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'text/csv': 'csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
}

type Made = { type: string; body: Buffer }

/** What a run tells of itself: its plan, what was evaluated, and what came of it. */
export function publishedReport(run: RunOfFile, orders: readonly PublishedOrder[], now: Date): Made {
  const report = {
    run: run.code,
    strategy: run.name,
    service: run.service,
    domain: run.domain,
    serviceDate: run.serviceDate,
    planNo: run.planNo,
    planHash: run.planHash,
    pairs: run.pairs,
    dataVersion: Object(run.results['Snapshot']).snapshot?.dataVersion ?? null,
    workOrders: orders.length,
    sizeSets: Object(run.results['Engine']).sets ?? null,
    units: orders.reduce((sum, { amount }) => sum + amount, 0),
    result: orders.length === 0 ? 'No work order produced.' : 'Published',
    publishedAt: now.toISOString(),
  }
  return { type: 'application/json', body: Buffer.from(canonical(report)) }
}

/** The work orders of a run as a file for other systems, one a line. */
export function publishedOrders(orders: readonly PublishedOrder[]): Made {
  const names = keysOf(existing(orders[0]))
  const lines = [names, ...orders.map((order) => names.map((name) => cell(order[name])))]
  return { type: 'text/csv', body: Buffer.from(lines.map((line) => `${line.join(';')}\r\n`).join('')) }
}

const cell = (value: string | number): string =>
  /[;"\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value)

export const serviceFileName = (
  run: Pick<RunOfStep, 'code' | 'serviceDate'>,
  kind: string,
  type: string,
): string => `${run.code}-${run.serviceDate}-${kind}.${endings[type] ?? 'bin'}`

/** What the files of a run tell of it. */
export type RunOfFile = Pick<
  RunOfStep,
  | 'id'
  | 'code'
  | 'name'
  | 'service'
  | 'domain'
  | 'serviceDate'
  | 'planNo'
  | 'planHash'
  | 'pairs'
  | 'results'
  | 'timeZone'
>

/** Keeps a file of a run; it takes the place of one of the same type, which a try before has made. */
export async function keepFile(
  tx: Tx,
  services: Pick<Services, 'files'>,
  companyId: number,
  run: Pick<RunOfStep, 'id' | 'code' | 'serviceDate'>,
  kind: ServiceFileType,
  { type, body }: Made,
  now: Date,
): Promise<void> {
  await sql`
    delete from service_file f where f.company_id = ${companyId} and f.run_id = ${run.id} and f.type = ${kind}`.execute(
    tx,
  )
  const name = serviceFileName(run, kind, type)
  const fileId = await services.files.keepBytes(
    tx,
    { company: { id: companyId }, membershipId: null },
    { name, type, body, sha256: createHash('sha256').update(body).digest() },
    'service',
  )
  await tx
    .insertInto('service_file')
    .values({
      company_id: companyId,
      id: newId(),
      run_id: run.id,
      file_id: fileId,
      day: run.serviceDate,
      type: kind,
      name,
      made_at: now,
    })
    .execute()
}

export const serviceFileList = serveList(
  serviceFiles,
  'downloadsManager',
  ({ actor }, { from, to }: DayWindow) => {
    assertWindow({ from, to })
    const company = actor.company.id
    return {
      from: sql`service_file k join service_run r on r.company_id = ${company} and r.id = k.run_id join file f on f.company_id = ${company} and f.id = k.file_id`,
      where: [
        sql`k.company_id = ${company}`,
        sql`k.day between ${from}::date and ${to}::date`,
        ...serviceScope(actor, 'ServiceOperations', sql`r.service`),
      ],
      id: sql`k.id`,
      key: sql`k.id`,
      columns: {
        serviceDate: sql`k.day`,
        fileType: sql`k.type`,
        fileName: sql`k.name`,
        runName: sql`r.name`,
        runCode: sql`r.code`,
        fileBytes: sql`f.bytes::int`,
        contentType: sql`f.type`,
        madeAt: sql`k.made_at`,
      },
      search: folded(sql`concat_ws(' ', k.name, r.name, r.code)`),
    }
  },
)

type Found = { name: string; type: string; key: string }

export const downloadServiceFileHandler = handleDownload(downloadServiceFile, async (context) => {
  const { tx, actor, input, services } = context
  const company = actor.company.id
  const asked = [
    ...(input.serviceFileId === null ? [] : [sql`k.id = ${input.serviceFileId}`]),
    ...(input.day === null ? [] : [sql`k.day = ${input.day}::date`]),
    ...(input.type === null ? [] : [sql`k.type = ${input.type}`]),
    ...(input.service === null ? [] : [sql`r.service = ${input.service}`]),
  ]
  const { rows } = await sql<Found>`
    select k.name, f.type, f.storage_key as key from service_file k join service_run r on r.company_id = ${company} and r.id = k.run_id
      join file f on f.company_id = ${company} and f.id = k.file_id
    where ${sql.join([sql`k.company_id = ${company}`, ...asked, ...serviceScope(actor, 'ServiceOperations', sql`r.service`)], sql` and `)}
    order by k.made_at desc limit 1`.execute(tx)
  const [found] = asked.length > 0 ? rows : []
  if (!found) throw await missing(context)
  return { name: found.name, type: found.type, body: await services.files.open(found.key) }
})

/** Why there is no such file: no run of that day, one that is not over, or one that published nothing of the kind. */
async function missing({
  tx,
  actor,
  input,
  language,
}: SessionContext & {
  input: { day: string | null; type: ServiceFileType | null; service: string | null }
}): Promise<Refusal> {
  const { rows } = await sql<{ state: string }>`
    select r.state from service_run r where ${sql.join(
      [
        sql`r.company_id = ${actor.company.id}`,
        ...(input.day === null ? [] : [sql`r.service_date = ${input.day}::date`]),
        ...(input.service === null ? [] : [sql`r.service = ${input.service}`]),
        ...serviceScope(actor, 'ServiceOperations', sql`r.service`),
      ],
      sql` and `,
    )} order by r.service_date desc limit 1`.execute(tx)
  const why = rows.length === 0 ? 'NotRun' : rows[0]?.state === 'Closed' ? 'NotPublished' : 'NotOver'
  const cause = translate(language, `services.downloads.cause.${why}`)
  if (input.type === 'WorkOrders')
    return refusal('WorkOrdersNotFound', { day: input.day ?? '', service: input.service ?? '', cause })
  return refusal(input.type === 'Audit' ? 'AuditReportNotFound' : 'ReportNotFound', { cause })
}
