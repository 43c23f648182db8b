import type { Notice } from '@kervan/contract/account/own-notices'
import { noticeEvents } from '@kervan/contract/kit/notices'
import type { NoticeAddresses } from '../../kit/page/noticeAddresses.ts'

const areas = import.meta.glob<NoticeAddresses>('../../*/notices.ts', {
  eager: true,
  import: 'noticeAddresses',
})
const addresses: NoticeAddresses = Object.assign({}, ...Object.values(areas))

/** Where what a notice is about opens: its record, or the list of them; null for what has no place of its own. */
export const noticeAddress = (notice: Notice) => addresses[noticeEvents[notice.event].opens]?.(notice) ?? null
