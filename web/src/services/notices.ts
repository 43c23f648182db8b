import type { NoticeAddresses } from '../kit/page/noticeAddresses.ts'

/** Where notices of services open: a notice knows the code of a run, by which it is found. */
export const noticeAddresses: NoticeAddresses = {
  serviceRun: ({ recordCode }) => ({
    to: '/services/service-operations',
    search: recordCode === null ? {} : { q: recordCode },
  }),
  subscriptions: () => ({ to: '/account/account-settings/service-subscriptions', search: {} }),
}
