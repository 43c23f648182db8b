import { addCheck, masterTable, oneOf, type Migrating } from './kit.ts'

/** Work orders that another engine proposes for a service date of a project (ENG-001). */
export async function up(db: Migrating): Promise<void> {
  await masterTable(
    db,
    'foreign_proposal',
    `project_code text not null, service_date date not null, sender_id uuid not null, recipient_id uuid not null, variant_id uuid not null,
     ${oneOf('work_order_type', ['DemandRelatedReplenishment', 'AvailabilityRelatedReplenishment', 'ProductListingBasedReplenishment', 'ProductEndOfLifeCycleConsolidation', 'PerformanceBasedProductConsolidation', 'FirstAllocation', 'ProductRecommendationToStore', 'SingularityRelatedReplenishment', 'CleanupRelatedReplenishment'])},
     units int not null check (units > 0), net numeric(14, 2), note text`,
    {
      key: ['service_date', 'fold(project_code)', 'sender_id', 'recipient_id', 'variant_id'],
      keys: {
        'company_id, sender_id': 'location',
        'company_id, recipient_id': 'location',
        'company_id, variant_id': 'product_variant',
      },
    },
  )
  await addCheck(db, 'foreign_proposal', 'foreign_proposal_goes_elsewhere', 'recipient_id <> sender_id')
}
