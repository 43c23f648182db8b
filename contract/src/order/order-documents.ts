import { z } from 'zod'
import { actionsField } from '../kit/actions.ts'
import { BulkAnswer } from '../kit/bulk-answer.ts'
import { Binary, call, Uuid, Version } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { refusal, type Refusal } from '../kit/refusals.ts'
import { DocumentDescription, DocumentType } from './document-description.ts'
import { orderWindow } from './order-lists.ts'
import { documentActs, OrderView, type DocumentAct } from './order-view.ts'
import type { Side } from './states.ts'
import {
  documentStates,
  documentTypes,
  orderFileBytes,
  orderFileLimit,
  orderFileTypes,
  type DocumentState,
} from './words.ts'

// Documents of orders (ORD-019, ORD-006): what goes with an order, and what has become of it. Who ordered attaches and
// describes; the other side does the same and says how far it is with each.

/** Once somebody works with a document, it is no longer its sender's to change. */
const inProcess: readonly DocumentState[] = ['Processing', 'Succeeded']

/** Why this cannot be done with a document, or null when it can. */
export function refusedOnDocument(
  _act: DocumentAct,
  document: { name: string; by: string; isOwn: boolean; state: DocumentState },
  side: Side,
): Refusal | null {
  if (side === 'manager') return null
  if (!document.isOwn) return refusal('DocumentNotOwn', { name: document.name, by: document.by })
  return inProcess.includes(document.state) ? refusal('DocumentInProcess', { name: document.name }) : null
}

const OrderCode = z.string().min(1).max(40)
const named = { orderCode: OrderCode, fileId: Uuid }

const upload = {
  kind: 'upload',
  upload: {
    maxFiles: orderFileLimit,
    maxBytes: orderFileBytes,
    types: orderFileTypes,
    refusedAs: 'FilesInvalid',
    keepsName: true,
  },
  input: z.strictObject({ orderCode: OrderCode, documentType: DocumentType.optional() }),
  output: OrderView,
  refusals: ['OrderNotFound'],
} as const
export const uploadDocuments = call('OrderMy/UploadDocuments', { ...upload, refusals: ['OrderNotFound'] })
export const uploadManagedDocuments = call('OrderManagement/UploadDocuments', {
  ...upload,
  refusals: ['OrderNotFound'],
})

const download = {
  reads: true,
  kind: 'download',
  input: z.strictObject(named),
  output: Binary,
} as const
export const downloadDocument = call('OrderMy/DownloadDocument', {
  ...download,
  refusals: ['OrderNotFound', 'NotFound'],
})
export const downloadManagedDocument = call('OrderManagement/DownloadDocument', {
  ...download,
  refusals: ['OrderNotFound', 'NotFound'],
})

const described = { ...named, version: Version, ...DocumentDescription.shape }

export const updateDocument = call('OrderMy/UpdateDocument', {
  input: z.strictObject(described),
  output: OrderView,
  refusals: ['OrderNotFound', 'NotFound', 'ChangedMeanwhile', 'DocumentNotOwn', 'DocumentInProcess'],
})
/** The process state is said by those who work with the document. */
export const updateManagedDocument = call('OrderManagement/UpdateDocument', {
  input: z.strictObject({ ...described, processState: z.enum(documentStates) }),
  output: OrderView,
  refusals: ['OrderNotFound', 'NotFound', 'ChangedMeanwhile'],
})

export const deleteDocument = call('OrderMy/DeleteDocument', {
  input: z.strictObject(named),
  output: OrderView,
  refusals: ['OrderNotFound', 'NotFound', 'DocumentNotOwn', 'DocumentInProcess'],
})
export const deleteManagedDocument = call('OrderManagement/DeleteDocument', {
  input: z.strictObject(named),
  output: OrderView,
  refusals: ['OrderNotFound', 'NotFound'],
})

/** The documents view of My Orders (ORD-011), by the dates of the orders. */
export const myOrderDocuments = pageList('OrderMy/GetOrderDocuments', {
  columns: {
    documentName: column.text(),
    documentType: column.choice(documentTypes, { words: 'documentType' }),
    processState: column.choice(documentStates, { words: 'documentState' }),
    referenceNo: column.text({ nullable: true }),
    documentDate: column.date({ nullable: true }),
    memo: column.text({ nullable: true }),
    orderCode: column.code(),
    customerName: column.text(),
    deliveryLocationName: column.text(),
    orderDate: column.instant(),
    attachedAt: column.instant(),
    attachedBy: column.text(),
  },
  extra: {
    id: Uuid,
    version: z.int(),
    fileId: Uuid,
    type: z.string(),
    bytes: z.int(),
    actions: actionsField(documentActs),
  },
  scope: orderWindow,
  defaultSort: [{ column: 'attachedAt', direction: 'desc' }],
  search: true,
  selectable: true,
  refusals: ['WindowTooWide', 'WindowTooEarly'],
})

export const deleteDocuments = call('OrderMy/DeleteDocuments', {
  input: z.strictObject({ selection: myOrderDocuments.selection, dryRun: z.boolean() }),
  output: BulkAnswer,
  refusals: ['SelectionTooLarge', 'WindowTooWide', 'WindowTooEarly'],
})
