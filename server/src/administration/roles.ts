import type { AreaRoles } from '../access/access.api.ts'

export const roles: AreaRoles = {
  reads: {
    'AccountSettings-ServiceSubscriptions': ['subscription-read*'],
    // The parts of the service settings have screen permissions of their own.
    Services: [],
    PortaMate: ['device-read*'],
    UserManagement: ['userManagement-read*', 'registration-read*', 'schedules-read*', 'deliveries-read*'],
    ThirdPartyUserManagement: ['thirdPartyUserManagement-read*'],
  },
  calls: { customerSuccess: ['subscription-read*'], pharmacyApplicant: ['device-*'] },
}
