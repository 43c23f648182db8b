import {
  getMyPreApprovalOrder,
  getPreApprovalOrder,
  myPreApprovalOrders,
  preApprovalOrders,
} from '@kervan/contract/order/pre-approval'
import {
  downloadMyPreApprovalDocument,
  downloadPreApprovalDocument,
} from '@kervan/contract/order/pre-approval-documents'
import type { Side } from '@kervan/contract/order/states'
import {
  applicantWindowMonths,
  managementWindowMonths,
  type PreApprovalState,
} from '@kervan/contract/order/words'
import { sql } from 'kysely'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { handle, handleDownload } from '../../kit/http/handle.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { withinWindow, type DayWindow } from '../../kit/lists/window.ts'
import { openFile } from '../documents/files.ts'
import { assertWithinReach } from '../own-reach.ts'
import { brokenLimitOf } from '../new/transaction-amounts.ts'
import { onBlacklist } from '../scope.ts'
import { pricesVisible } from '../../access/access.api.ts'
import { actionsOf, preOrderScope } from './offer.ts'
import { presentPreOrder } from './present-pre-order.ts'

// Pre-approval orders as they are listed and shown (ORD-012), to those who decide and to those who asked.

function source(actor: Actor, side: Side, window: DayWindow, months: number) {
  return {
    from: sql`pre_order o left join location ps on ps.company_id = ${actor.company.id} and ps.id = o.point_of_sale_id`,
    where: [
      ...preOrderScope(actor, side),
      withinWindow(actor.company.timeZone, sql`o.order_date`, window, months),
    ],
    id: sql`o.id`,
    key: sql`o.id`,
    code: sql`o.code`,
    columns: {
      preOrderCode: sql`o.code`,
      preApprovalState: sql`o.state`,
      customerName: sql`o.customer_name`,
      customerUniqueCode: sql`o.customer_code`,
      pointOfSaleCode: sql`o.point_of_sale_code`,
      pointOfSaleName: sql`o.point_of_sale_name`,
      active: sql`o.active`,
      firstOrder: sql`o.first_order`,
      blacklist: sql`o.blacklist`,
      duplicateOf: sql`o.duplicate_of`,
      deliveryLocationName: sql`o.delivery_location_name`,
      deliveryDate: sql`o.delivery_date`,
      externalPoCode: sql`o.external_po_code`,
      orderDate: sql`o.order_date`,
      channel: sql`o.channel`,
      lineCount: sql`o.line_count`,
      quantity: sql`o.quantity`,
      total: sql`o.total`,
      amountLimit: sql`case when o.state = 'Request' then ${brokenLimitOf(actor, sql`o.customer_id`, sql`o.total`)} end`,
      rejectReason: sql`o.reject_reason`,
      memo: sql`o.memo`,
      decidedBy: sql`o.decided_by`,
      decidedAt: sql`o.decided_at`,
      recordUser: sql`o.record_user_name`,
    },
    extra: { version: sql`o.version`, currency: sql`o.currency` },
    facts: {
      state: sql<PreApprovalState>`o.state`,
      recordUserId: sql<string>`o.record_user_id`,
      customerId: sql<string>`o.customer_id`,
      netTotal: sql<string>`o.total::text`,
      // Whether it is on the blacklist now decides, not whether it was.
      blacklisted: onBlacklist(actor.company.id, 'ps'),
    },
    search: sql`o.search_text`,
    pricesVisible: pricesVisible(actor.company.priceVisibility, actor),
    createdAt: sql`o.order_date`,
  }
}

type Found = {
  preOrderCode: string
  state: PreApprovalState
  recordUserId: string
  customerId: string
  netTotal: string
  blacklisted: boolean
}
const row =
  (side: Side) =>
  (
    { preOrderCode: code, netTotal: total, blacklisted: blacklist, ...known }: Found,
    context: SessionContext,
  ) => ({
    actions: actionsOf(context, side, { ...known, code, total, blacklist }),
  })

export const preOrderList = serveList(
  preApprovalOrders,
  'preOrderManagement',
  ({ actor }: SessionContext, window: DayWindow) => source(actor, 'manager', window, managementWindowMonths),
  row('manager'),
)
export const myPreOrderList = serveList(
  myPreApprovalOrders,
  'preOrderManagement',
  async (context: SessionContext, window: DayWindow) => {
    await assertWithinReach(context, window)
    return source(context.actor, 'owner', window, applicantWindowMonths)
  },
  row('owner'),
)

export const getPreApprovalOrderHandler = handle(getPreApprovalOrder, (context) =>
  presentPreOrder(context, 'manager', context.input.preOrderId),
)
export const getMyPreApprovalOrderHandler = handle(getMyPreApprovalOrder, (context) =>
  presentPreOrder(context, 'owner', context.input.preOrderId),
)

const openFor =
  (side: Side) =>
  ({ tx, actor, services, input }: SessionContext & { input: { preOrderId: string; fileId: string } }) =>
    openFile(
      tx,
      actor,
      services.files,
      input.fileId,
      sql`select from pre_order o join pre_order_document d on d.company_id = o.company_id and d.pre_order_id = o.id
        where ${sql.join(preOrderScope(actor, side), sql` and `)} and o.id = ${input.preOrderId} and d.company_id = ${actor.company.id} and d.file_id = ${input.fileId}`,
    )
export const downloadPreApprovalDocumentHandler = handleDownload(
  downloadPreApprovalDocument,
  openFor('manager'),
)
export const downloadMyPreApprovalDocumentHandler = handleDownload(
  downloadMyPreApprovalDocument,
  openFor('owner'),
)
