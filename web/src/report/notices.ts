import type { NoticeAddresses } from '../kit/page/noticeAddresses.ts'

const screens: Readonly<Record<string, string>> = {
  orderReport: '/report/order-report',
  stockSenseReport: '/report/stock-sense-report',
  primaryDataReport: '/report/primary-data-report',
  serviceInsights: '/report/service-insights',
}

/** Where notices of runs of reports open: the files of their report, whose screen the notice names. */
export const noticeAddresses: NoticeAddresses = {
  reportRun: ({ recordCode }) => {
    const to = screens[recordCode ?? '']
    return to === undefined ? null : { to, search: { files: true } }
  },
}
