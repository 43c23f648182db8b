import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { sql } from 'kysely'
import type { Values } from '@kervan/contract/kit/master-fields'
import type { Actor, Services } from '../context.ts'
import type { Tx } from '../database/db.ts'
import { idOf, noId } from '../database/uuid.ts'
import { defaultLimits } from '../excel/limits.ts'
import { parseCsv } from '../excel/parse-csv.ts'
import type { SheetRow } from '../excel/sheet-rows.ts'
import { applyChange } from './apply.ts'
import { addRows } from './change.sql.ts'
import { FileRows } from './file-rows.ts'
import { judgeStaged } from './judge-all.ts'
import type { MasterContext, ServedKind } from './kind.ts'
import { propose, type GivenRow, type SeenKeys } from './propose.ts'

// Master data that the portal brings stands in CSV files and comes in as a company's own files do: read, judged, staged as
// a change of the data log, and in effect without a second person. The same file gives the same ids.

/** The company that a file is imported into, and the moment at which it came. */
export type ImportOf = {
  tx: Tx
  company: Pick<Actor['company'], 'id' | 'code' | 'name' | 'relationType'>
  at: Date
  /** Who brings it, in the data log. */
  by?: string
}

const chunk = 500

/**
 * Imports a CSV file of a kind. `complete` adds to a row what no file brings, such as days that follow from today.
 * Throws for a file with a fault, naming the first.
 */
export async function importCsv(
  of: ImportOf,
  served: ServedKind,
  path: string,
  complete: (given: Partial<Values>) => Partial<Values> = () => ({}),
): Promise<void> {
  const { tx, at } = of
  const context = contextOf(of)
  const { actor } = context
  const name = `${actor.company.id} ${served.kind.key}`
  const file = new FileRows(served, actor, 'en')
  const given = (await csvRows(path)).flatMap((row): GivenRow[] => {
    const one = file.givenBy(row)
    return one ? [{ ...one, given: { ...one.given, ...complete(one.given) } }] : []
  })
  file.assertHeader()
  const id = idOf(`change of ${name}`)
  await tx
    .insertInto('master_change')
    .values({
      company_id: actor.company.id,
      id,
      kind: served.kind.key,
      source: 'File',
      state: 'Validating',
      file_name: basename(path),
      made_by_name: actor.name,
      made_at: at,
    })
    .execute()
  const seen: SeenKeys = new Map()
  for (let from = 0; from < given.length; from += chunk) {
    const rows = await propose(context, served, given.slice(from, from + chunk), { seen, more: true })
    const faulty = rows.find(({ action }) => action !== 'Added')
    if (faulty) throw new Error(`${path}, row ${faulty.fileRow}: ${JSON.stringify(faulty.issues)}`)
    const named = rows.map((row, place) => ({
      ...row,
      id: idOf(`row ${from + place} of ${name}`),
      recordId: idOf(`record ${from + place} of ${name}`),
    }))
    await addRows(tx, actor, served, id, named, from)
  }
  const { Added } = await judgeStaged(context, served, id)
  if (Added > 0) throw new Error(`${path}: ${Added} rows contradict each other`)
  await applyChange(context, served, { id, source: 'File' })
  await sql`update ${sql.table(served.options.table)} set created_at = ${at} where company_id = ${actor.company.id}`.execute(
    tx,
  )
}

/** The records of an imported file, in its order. */
export async function importedRows<R extends object>(
  { tx, company }: ImportOf,
  { kind, options }: ServedKind,
): Promise<R[]> {
  const { rows } = await sql<R>`
    select t.* from master_change_row r join ${sql.table(options.table)} t on t.company_id = ${company.id} and t.id = r.record_id
    where r.company_id = ${company.id} and r.change_id = ${idOf(`change of ${company.id} ${kind.key}`)} order by r.position`.execute(
    tx,
  )
  return rows
}

/** A CSV file that no kind imports, such as drawings: its rows by the names of its columns. */
export async function readTable(path: string): Promise<Record<string, string>[]> {
  const [header, ...rows] = await csvRows(path)
  const names = header?.cells.map((cell) => cell?.text ?? '') ?? []
  return rows.map(({ cells }) => Object.fromEntries(names.map((name, at) => [name, cells[at]?.text ?? ''])))
}

async function csvRows(path: string): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  await using file = await open(path)
  await parseCsv(file, defaultLimits, 'en', async (some) => void rows.push(...some))
  return rows
}

/** The data came from the company's ERP before it had people here; no rule of these kinds asks for a service. */
function contextOf({ tx, company, at, by = 'ERP' }: ImportOf): MasterContext {
  const actor: Actor = {
    membershipId: noId,
    identityId: noId,
    name: by,
    userName: '',
    firstName: '',
    lastName: '',
    userType: 'InternalUser',
    company: {
      ...company,
      timeZone: 'Europe/Istanbul',
      currency: 'TRY',
      priceManagement: 'ListPrice',
      priceVisibility: 'NoHide',
      isProd: false,
    },
    partnerId: null,
    pointOfSaleId: null,
    thirdPartyLocationId: null,
    locationScoped: false,
    narrowedTo: [],
    permissions: new Set(),
    lent: new Set(),
    actsFor: [],
    invitationPending: false,
    acknowledgementPending: false,
    passwordLimit: null,
    secondFactorMissing: false,
  }
  return { tx, actor, services: {} as Services, language: 'en', now: at }
}
