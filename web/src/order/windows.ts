import { applicantWindowMonths, managementWindowMonths } from '@kervan/contract/order/words'
import { windowOf, type DayWindow } from '../kit/values/dateWindow.ts'

type Days = { from?: string | undefined; to?: string | undefined }

/** The days an address names, or the last ones: three months for those who decide, six for those who ordered. */
export const managementWindow = (search: Days): DayWindow => windowOf(search, managementWindowMonths)
export const myWindow = (search: Days): DayWindow => windowOf(search, applicantWindowMonths)
