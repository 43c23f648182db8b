import type { Notice } from '@kervan/contract/account/own-notices'
import type { NoticeTarget } from '@kervan/contract/kit/notices'

type Address = { to: string; search: Record<string, unknown> }
/** Where notices of an area open, by what their events say they open: the `notices.ts` of its folder. */
export type NoticeAddresses = Partial<Record<NoticeTarget, (notice: Notice) => Address | null>>
