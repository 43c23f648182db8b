// The roles every company begins with (USR-005), by code, with the name they are written down under.
export const readyMadeRoleNames = {
  companyAdministrator: 'Company administrator',
  orderOperator: 'Order operator',
  orderManager: 'Order manager',
  orderCustomer: 'Order customer',
  thirdPartyFranchiseUser: 'Third-party franchise user',
  pharmacyApplicant: 'Pharmacy applicant',
  providerReviewer: 'Provider reviewer',
  externalInspector: 'External inspector',
  advisorPlanner: 'Advisor planner',
  fuelAnalyst: 'Fuel analyst',
  customerSuccess: 'Customer success',
} as const

export type ReadyMadeRoleCode = keyof typeof readyMadeRoleNames

/** The role a pharmacy's user begins with, so it is as good as held although nobody may hold it yet. */
export const registeredRole = 'pharmacyApplicant' satisfies ReadyMadeRoleCode
