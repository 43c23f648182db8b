import type { AreaRoles } from '../access/access.api.ts'

export const roles: AreaRoles = {
  reads: {
    CompanyLocations: ['location-read*', 'locationManagement-read*'],
    CompanyProducts: ['product-read*'],
    CustomerPolicyData: ['customerPolicyData-read*'],
    UIFilterManagement: ['uIFilterManagement-read*'],
  },
  // Network, roles and restrictions of locations are what the services work with.
  calls: { advisorPlanner: ['location-*', 'locationManagement-*'] },
}
