import { packageBytes, uploadPackage } from '@kervan/contract/trace/packages'
import { sql } from 'kysely'
import type { DropFolder } from '../../kit/work/drop-ways.ts'
import { inbox } from '../../kit/work/inbox.ts'
import type { CalendarWork } from '../../kit/work/schedule.ts'
import { takePackage } from './take.ts'

// Packages by folder and by store (TRC-004): what lies in `pts/in` is taken as if it had been uploaded.

const folder = 'pts'
const endings = /\.(zip|xml)$/i

const packages = inbox({
  folder,
  endings,
  maxBytes: packageBytes,
  call: uploadPackage,
  // The package that these bytes have become; one that could not be read counts if it came after the file.
  async known(tx, companyId, _source, { sha256 }, changedAt) {
    const { rows } = await sql<{ id: string }>`
      select d.id from trace_package d where d.company_id = ${companyId} and d.file_sha256 = ${sha256}
        and (d.state <> 'Faulty' or d.received_at >= ${changedAt}) order by d.received_at desc limit 1`.execute(
      tx,
    )
    return rows[0]?.id ?? null
  },
  begin: takePackage,
})

export const packageExchangeWork: CalendarWork = {
  name: 'packageExchange',
  expression: '* * * * *',
  catchUp: 'latest',
  quiet: true,
  isNeeded: ({ services, companyCode }) => packages.hasFiles(services, companyCode),
  async run({ tx, services, companyId }) {
    await sql`select pg_advisory_xact_lock(hashtextextended('package exchange', ${companyId}))`.execute(tx)
    const company = await tx
      .selectFrom('company')
      .select(['id', 'code'])
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow()
    const { isTaken, filesLeft } = await packages.takeNext(tx, services, company)
    return isTaken ? { counts: { filesTaken: 1 }, more: true } : { counts: { filesLeft } }
  },
}

/** The folder of packages in a store. */
export const packageFolder: DropFolder = { folder, holds: 'in', endings, way: packages.way }
