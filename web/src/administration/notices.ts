import type { NoticeAddresses } from '../kit/page/noticeAddresses.ts'

/** Where notices of what could not be sent open. */
export const noticeAddresses: NoticeAddresses = {
  deliveries: () => ({ to: '/account/account-settings', search: { part: 'deliveries' } }),
}
