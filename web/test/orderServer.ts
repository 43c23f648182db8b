import * as documents from '@kervan/contract/order/order-documents'
import * as management from '@kervan/contract/order/order-management'
import * as my from '@kervan/contract/order/order-my'
import type { OrderLineView, OrderView } from '@kervan/contract/order/order-view'
import orderWords from '@kervan/contract/messages/en/order.json' with { type: 'json' }
import quotaWords from '@kervan/contract/messages/en/quotas.json' with { type: 'json' }
import {
  deriveOrderState,
  shownOrderState,
  lineActions,
  refusedOnLine,
  refusedOnOrder,
  type LineAction,
} from '@kervan/contract/order/states'
import type { Refusal } from '@kervan/contract/kit/refusals'
import type { LineState } from '@kervan/contract/order/words'
import type { Selection } from '@kervan/contract/kit/page'
import { summariseResults, type BulkAnswer } from '@kervan/contract/kit/bulk-answer'
import type { MemoryServer } from './MemoryServer.ts'
import { rememberDictionaries, serveList } from './memoryParts.ts'
import { sampleOrders, type OrderRow } from './sampleOrders.ts'

const id = (group: number, index: number) =>
  `00000000-0000-4000-8${String(group).padStart(3, '0')}-${String(index).padStart(12, '0')}`

type Side = 'manager' | 'owner'
const refusals: Record<string, string> = { ...orderWords.refusal, ...quotaWords.refusal }

/** The decisions of that side by the contract's own rule, with the words of the catalogue. */
function offered(side: Side, refused: (action: LineAction) => Refusal | null) {
  const why = (refusal: Refusal | null) =>
    refusal &&
    refusals[refusal.code]!.replace(/\{\{(\w+)\}\}/g, (_, fact: string) => String(refusal.facts[fact]))
  const own = lineActions.filter((action) => (action === 'cancel') === (side === 'owner'))
  return Object.fromEntries(own.map((action) => [action, why(refused(action))]))
}

export function sampleLine(
  index: number,
  over: Partial<OrderLineView> = {},
  side: Side = 'manager',
): OrderLineView {
  const line = {
    id: id(100, index),
    lineNo: index + 1,
    lineCode: `SO-26-48213-${index + 1}`,
    productUniqueCode: `P-${1_000 + index}`,
    productName: ['Nitrile exam gloves', 'Surgical mask', 'Gauze swab', 'Elastic bandage'][index % 4]!,
    picture: { shape: 'box', color: '#1a6c98', photoId: null },
    color: index % 2 === 0 ? 'blue' : null,
    size: ['S', 'M', 'L', 'XL'][index % 4]!,
    gtin: `0869951204${String(index).padStart(4, '0')}`,
    manufacturerProductCode: null,
    externalProductCode: null,
    packUnit: 12,
    available: 500,
    supplyLocationName: 'Central warehouse',
    demandQuantity: 120,
    poQuantity: 120,
    completedQuantity: 0,
    unitPrice: '10.5',
    lineTotal: '1260',
    shipmentMethod: 'Road' as const,
    type: 'DirectlyOrder' as const,
    state: 'Pending' as LineState,
    rejectReason: 'None' as const,
    quotaState: 'None' as const,
    memo: null,
    healthInsurance: null,
    ...over,
  }
  return { ...line, actions: offered(side, (action) => refusedOnLine(action, { isOwn: false }, line, side)) }
}

