import { marketFileBytes, uploadMarketFile } from '@kervan/contract/lma/market-files'
import type { FileSource } from '@kervan/contract/lma/words'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { DropFolder } from '../../kit/work/drop-ways.ts'
import { languageOf } from '../../kit/messages.ts'
import { inbox } from '../../kit/work/inbox.ts'
import type { CalendarWork } from '../../kit/work/schedule.ts'
import { takeMarketFile } from './take.ts'

// Files of the sources by folder and by store: what lies in `fuel/in` is taken as if it had been fetched.

const folder = 'fuel'
const endings = /\.(ftp|csv|xml|txt)$/i

/** A folder does not say whose a file is; its content does. */
function sourceOf(body: Buffer): FileSource {
  const head = body.subarray(0, 400).toString('latin1')
  if (head.includes('PlattsMarketData')) return 'PLATTS'
  if (head.includes('<')) return 'TCMB'
  if (head.includes('refinery')) return /socar/i.test(head) ? 'SOCAR' : 'TUPRAS'
  return head.includes('RIC') ? 'REFINITIV' : 'ARGUS'
}

const files = inbox({
  folder,
  endings,
  maxBytes: marketFileBytes,
  call: uploadMarketFile,
  async known(tx, companyId, _source, upload) {
    const sha256 = createHash('sha256')
      .update(await readFile(upload.path))
      .digest('hex')
    const { rows } = await sql<{ id: string }>`
      select f.id from market_file f where f.company_id = ${companyId} and f.sha256 = ${sha256} limit 1`.execute(
      tx,
    )
    return rows[0]?.id ?? null
  },
  async begin({ tx, actor, services, now }, upload, way) {
    const body = await readFile(upload.path)
    return takeMarketFile(tx, services, {
      company: actor.company,
      source: sourceOf(body),
      name: upload.name,
      body,
      way,
      by: actor.name,
      now,
      sender: { tx, actor, services, now, language: languageOf(undefined) },
    })
  },
})

export const fuelFilesWork: CalendarWork = {
  name: 'fuelFiles',
  expression: '* * * * *',
  catchUp: 'latest',
  quiet: true,
  isNeeded: ({ services, companyCode }) => files.hasFiles(services, companyCode),
  async run({ tx, services, companyId }) {
    const company = await tx
      .selectFrom('company')
      .select(['id', 'code'])
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow()
    const { isTaken, filesLeft } = await files.takeNext(tx, services, company)
    return isTaken ? { counts: { filesTaken: 1 }, more: true } : { counts: { filesLeft } }
  },
}

/** The folder of market files in a store. */
export const fuelFolder: DropFolder = { folder, holds: 'in', endings, way: files.way }
