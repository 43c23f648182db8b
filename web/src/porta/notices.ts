import type { NoticeAddresses } from '../kit/page/noticeAddresses.ts'

/** Where notices of refund requests open: a notice knows the code of a request, by which it is found. */
export const noticeAddresses: NoticeAddresses = {
  discountRequest: ({ recordCode }) => ({
    to: '/order/my-institutional-discount-requests',
    search: { tab: 'closed', ...(recordCode === null ? {} : { q: recordCode }) },
  }),
  inspectedRequest: ({ recordCode }) => ({
    to: '/order/institutional-discount-requests',
    search: { tab: 'inspection', ...(recordCode === null ? {} : { q: recordCode }) },
  }),
  preApplication: ({ recordCode }) => ({
    to: '/order/my-institutional-discount-requests',
    search: { tab: 'preApplication', ...(recordCode === null ? {} : { q: recordCode }) },
  }),
  priceChangeRequest: ({ recordCode }) => ({
    to: '/porta/my-price-change-refund-requests',
    search: { tab: 'closed', ...(recordCode === null ? {} : { q: recordCode }) },
  }),
  priceChangeApplication: ({ recordCode }) => ({
    to: '/porta/my-price-change-refund-requests',
    search: { tab: 'pending', ...(recordCode === null ? {} : { q: recordCode }) },
  }),
}
