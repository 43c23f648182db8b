import type { NoticeAddresses } from '../kit/page/noticeAddresses.ts'

/** Where notices of recalls open. Who is told because of packs at their place sees no recalls: the notice says it all. */
export const noticeAddresses: NoticeAddresses = {
  recall: () => ({ to: '/services/trace-inquiry', search: { tab: 'recalls' } }),
  recalledPlace: () => null,
}
