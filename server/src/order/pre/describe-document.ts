import {
  refusedOnPreOrderDocument,
  updateMyPreApprovalDocument,
  updatePreApprovalDocument,
} from '@kervan/contract/order/pre-approval-documents'
import { refusal } from '@kervan/contract/kit/refusals'
import { keysOf } from '@kervan/contract/kit/typed'
import type { Side } from '@kervan/contract/order/states'
import type { DocumentType, PreApprovalState } from '@kervan/contract/order/words'
import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { record } from '../../kit/records/audit.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import { preOrderScope } from './offer.ts'
import { presentPreOrder } from './present-pre-order.ts'

export const updatePreApprovalDocumentHandler = handle(updatePreApprovalDocument, (context) =>
  describe(context, 'manager', context.input),
)
export const updateMyPreApprovalDocumentHandler = handle(updateMyPreApprovalDocument, (context) =>
  describe(context, 'owner', context.input),
)

type Description = {
  documentType: DocumentType
  referenceNo: string | null
  documentDate: string | null
  memo: string | null
}
type Found = Description & {
  code: string
  state: PreApprovalState
  recordUserId: string
  recordUser: string
  name: string
  version: number
}

/** Says again what a document is (ORD-019). The order is locked meanwhile: approving it takes what is said to the order. */
async function describe(
  context: SessionContext,
  side: Side,
  {
    preOrderId: id,
    fileId,
    version,
    ...said
  }: Description & { preOrderId: string; fileId: string; version: number },
) {
  const { tx, actor, now } = context
  const company = actor.company.id
  const { rows } = await sql<Found>`
    select o.code, o.state, o.record_user_id as "recordUserId", o.record_user_name as "recordUser", f.name, d.version,
      d.document_type as "documentType", d.reference_no as "referenceNo", d.document_date as "documentDate", d.memo
    from pre_order o join pre_order_document d on d.company_id = ${company} and d.pre_order_id = o.id
      join file f on f.company_id = ${company} and f.id = d.file_id
    where ${sql.join(preOrderScope(actor, side), sql` and `)} and o.id = ${id} and d.file_id = ${fileId} for update of o, d`.execute(
    tx,
  )
  const [found] = rows
  if (!found) throw refusal('NotFound')
  const isOwn = found.recordUserId === actor.membershipId
  const refused = refusedOnPreOrderDocument({ ...found, isOwn }, found, side)
  if (refused) throw refused
  if (found.version !== version) throw await changedMeanwhile(context, 'preOrder', id)
  const changed = keysOf(said).filter((key) => said[key] !== found[key])
  if (changed.length > 0) {
    await tx
      .updateTable('pre_order_document')
      .set({
        version: version + 1,
        document_type: said.documentType,
        reference_no: said.referenceNo,
        document_date: said.documentDate,
        memo: said.memo,
      })
      .where('company_id', '=', company)
      .where('pre_order_id', '=', id)
      .where('file_id', '=', fileId)
      .execute()
    const only = (of: Description) => Object.fromEntries(changed.map((key) => [key, of[key]]))
    await record(tx, actor, now, {
      events: [
        {
          recordType: 'preOrder',
          recordId: id,
          kind: 'preOrder.documentChanged',
          facts: { name: found.name },
        },
      ],
      audit: [
        {
          operation: 'preOrder.documentChanged',
          recordType: 'preOrder',
          recordId: id,
          recordCode: found.code,
          before: { file: found.name, ...only(found) },
          after: { file: found.name, ...only(said) },
        },
      ],
    })
  }
  return presentPreOrder(context, side, id)
}
