import {
  deleteDocument,
  deleteManagedDocument,
  downloadDocument,
  downloadManagedDocument,
  refusedOnDocument,
  updateDocument,
  updateManagedDocument,
  uploadDocuments,
  uploadManagedDocuments,
} from '@kervan/contract/order/order-documents'
import { refusal } from '@kervan/contract/kit/refusals'
import { keysOf } from '@kervan/contract/kit/typed'
import type { DocumentAct } from '@kervan/contract/order/order-view'
import type { Side } from '@kervan/contract/order/states'
import type { DocumentState, DocumentType } from '@kervan/contract/order/words'
import { sql, type RawBuilder } from 'kysely'
import type { Actor, SessionContext } from '../../kit/context.ts'
import type { Upload } from '../../kit/http/uploads.ts'
import { handle, handleDownload } from '../../kit/http/handle.ts'
import { record } from '../../kit/records/audit.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import { removeFiles } from '../../kit/records/files.ts'
import { lockOne } from '../decide-orders.ts'
import { presentOrder } from '../present-order.ts'
import { orderScope, ownOrderScope } from '../scope.ts'
import { keepFiles, openDocument } from './files.ts'

// Documents are attached, described, taken and removed by both sides (ORD-019). The order is locked meanwhile, so that
// two who attach at once do not pass the limit together.

type Scope = (actor: Actor) => RawBuilder<unknown>[]
const scopes: Record<Side, Scope> = { manager: orderScope, owner: ownOrderScope }

export const uploadDocumentsHandler = handle(uploadDocuments, (context) => attach(context, 'owner'))
export const uploadManagedDocumentsHandler = handle(uploadManagedDocuments, (context) =>
  attach(context, 'manager'),
)
export const updateDocumentHandler = handle(updateDocument, (context) =>
  describe(context, 'owner', context.input),
)
export const updateManagedDocumentHandler = handle(updateManagedDocument, (context) =>
  describe(context, 'manager', context.input),
)
export const deleteDocumentHandler = handle(deleteDocument, (context) =>
  remove(context, 'owner', context.input),
)
export const deleteManagedDocumentHandler = handle(deleteManagedDocument, (context) =>
  remove(context, 'manager', context.input),
)
export const downloadDocumentHandler = handleDownload(downloadDocument, ({ input, services, tx, actor }) =>
  openDocument(tx, actor, services.files, scopes.owner(actor), input),
)
export const downloadManagedDocumentHandler = handleDownload(
  downloadManagedDocument,
  ({ input, services, tx, actor }) => openDocument(tx, actor, services.files, scopes.manager(actor), input),
)

type Attaching = SessionContext & {
  input: { orderCode: string; documentType?: DocumentType | undefined }
  uploads: readonly Upload[]
}

async function attach(context: Attaching, side: Side) {
  const { input, tx, actor, now, uploads } = context
  const order = await lockOne(context, scopes[side](actor), input.orderCode)
  const kept = await tx
    .selectFrom('order_document')
    .select('file_id')
    .where('company_id', '=', actor.company.id)
    .where('order_id', '=', order.id)
    .execute()
  const fileIds = await keepFiles(context, uploads, kept.length)
  await tx
    .insertInto('order_document')
    .values(
      fileIds.map((fileId) => ({
        company_id: actor.company.id,
        order_id: order.id,
        file_id: fileId,
        document_type: input.documentType ?? 'Other',
        created_by: actor.membershipId,
        created_by_name: actor.name,
        created_at: now,
      })),
    )
    .execute()
  await record(tx, actor, now, {
    events: uploads.map((upload) => ({
      recordType: 'order',
      recordId: order.id,
      kind: 'order.documentAdded',
      facts: { name: upload.name },
    })),
    audit: [
      {
        operation: 'order.documentAdded',
        recordType: 'order',
        recordId: order.id,
        recordCode: order.code,
        after: { files: uploads.map((upload) => upload.name) },
      },
    ],
  })
  return presentOrder(context, scopes[side](actor), order.code, side)
}

type Description = {
  documentType: DocumentType
  referenceNo: string | null
  documentDate: string | null
  memo: string | null
  processState?: DocumentState
}

