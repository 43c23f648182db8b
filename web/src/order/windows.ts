import { applicantWindowMonths, managementWindowMonths } from '@kervan/contract/order/words'
import { addMonths } from '@kervan/contract/kit/days'
import { getSession } from '../kit/call/session.ts'
import { today } from '../kit/values/companyDay.ts'
import { windowOf, type DayWindow } from '../kit/values/dateWindow.ts'

type Days = { from?: string | undefined; to?: string | undefined }

/** The days an address names, or the last ones: three months for those who decide, six for those who ordered. */
export const managementWindow = (search: Days): DayWindow => windowOf(search, managementWindowMonths)
/** Who ordered looks back six months, to the company's archive date, and no further (ORD-011). */
export function myEarliest(): string {
  const sixMonthsAgo = addMonths(today(), -applicantWindowMonths)
  const archive = getSession()?.ArchiveDate ?? ''
  return archive > sixMonthsAgo ? archive : sixMonthsAgo
}

export function myWindow(search: Days): DayWindow {
  const window = windowOf(search, applicantWindowMonths)
  const earliest = myEarliest()
  return search.from === undefined && window.from < earliest && window.to >= earliest
    ? { ...window, from: earliest }
    : window
}
