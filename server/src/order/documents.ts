import { sql, type RawBuilder } from 'kysely'
import { refusal } from '@kervan/contract/kit/refusals'
import { orderFileLimit } from '@kervan/contract/order/words'
import type { Actor, SessionContext } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import type { Files } from '../kit/records/files.ts'
import type { FileAnswer } from '../kit/http/handle.ts'
import type { Upload } from '../kit/http/uploads.ts'

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
  wanted: { orderCode: string; fileId: string },
): Promise<FileAnswer> {
  const { rows } = await sql<{
    id: string
  }>`select o.id from sales_order o where ${sql.join(scope, sql` and `)} and o.code = ${wanted.orderCode}`.execute(
    tx,
  )
  const orderId = rows[0]?.id
  if (!orderId) throw refusal('OrderNotFound')
  const file = await tx
    .selectFrom('order_document as d')
    .innerJoin('file as f', (join) =>
      join.onRef('f.company_id', '=', 'd.company_id').onRef('f.id', '=', 'd.file_id'),
    )
    .select(['f.storage_key', 'f.name', 'f.type'])
    .where('d.company_id', '=', actor.company.id)
    .where('d.order_id', '=', orderId)
    .where('d.file_id', '=', wanted.fileId)
    .executeTakeFirst()
  if (!file) throw refusal('NotFound')
  return { name: file.name, type: file.type, body: await files.open(file.storage_key) }
}