async function describe(
  context: SessionContext,
  side: Side,
  {
    orderCode,
    fileId,
    version,
    ...said
  }: Description & { orderCode: string; fileId: string; version: number },
) {
  const { tx, actor, now } = context
  const order = await lockOne(context, scopes[side](actor), orderCode)
  const document = await lockDocument(context, 'edit', side, order.id, fileId)
  if (document.version !== version) throw await changedMeanwhile(context, 'order', order.id)
  const before: Required<Description> = {
    documentType: document.document_type,
    referenceNo: document.reference_no,
    documentDate: document.document_date,
    memo: document.memo,
    processState: document.process_state,
  }
  const after: Required<Description> = { ...before, ...said }
  const changed = keysOf(after).filter((key) => after[key] !== before[key])
  if (changed.length > 0) {
    await tx
      .updateTable('order_document')
      .set({
        version: version + 1,
        document_type: after.documentType,
        process_state: after.processState,
        reference_no: after.referenceNo,
        document_date: after.documentDate,
        memo: after.memo,
      })
      .where('company_id', '=', actor.company.id)
      .where('id', '=', document.id)
      .execute()
    const only = (of: Required<Description>) => Object.fromEntries(changed.map((key) => [key, of[key]]))
    const facts = { name: document.name }
    await record(tx, actor, now, {
      events: [{ recordType: 'order', recordId: order.id, kind: 'order.documentChanged', facts }],
      audit: [
        {
          operation: 'order.documentChanged',
          recordType: 'order',
          recordId: order.id,
          recordCode: order.code,
          before: { file: document.name, ...only(before) },
          after: { file: document.name, ...only(after) },
        },
      ],
    })
  }
  return presentOrder(context, scopes[side](actor), order.code, side)
}

async function remove(
  context: SessionContext,
  side: Side,
  { orderCode, fileId }: { orderCode: string; fileId: string },
) {
  const { actor } = context
  const order = await lockOne(context, scopes[side](actor), orderCode)
  const document = await lockDocument(context, 'remove', side, order.id, fileId)
  await removeDocuments(context, [
    { id: document.id, fileId, name: document.name, orderId: order.id, orderCode: order.code },
  ])
  return presentOrder(context, scopes[side](actor), order.code, side)
}

/** The document of an order that is locked. Throws `NotFound`, or why this cannot be done with it. */
async function lockDocument(
  { tx, actor }: SessionContext,
  act: DocumentAct,
  side: Side,
  orderId: string,
  fileId: string,
) {
  const found = await tx
    .selectFrom('order_document as d')
    .innerJoin('file as f', (join) =>
      join.onRef('f.company_id', '=', 'd.company_id').onRef('f.id', '=', 'd.file_id'),
    )
    .selectAll('d')
    .select('f.name')
    .where('d.company_id', '=', actor.company.id)
    .where('d.order_id', '=', orderId)
    .where('d.file_id', '=', fileId)
    .executeTakeFirst()
  if (!found) throw refusal('NotFound')
  const { name, created_by_name: by, process_state: state } = found
  const refused = refusedOnDocument(
    act,
    { name, by, state, isOwn: found.created_by === actor.membershipId },
    side,
  )
  if (refused) throw refused
  return found
}

export type RemovedDocument = { id: string; fileId: string; name: string; orderId: string; orderCode: string }

/** Takes documents off their orders, with an event and an audit entry each; the files go where nothing names them. */
export async function removeDocuments(
  { tx, actor, now, services }: Pick<SessionContext, 'tx' | 'actor' | 'now' | 'services'>,
  documents: readonly RemovedDocument[],
): Promise<void> {
  await sql`delete from order_document where company_id = ${actor.company.id} and id = any(${documents.map(({ id }) => id)}::uuid[])`.execute(
    tx,
  )
  const ids = [...new Set(documents.map(({ fileId }) => fileId))]
  await removeFiles(tx, services.jobs, actor.company.id, { ids })
  await record(tx, actor, now, {
    events: documents.map(({ orderId, name }) => ({
      recordType: 'order',
      recordId: orderId,
      kind: 'order.documentRemoved',
      facts: { name },
    })),
    audit: documents.map(({ orderId, orderCode, name }) => ({
      operation: 'order.documentRemoved',
      recordType: 'order',
      recordId: orderId,
      recordCode: orderCode,
      before: { file: name },
    })),
  })
}
