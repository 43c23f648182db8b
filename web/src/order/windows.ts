import { applicantWindowMonths, managementWindowMonths } from '@kervan/contract/order/words'
import { addMonths } from '@kervan/contract/kit/days'
import { today } from '../kit/values/companyDay.ts'
import { windowOf, type DayWindow } from '../kit/values/dateWindow.ts'

type Days = { from?: string | undefined; to?: string | undefined }

/** The days an address names, or the last ones: three months for those who decide, six for those who ordered. */
export const managementWindow = (search: Days): DayWindow => windowOf(search, managementWindowMonths)
/** Who ordered looks back six months and no further (ORD-011). */
export const myEarliest = () => addMonths(today(), -applicantWindowMonths)
export const myWindow = (search: Days): DayWindow => windowOf(search, applicantWindowMonths)
