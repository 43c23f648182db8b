import type { TraceMovement } from '@kervan/contract/trace/chain'
import type { PtsAction } from '@kervan/contract/trace/words'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { startOfDay } from '../../kit/clock.ts'
import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { newId } from '../../kit/database/uuid.ts'
import type { QueuePayloads } from '../../kit/work/payloads.ts'
import { keepMovements } from '../keep-movements.ts'
import { PackageRefused, readPackage, type PackageHead, type PackagePack } from './read-package.ts'

// Packages are read off the path of requests, all or nothing: what is faulty leaves its state and a sentence, and no pack.

type Waiting = { key: string; timeZone: string }

/** Reads one package. Reading it twice has the effect of once: it leaves `Reading` in the transaction that keeps its packs. */
export async function readTracePackage(
  services: Services,
  { companyId, packageId }: QueuePayloads['packageReading'],
): Promise<void> {
  const waiting = await services.db.withCompany(companyId, (tx) => find(tx, companyId, packageId))
  if (!waiting) return
  const folder = await mkdtemp(join(tmpdir(), 'kervan-package-'))
  try {
    const path = join(folder, 'package')
    await writeFile(path, await services.files.bytes(waiting.key))
    await services.db.withCompany(companyId, (tx) => keep(tx, companyId, packageId, path))
  } catch (error) {
    if (!(error instanceof PackageRefused)) throw error
    await services.db.withCompany(companyId, (tx) =>
      sql`update trace_package set state = 'Faulty', fault = ${error.fault}, fault_found = ${error.found} where company_id = ${companyId} and id = ${packageId} and state = 'Reading'`.execute(
        tx,
      ),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function find(
  tx: Tx,
  companyId: number,
  packageId: string,
  lock = sql``,
): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select f.storage_key as key, c.time_zone as "timeZone" from trace_package d
    join file f on f.company_id = d.company_id and f.id = d.file_id join company c on c.id = d.company_id
    where d.company_id = ${companyId} and d.id = ${packageId} and d.state = 'Reading' ${lock}`.execute(tx)
  return rows[0]
}

async function keep(tx: Tx, companyId: number, packageId: string, path: string): Promise<void> {
  const still = await find(tx, companyId, packageId, sql`for update of d`)
  if (!still) return
  const carriers: { no: number; parent: number | null; label: string; containerType: string | null }[] = []
  let packCount = 0
  const { head, notes } = await readPackage(path, {
    carrier: (carrier) => carriers.push(carrier),
    packs: async (packs) => {
      packCount += packs.length
      await insertPacks(tx, companyId, packageId, packs)
    },
  })
  await sql`
    insert into trace_carrier (company_id, package_id, no, parent_no, label, container_type)
    select ${companyId}, ${packageId}::uuid, c.no, c.parent, c.label, c.type
    from unnest(${carriers.map(({ no }) => no)}::int[], ${carriers.map(({ parent }) => parent)}::int[], ${carriers.map(({ label }) => label)}::text[],
      ${carriers.map(({ containerType }) => containerType)}::text[]) c (no, parent, label, type)
    on conflict do nothing`.execute(tx)
  await sql`
    update trace_package set state = 'Read', number = ${head.documentNumber}, document_date = ${head.documentDate}::date, action = ${head.action},
      source_gln = ${head.sourceGln}, destination_gln = ${head.destinationGln}, ship_to = ${head.shipTo}, note = ${head.note}, version = ${head.version},
      pack_count = ${packCount}, carrier_count = ${carriers.length}, notes = ${notes}::text[]
    where company_id = ${companyId} and id = ${packageId}`.execute(tx)
  await index(tx, companyId, packageId, head, still.timeZone)
}

async function insertPacks(
  tx: Tx,
  companyId: number,
  packageId: string,
  packs: readonly PackagePack[],
): Promise<void> {
  await sql`
    insert into trace_package_pack (company_id, id, package_id, carrier_no, gtin, serial_number, lot_number, expiry_date, order_number)
    select ${companyId}, p.id, ${packageId}::uuid, p.carrier, p.gtin, p.serial, p.lot, p.expiry, p.number
    from unnest(${packs.map(() => newId())}::uuid[], ${packs.map(({ carrierNo }) => carrierNo)}::int[], ${packs.map(({ gtin }) => gtin)}::text[],
      ${packs.map(({ serialNumber }) => serialNumber)}::text[], ${packs.map(({ lotNumber }) => lotNumber)}::text[], ${packs.map(({ expiryDate }) => expiryDate)}::date[],
      ${packs.map(({ orderNumber }) => orderNumber)}::text[]) p (id, carrier, gtin, serial, lot, expiry, number)
    on conflict do nothing`.execute(tx)
}

/** What a package says of its packs; what is missing here moves nothing. */
const movements: Readonly<Partial<Record<PtsAction, string>>> = {
  Dispatch: 'Dispatch',
  DispatchCancel: 'DispatchCancel',
  Purchase: 'Receipt',
  Return: 'Return',
  Deactivation: 'Deactivation',
  Production: 'Production',
  Import: 'Production',
  Export: 'Export',
  Consumption: 'Consumption',
  Transfer: 'Transfer',
  TransferCancel: 'TransferCancel',
}
const portion = 1_000

/** Takes the packs of a package over into the index, with the movement that it stands for on the day of its document. */
async function index(
  tx: Tx,
  companyId: number,
  packageId: string,
  head: PackageHead,
  timeZone: string,
): Promise<void> {
  const movement = movements[head.action]
  const day = head.documentDate
  const moved: TraceMovement[] =
    movement === undefined || day === null
      ? []
      : [
          {
            declarationId: `PTS ${head.sourceGln} ${head.documentNumber ?? packageId} ${movement}`,
            at: startOfDay(timeZone, day).toISOString(),
            movement,
            fromGln: head.sourceGln,
            toGln: head.destinationGln,
            resultCode: '00000',
          },
        ]
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<{
      id: string
      gtin: string
      serialNumber: string
      lotNumber: string
      expiryDate: string
    }>`
      select k.id, k.gtin, k.serial_number as "serialNumber", k.lot_number as "lotNumber", k.expiry_date::text as "expiryDate" from trace_package_pack k
      where k.company_id = ${companyId} and k.package_id = ${packageId} and k.id > ${after}::uuid order by k.id limit ${portion}`.execute(
      tx,
    )
    await keepMovements(
      tx,
      companyId,
      rows.map(({ id: _id, ...pack }) => ({ ...pack, movements: moved })),
      'Pts',
      packageId,
    )
    if (rows.length < portion) return
    after = rows.at(-1)?.id ?? after
  }
}