export function sampleOrder(
  row: OrderRow,
  lines: OrderLineView[],
  side: Side,
  over: Partial<OrderView> = {},
): OrderView {
  const ruled = { code: row.orderCode, isOwn: false, lines }
  return {
    id: row.id,
    version: row.version,
    orderCode: row.orderCode,
    externalPoCode: row.externalPoCode,
    externalOrderDate: '2026-11-18',
    externalContact: 'Ayşe Yıldız',
    medulaTransactionNo: null,
    note: 'Gate 4, before noon',
    vendorUniqueCode: 'SELVI',
    vendorName: 'Selvi Medikal A.Ş.',
    customerUniqueCode: row.customerUniqueCode,
    customerName: row.customerName,
    deliveryDate: row.deliveryDate,
    deliveryLocationCode: row.deliveryLocationCode,
    deliveryLocationName: row.deliveryLocationName,
    pointOfSaleName: null,
    orderDate: row.orderDate,
    state: deriveOrderState(lines),
    shownState: shownOrderState(
      deriveOrderState(lines),
      lines.every(({ state }) => state === 'Cancelled'),
    ),
    completedRatio: 0,
    lineCount: lines.length,
    externalApproval: null,
    shipmentMethod: row.shipmentMethod,
    type: lines[0]?.type ?? 'DirectlyOrder',
    channel: row.channel,
    recordUser: 'Elif Karaca',
    recordDate: row.orderDate,
    lastEventDate: row.lastEventDate,
    mainOrderCode: null,
    currency: 'TRY',
    subtotal: '2520',
    discount: '0',
    total: '2520',
    demandTotal: '2520',
    lines,
    events: [
      {
        id: id(200, 2),
        at: '2026-11-20T10:30:00.000Z',
        by: 'Mert Aydoğan',
        kind: 'order.rejected',
        facts: {
          count: 1,
          line: 'SO-26-48213-2',
          from: null,
          to: null,
          reason: 'Other',
          memo: 'Discontinued',
        },
      },
      {
        id: id(200, 1),
        at: '2026-11-20T09:12:00.000Z',
        by: row.customerName,
        kind: 'order.placed',
        facts: { count: lines.length },
      },
    ],
    documents: [],
    exportRefused: null,
    actions: {
      ...offered(side, (action) => refusedOnOrder(action, ruled, side)),
      ...(side === 'owner' && { reorder: null, attach: null }),
    },
    ...over,
  }
}

export type OrderServer = {
  rows: OrderRow[]
  orders: Map<string, OrderView>
  /** As if a colleague had worked on it. */ touch(code: string): void
}

