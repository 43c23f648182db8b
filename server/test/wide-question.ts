import { newId } from '../src/kit/database/uuid.ts'
// How somebody asks any list who wants to see as much as they may: for walks over all lists.
import type { PageList } from '@kervan/contract/kit/page'
import { windowAround } from './ordering.ts'
import type { World } from './world.ts'

/** What narrows lists, as wide as it goes. */
const wide: Record<string, unknown> = {
  ...windowAround(),
  tab: 'preApplication',
  day: null,
  membershipId: null,
  intCode: 1,
  version: 1,
}

/** The further inputs of a list for what belongs to a world; `over` says what else is known. */
export function wideScope(list: PageList, world: World, over: object = {}): Record<string, unknown> {
  const taken: Record<string, unknown> = {
    ...wide,
    importId: world.records.import,
    productId: world.records.product,
    entityId: null,
    current: false,
    only: [],
    report: null,
    month: '2026-11',
    way: 'SerialNumber',
    serialNumber: 'X',
    packageId: newId(),
    carrierNo: null,
    fuelProduct: null,
    ruleCode: null,
    usageId: newId(),
    serviceRunId: newId(),
    otherRunId: newId(),
    subscriptionId: newId(),
    locationUniqueCode: world.location.code,
    locationId: world.location.id,
    // Price-change refunds have pre-applications in the tab of what is pending.
    ...(/PriceChange/.test(list.page.name) && { tab: 'pending' }),
    ...(/SystemDiagnosis/.test(list.page.name) && { tab: 'open' }),
    ...(/KnowledgeBase/.test(list.page.name) && { tab: 'all' }),
    ...over,
  }
  return Object.fromEntries(Object.entries(taken).filter(([key]) => key in list.page.input.shape))
}
