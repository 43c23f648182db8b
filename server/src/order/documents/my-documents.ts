import { deleteDocuments, myOrderDocuments, refusedOnDocument } from '@kervan/contract/order/order-documents'
import { refusal } from '@kervan/contract/kit/refusals'
import { applicantWindowMonths, type DocumentState } from '@kervan/contract/order/words'
import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { handleBulk, pass } from '../../kit/lists/handle-bulk.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { withinWindow, type DayWindow } from '../../kit/lists/window.ts'
import { assertWithinReach } from '../own-reach.ts'
import { ownOrderScope } from '../scope.ts'
import { removeDocuments, type RemovedDocument } from './change-documents.ts'
import { offerOnDocument } from './present-documents.ts'

// The documents view of My Orders (ORD-011, ORD-019).

type Found = {
  documentName: string
  attachedBy: string
  processState: DocumentState
  createdBy: string
}

export const myOrderDocumentList = serveList(
  myOrderDocuments,
  'myOrderDocuments',
  async (context: SessionContext, window: DayWindow) => {
    await assertWithinReach(context, window)
    const { actor } = context
    return {
      from: sql`order_document d join sales_order o on o.company_id = d.company_id and o.id = d.order_id join file f on f.company_id = d.company_id and f.id = d.file_id`,
      where: [
        sql`d.company_id = ${actor.company.id}`,
        ...ownOrderScope(actor),
        withinWindow(actor.company.timeZone, sql`o.order_date`, window, applicantWindowMonths),
      ],
      id: sql`d.id`,
      key: sql`d.id`,
      columns: {
        documentName: sql`f.name`,
        documentType: sql`d.document_type`,
        processState: sql`d.process_state`,
        referenceNo: sql`d.reference_no`,
        documentDate: sql`d.document_date`,
        memo: sql`d.memo`,
        orderCode: sql`o.code`,
        customerName: sql`o.customer_name`,
        deliveryLocationName: sql`o.delivery_location_name`,
        orderDate: sql`o.order_date`,
        attachedAt: sql`d.created_at`,
        attachedBy: sql`d.created_by_name`,
      },
      extra: { version: sql`d.version`, fileId: sql`d.file_id`, type: sql`f.type`, bytes: sql`f.bytes` },
      facts: { createdBy: sql<string>`d.created_by` },
      search: sql`fold(f.name || ' ' || coalesce(d.reference_no, '') || ' ' || coalesce(d.memo, '')) || ' ' || o.search_text`,
      createdAt: sql`d.created_at`,
    }
  },
  (found: Found, context) => ({
    actions: offerOnDocument(context, 'owner', {
      name: found.documentName,
      by: found.attachedBy,
      createdBy: found.createdBy,
      state: found.processState,
    }),
  }),
)

type Loaded = RemovedDocument & { code: string; by: string; createdBy: string; state: DocumentState }

export const deleteDocumentsHandler = handleBulk(deleteDocuments, {
  list: () => myOrderDocumentList,
  limit: 1_000,
  notFound: () => refusal('NotFound'),
  async load({ tx, actor }: SessionContext, ids: readonly string[], { lock }) {
    const { rows } = await sql<Loaded>`
      select d.id, d.file_id as "fileId", f.name, f.name as code, o.id as "orderId", o.code as "orderCode", d.created_by_name as by, d.created_by as "createdBy", d.process_state as state
      from order_document d join sales_order o on o.company_id = d.company_id and o.id = d.order_id join file f on f.company_id = d.company_id and f.id = d.file_id
      where d.company_id = ${actor.company.id} and ${sql.join(ownOrderScope(actor), sql` and `)} and d.id = any(${ids}::uuid[])
      order by d.id ${lock ? sql`for update of d` : sql``}`.execute(tx)
    return rows
  },
  judge:
    async ({ actor }) =>
    ({ name, by, state, createdBy }) =>
      refusedOnDocument('remove', { name, by, state, isOwn: createdBy === actor.membershipId }, 'owner') ??
      pass(null),
  apply: (context: SessionContext, passing) =>
    removeDocuments(
      context,
      passing.map(({ record: document }) => document),
    ),
})