/** Order Management and My Orders over orders in memory, with the rules of the states and the check of versions. */
export function serveOrders(
  server: MemoryServer,
  side: Side,
  count = 60,
  linesOf: (row: OrderRow, index: number) => OrderLineView[] = () =>
    [0, 1, 2].map((index) => sampleLine(index, {}, side)),
): OrderServer {
  rememberDictionaries(server)
  const rows = sampleOrders(count).map((row, index) => ({
    ...row,
    state: 'Request' as const,
    shownState: 'Request' as const,
    type: linesOf(row, index)[0]?.type ?? row.type,
  }))
  const orders = new Map(
    rows.map((row, index) => [row.orderCode, sampleOrder(row, linesOf(row, index), side)]),
  )
  for (const row of rows) row.actions = orders.get(row.orderCode)!.actions
  for (const list of [
    management.pendingOrders,
    management.closedOrders,
    management.externalApprovalOrders,
    my.myPendingOrders,
    my.myPastOrders,
  ])
    serveList(server, list, rows)
  server.answer(management.countOrders, () => ({
    toDecide: { orders: 428, isExact: true, late: 12 },
    inFulfilment: { orders: 212, isExact: true, late: 40 },
    externalApproval: { orders: 0, isExact: true, late: 0 },
    arrived: null,
    openEdiMessages: 2,
  }))

  const find = ({ orderCode }: { orderCode: string }) =>
    orders.get(orderCode) ?? server.refuse(management.getManagedOrder, 'OrderNotFound')
  const part = (input: { orderCode: string; firstLines?: number | undefined }) => {
    const order = find(input)
    return { ...order, lines: order.lines.slice(0, input.firstLines) }
  }
  const current = (input: { orderCode: string; version: number }) => {
    const order = find(input)
    if (order.version !== input.version)
      server.refuse(management.getManagedOrder, 'ChangedMeanwhile', {
        changedBy: 'Mert Aydoğan',
        changedAt: '2026-11-20T10:41:00.000Z',
      })
    return order
  }
  const save = (
    order: OrderView,
    ids: readonly string[],
    change: (line: OrderLineView) => Partial<OrderLineView>,
  ) => {
    const lines = order.lines.map((line, index) =>
      ids.includes(line.id) ? sampleLine(index, { ...line, ...change(line) }, side) : line,
    )
    const row = rows.find(({ orderCode }) => orderCode === order.orderCode)!
    const saved = sampleOrder({ ...row, version: order.version + 1 }, lines, side, {
      events: order.events,
      documents: order.documents,
    })
    orders.set(order.orderCode, saved)
    return saved
  }
  server.answer(management.getManagedOrder, part)
  server.answer(my.getMyOrder, part)
  server.answer(management.approvedOrder, (input) =>
    save(current(input), input.lineIds, () => ({ state: 'Approved' })),
  )
  server.answer(management.rejectedOrder, (input) =>
    save(current(input), input.lineIds, () => ({
      state: 'Rejected',
      poQuantity: 0,
      rejectReason: input.reason,
      memo: input.memo ?? null,
    })),
  )
  server.answer(management.revertedOrder, (input) =>
    save(current(input), input.lineIds, (line) => ({
      state: 'Pending',
      poQuantity: line.demandQuantity,
      rejectReason: 'None',
    })),
  )
  server.answer(management.revisedOrder, (input) =>
    save(
      current(input),
      input.lines.map(({ lineId }) => lineId),
      (line) => ({
        state: 'Revised',
        poQuantity: input.lines.find(({ lineId }) => lineId === line.id)!.quantity,
      }),
    ),
  )
  server.answer(my.cancelOrder, (input) =>
    save(current(input), input.lineIds ?? find(input).lines.map((line) => line.id), () => ({
      state: 'Cancelled',
      poQuantity: 0,
      memo: input.memo,
    })),
  )
  server.answer(documents.deleteDocument, (input) => {
    const order = find(input)
    const saved = { ...order, documents: order.documents.filter(({ fileId }) => fileId !== input.fileId) }
    orders.set(order.orderCode, saved)
    return saved
  })

  const many = (input: { selection: Selection }): BulkAnswer => {
    const { selection } = input
    const chosen =
      selection.mode === 'ids'
        ? rows.filter((row) => selection.ids.includes(row.id))
        : rows.filter((row) => !selection.exclude.includes(row.id))
    const results = chosen.map((row) => {
      const isRefused = row.type === 'Backorder'
      return {
        id: row.id,
        code: row.orderCode,
        ok: !isRefused,
        count: isRefused ? 0 : 3,
        refusal: isRefused ? 'BackorderLocked' : null,
        message: isRefused ? orderWords.refusal.BackorderLocked : null,
      }
    })
    return { jobId: null, ...summariseResults(results) }
  }
  for (const call of [
    management.approveOrders,
    management.rejectOrders,
    management.reviseOrders,
    management.revertOrders,
    my.cancelAllPending,
  ])
    server.answer(call, many as never)
  return {
    rows,
    orders,
    touch(code) {
      const order = orders.get(code)
      if (order) orders.set(code, { ...order, version: order.version + 1 })
    },
  }
}

const permissionsOf = (calls: object) =>
  Object.values(calls).flatMap(
    (one: {
      permission?: string | null
      page?: { permission: string | null }
      excel?: { permission: string | null }
    }) =>
      [one.permission, one.page?.permission, one.excel?.permission].filter(
        (permission) => typeof permission === 'string',
      ),
  )

export const managerRights = [
  'Orders',
  'OrderManagement',
  'PendingOrders',
  'ClosedOrders',
  'ExternalApprovalOrders',
  ...permissionsOf(management),
]
export const customerRights = [
  'Orders',
  'NewOrder',
  'MyOrders',
  ...permissionsOf(my),
  ...permissionsOf(documents).filter((one) => one.startsWith('orderMy-')),
]
