import { applicantWindowMonths } from '@kervan/contract/order/words'
import { z } from 'zod'
import { windowOf, type DayWindow } from '../../kit/dateWindow.ts'
import { orderSearchShape } from '../shared/orderSearch.ts'

export const myTabs = ['pending', 'past'] as const
export type MyTab = (typeof myTabs)[number]

export const mySearch = z.object({ ...orderSearchShape, tab: z.enum(myTabs).optional().catch(undefined) })

export function myWindow(search: { from?: string | undefined; to?: string | undefined }): DayWindow {
  return windowOf(search, applicantWindowMonths)
}
