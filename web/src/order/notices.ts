import type { NoticeAddresses } from '../kit/page/noticeAddresses.ts'

const orderOf = (recordCode: string | null) => (recordCode === null ? {} : { order: recordCode })
const searchFor = (recordCode: string | null) => (recordCode === null ? {} : { q: recordCode })

/** Where notices of ordering open. */
export const noticeAddresses: NoticeAddresses = {
  order: ({ recordCode }) => ({ to: '/order/my-orders', search: orderOf(recordCode) }),
  managedOrder: ({ recordCode }) => ({ to: '/order/order-management', search: orderOf(recordCode) }),
  externalOrder: ({ recordCode }) => ({
    to: '/order/order-management',
    search: { tab: 'external', ...orderOf(recordCode) },
  }),
  // Its address holds an id, which a notice does not know: it is found by its code.
  preOrder: ({ recordCode }) => ({
    to: '/order/my-orders',
    search: { tab: 'preApproval', ...searchFor(recordCode) },
  }),
  managedPreOrder: ({ recordCode }) => ({ to: '/order/pre-order-management', search: searchFor(recordCode) }),
  productReturn: ({ recordCode }) => ({ to: '/porta/product-returns', search: searchFor(recordCode) }),
  ediMessage: ({ recordCode }) => ({ to: '/order/edi-inbox', search: searchFor(recordCode) }),
}
