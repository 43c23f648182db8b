import { sql, type RawBuilder } from 'kysely'
import { refusal } from '@kervan/contract/kit/refusals'
import { orderFileLimit } from '@kervan/contract/order/words'
import type { Actor, SessionContext } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { Files } from '../../kit/records/files.ts'
import type { FileAnswer } from '../../kit/http/handle.ts'
import type { Upload } from '../../kit/http/uploads.ts'

/** Keeps uploads for an order or a cart that has `kept` already; a wrong one refuses them all (ORD-006). */
export async function keepFiles(
  { tx, actor, services }: SessionContext,
  uploads: readonly Upload[],
  kept: number,
): Promise<string[]> {
  if (kept + uploads.length > orderFileLimit) throw refusal('TooManyFiles', { limit: orderFileLimit })
  const ids: string[] = []
  for (const upload of uploads) ids.push(await services.files.keep(tx, actor, upload, 'order-document'))
  return ids
}

/** The document of an order inside the scope. Throws `OrderNotFound` or `NotFound`. */
export async function openDocument(
  tx: Tx,
  actor: Actor,
  files: Files,
  scope: RawBuilder<unknown>[],
  { orderCode, fileId }: { orderCode: string; fileId: string },
): Promise<FileAnswer> {
  const { rows } = await sql<{
    id: string
  }>`select o.id from sales_order o where ${sql.join(scope, sql` and `)} and o.code = ${orderCode}`.execute(
    tx,
  )
  const orderId = rows[0]?.id
  if (!orderId) throw refusal('OrderNotFound')
  return openFile(
    tx,
    actor,
    files,
    fileId,
    sql`select from order_document d where d.company_id = ${actor.company.id} and d.order_id = ${orderId} and d.file_id = ${fileId}`,
  )
}

/** A file that a record names: `named` finds the row that does. Throws `NotFound`. */
export async function openFile(
  tx: Tx,
  actor: Actor,
  files: Files,
  fileId: string,
  named: RawBuilder<unknown>,
): Promise<FileAnswer> {
  const { rows } = await sql<{ key: string; name: string; type: string }>`
    select f.storage_key as key, f.name, f.type from file f
    where f.company_id = ${actor.company.id} and f.id = ${fileId} and exists (${named})`.execute(tx)
  const [file] = rows
  if (!file) throw refusal('NotFound')
  return { name: file.name, type: file.type, body: await files.open(file.key) }
}
