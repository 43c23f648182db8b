import { deliveryWork } from '../src/system/deliveries.ts'
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

/** The minute's look for what is due, and for failures that nobody was told of. */
export function lookForDeliveries(portal: Portal, companyId: number) {
  const { services } = portal.app
  return services.db.withCompany(companyId, (tx) =>
    deliveryWork.run({ tx, services, companyId, dueAt: services.clock.now() }),
  )
}
