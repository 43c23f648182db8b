import type { NoticeAddresses } from '../kit/page/noticeAddresses.ts'

/** Where the notice of new findings opens. */
export const noticeAddresses: NoticeAddresses = {
  diagnosis: () => ({ to: '/report/system-diagnosis', search: {} }),
}
