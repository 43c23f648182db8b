import {
  deleteDocument,
  deleteManagedDocument,
  refusedOnDocument,
  updateDocument,
  updateManagedDocument,
  uploadDocuments,
  uploadManagedDocuments,
} from '@kervan/contract/order/order-documents'
import { refusal } from '@kervan/contract/kit/refusals'
import type { DocumentAct, OrderDocument } from '@kervan/contract/order/order-view'
import type { Side } from '@kervan/contract/order/states'
import { orderFileLimit, type DocumentState } from '@kervan/contract/order/words'
import type { SessionContext } from '../../kit/context.ts'
import { offer } from '../../kit/records/offer.ts'

// Documents of an order as its record shows them (ORD-019).

type Reader = Pick<SessionContext, 'actor' | 'language'>
type Ruled = { name: string; by: string; createdBy: string; state: DocumentState }

const calls = {
  manager: { edit: updateManagedDocument, remove: deleteManagedDocument },
  owner: { edit: updateDocument, remove: deleteDocument },
} as const
const uploads = { manager: uploadManagedDocuments, owner: uploadDocuments } as const

/** What this reader may do with a document, each open or with the reason that the handler would give. */
export const offerOnDocument = (context: Reader, side: Side, { createdBy, ...document }: Ruled) =>
  offer<DocumentAct>(context, calls[side], (act) =>
    refusedOnDocument(act, { ...document, isOwn: createdBy === context.actor.membershipId }, side),
  )

/** Whether this reader may attach more to an order that has `count` documents. */
export const offerUpload = (context: Reader, side: Side, count: number) =>
  offer(context, { attach: uploads[side] }, () =>
    count < orderFileLimit ? null : refusal('TooManyFiles', { limit: orderFileLimit }),
  )

export async function readDocuments(
  context: Pick<SessionContext, 'tx' | 'actor' | 'language'>,
  orderId: string,
  side: Side,
): Promise<OrderDocument[]> {
  const { tx, actor } = context
  const rows = await tx
    .selectFrom('order_document as d')
    .innerJoin('file as f', (join) =>
      join.onRef('f.company_id', '=', 'd.company_id').onRef('f.id', '=', 'd.file_id'),
    )
    .selectAll('d')
    .select(['f.name', 'f.type', 'f.bytes'])
    .where('d.company_id', '=', actor.company.id)
    .where('d.order_id', '=', orderId)
    .orderBy('d.created_at')
    .orderBy('d.file_id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    fileId: row.file_id,
    name: row.name,
    type: row.type,
    bytes: row.bytes,
    documentType: row.document_type,
    processState: row.process_state,
    referenceNo: row.reference_no,
    documentDate: row.document_date,
    memo: row.memo,
    at: row.created_at.toISOString(),
    by: row.created_by_name,
    actions: offerOnDocument(context, side, {
      name: row.name,
      by: row.created_by_name,
      createdBy: row.created_by,
      state: row.process_state,
    }),
  }))
}
