import { deliveryWork } from '../src/system/deliveries.ts'
import { workOffDue } from './due-work.ts'
import { inCompany, type Portal } from './portal.ts'

// What tests of areas do with deliveries to systems outside.

/** As if the time of the next try had come for all that waits. */
export const makeDeliveriesDue = (portal: Portal, companyId: number) =>
  inCompany(
    portal,
    companyId,
    `update delivery set due_at = now() - interval '1 second' where company_id = $1 and state = 'Waiting'`,
    [companyId],
  )

/** The look for what is due, and for failures that nobody was told of. */
export const lookForDeliveries = (portal: Portal, companyId: number) =>
  workOffDue(portal, companyId, deliveryWork)
