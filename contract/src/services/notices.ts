import type { NoticeEvents } from '../kit/notice-event.ts'

/** What those who look after services are told of their runs. */
export const servicesNotices = {
  'serviceRun.closed': { mail: 'serviceRunClosed', usual: 'Notice', opens: 'serviceRun' },
  'serviceRun.failed': { mail: 'serviceRunFailed', usual: 'NoticeAndMail', opens: 'serviceRun' },
  'serviceRun.creditExceeded': {
    mail: 'serviceRunCreditExceeded',
    usual: 'NoticeAndMail',
    opens: 'serviceRun',
  },
  'serviceCredit.short': { mail: 'serviceCreditShort', usual: 'NoticeAndMail', opens: 'subscriptions' },
  'serviceCredit.low': { mail: 'serviceCreditLow', usual: 'NoticeAndMail', opens: 'subscriptions' },
} as const satisfies NoticeEvents
