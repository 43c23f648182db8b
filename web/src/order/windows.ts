import { applicantWindowMonths, managementWindowMonths } from '@kervan/contract/order/words'
import { untilNow, windowOf, type DayWindow } from '../kit/dateWindow.ts'

type Days = { from?: string | undefined; to?: string | undefined }

/** The days an address names, or the last ones: three months for those who decide, six for those who ordered. */
export const managementWindow = (search: Days): DayWindow => windowOf(search, managementWindowMonths)
export const myWindow = (search: Days): DayWindow => windowOf(search, applicantWindowMonths)

/** The same as it is asked of the server, today's newest orders included wherever the company is. */
export const managementWindowAsked = (search: Days): DayWindow => untilNow(managementWindow(search), managementWindowMonths)
export const myWindowAsked = (search: Days): DayWindow => untilNow(myWindow(search), applicantWindowMonths)
