import { inDatabase } from '../../test/office.ts'
import type { AreaFields } from '../../test/record-fields.ts'
import type { Filled, WorldStart } from '../../test/world.ts'
import { newId } from '../kit/database/uuid.ts'

export const kinds = { tracePack: 'company', tracePackage: 'company' } as const

export const fields: AreaFields = { byName: { packId: 'tracePack', packageId: 'tracePackage' } }

/** A package that was read, and a pack of the index. */
export async function fill({ office, company, me, number }: WorldStart): Promise<Filled<keyof typeof kinds>> {
  const [file, tracePackage, tracePack] = [newId(), newId(), newId()]
  await inDatabase(
    office,
    `insert into file (company_id, id, storage_key, name, type, bytes, sha256, purpose, created_by) values ($1, $2, $3, 'package.zip', 'application/zip', 4, $4, 'trace-package', $5)`,
    file,
    `${company.id}/world-${file}`,
    Buffer.alloc(32),
    me.id,
  )
  await inDatabase(
    office,
    `insert into trace_package (company_id, id, state, file_id, file_name, file_sha256, received_at, received_by) values ($1, $2, 'Read', $3, 'package.zip', decode(md5($2::text), 'hex'), now(), 'Own')`,
    tracePackage,
    file,
  )
  await inDatabase(
    office,
    `insert into trace_pack (company_id, id, gtin, serial_number, state) values ($1, $2, '08689999001018', $3, 'ReadyToSell')`,
    tracePack,
    `WORLD${number}`,
  )
  return { records: { tracePack, tracePackage } }
}
