import type { NoticeEvents } from '../kit/notice-event.ts'

/** What somebody else did with one's orders (ORD-024), the ERP and the end of the day included. */
export const orderNotices = {
  // That one's own order stands is the one thing that people are told of what they did themselves.
  'order.placed': { mail: 'ordersPlaced', usual: 'Mail', opens: 'order' },
  'order.approved': { mail: 'ordersApproved', usual: 'NoticeAndMail', opens: 'order' },
  'order.rejected': { mail: 'ordersRejected', usual: 'NoticeAndMail', opens: 'order' },
  'order.revised': { mail: 'ordersRevised', usual: 'Notice', opens: 'order' },
  'order.reverted': { mail: 'ordersReverted', usual: 'Notice', opens: 'order' },
  'order.goodsIssued': { mail: 'ordersIssued', usual: 'Notice', opens: 'order' },
  'order.completed': { mail: 'ordersCompleted', usual: 'Notice', opens: 'order' },
  'order.autoCancelled': { mail: 'ordersAutoCancelled', usual: 'NoticeAndMail', opens: 'order' },
  // For those who manage orders: that one waits, until they have read it; of each for those who have asked for it.
  'order.arrived': { mail: 'ordersArrived', usual: 'Notice', first: true, opens: 'managedOrder' },
  'order.cancelled': { mail: 'ordersCancelled', usual: 'Nothing', opens: 'managedOrder' },
  'preOrder.arrived': { mail: 'preOrdersArrived', usual: 'Notice', first: true, opens: 'managedPreOrder' },
  'order.externalOverdue': { mail: 'externalOverdue', usual: 'NoticeAndMail', opens: 'externalOrder' },
  'order.medulaFailed': { mail: 'medulaFailed', usual: 'NoticeAndMail', opens: 'managedOrder' },
  'edi.notOrdered': { mail: 'ediNotOrdered', usual: 'NoticeAndMail', opens: 'ediMessage' },
  'preOrder.approved': { mail: 'preOrdersApproved', usual: 'NoticeAndMail', opens: 'preOrder' },
  'preOrder.rejected': { mail: 'preOrdersRejected', usual: 'NoticeAndMail', opens: 'preOrder' },
  'preOrder.revised': { mail: 'preOrdersRevised', usual: 'Notice', opens: 'preOrder' },
  // For those who decide on returns.
  'productReturn.announced': { mail: 'returnsAnnounced', usual: 'Notice', opens: 'productReturn' },
  // For who has announced them.
  'productReturn.accepted': { mail: 'returnsAccepted', usual: 'NoticeAndMail', opens: 'productReturn' },
  'productReturn.refused': { mail: 'returnsRefused', usual: 'NoticeAndMail', opens: 'productReturn' },
  'productReturn.received': { mail: 'returnsReceived', usual: 'Notice', opens: 'productReturn' },
  'productReturn.credited': { mail: 'returnsCredited', usual: 'NoticeAndMail', opens: 'productReturn' },
} as const satisfies NoticeEvents
