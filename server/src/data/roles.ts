import type { AreaRoles } from '../access/access.api.ts'

export const roles: AreaRoles = {
  reads: {
    DataManagement: ['dataManagement-read*'],
    RegionSettings: ['dataManagement-read*'],
  },
  // The forms of locations look types, relations and places up.
  calls: { advisorPlanner: ['dataManagement-read*'] },
}
