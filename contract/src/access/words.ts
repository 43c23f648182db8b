// The words of access, as the specification lists them (sections 3 and 6).

import { z } from 'zod'

export const userTypes = [
  'InternalUser',
  'Customer',
  'ThirdPartyUser',
  'APIUser',
  'GBREPluginUser',
  'PharmaSalesExecutive',
] as const
export type UserType = (typeof userTypes)[number]

/** What a session says of a user's type (ACC-007). */
export const sessionUserTypes = ['InternalUser', 'ThirdPartyUser', 'Customer'] as const
type SessionUserType = (typeof sessionUserTypes)[number]
/** A point of sale's person signs in as a third party, what calls by itself as one of the company's own. */
export const sessionTypeOf: Readonly<Record<UserType, SessionUserType>> = {
  InternalUser: 'InternalUser',
  Customer: 'Customer',
  ThirdPartyUser: 'ThirdPartyUser',
  PharmaSalesExecutive: 'ThirdPartyUser',
  APIUser: 'InternalUser',
  GBREPluginUser: 'InternalUser',
}

/** `Succces` is spelt so on the wire (ACC-005). */
export const loginStates = ['Succces', 'Failed', 'Error', 'Blocked'] as const
export type LoginState = (typeof loginStates)[number]

/** Of a company's subscription to a service, wherever the service shows (SUB-001). */
export const subscriptionStates = [
  'Pending',
  'Active',
  'Closed',
  'Failed',
  'Cancelled',
  'CreditExceeded',
] as const

export const membershipStates = ['Active', 'Passive', 'Blocked'] as const
export type MembershipState = (typeof membershipStates)[number]
/** What somebody answered whom another company wants as its user; nothing for people of the company's own. */
export const invitations = ['Pending', 'Accepted', 'Declined'] as const
export type Invitation = (typeof invitations)[number]
/** `Refused` is a no that also means: this company is to ask no more. */
export const invitationAnswers = ['Accepted', 'Declined', 'Refused'] as const
/**
 * As user management shows it: one that waits and was made passive is `Withdrawn`. People of the company's own who were
 * sent a link to choose their password and have not done so are `Mailed`, or `MailEnded` once the link has ended.
 */
export const invitationViews = [...invitations, 'Withdrawn', 'Mailed', 'MailEnded'] as const
export type InvitationView = (typeof invitationViews)[number]
/** How a person stands with a company that knows them. Why it is `Closed` stays that company's affair, and that it is `Refused` stays the person's. */
export const ownCompanyStandings = ['Active', 'Invited', 'Declined', 'Refused', 'Closed'] as const
export const companyRelationTypes = [
  'Manufacturer',
  'Retailer',
  'Distributor',
  'Customer',
  'ThirdParty',
] as const
export type CompanyRelationType = (typeof companyRelationTypes)[number]
export const acknowledgementChoices = ['Activated', 'Rejected'] as const
/** What a user has answered, or that they have not yet. */
export const acknowledgementAnswers = [...acknowledgementChoices, 'Waiting'] as const
export const acknowledgementKinds = ['User', 'PortaMate'] as const

/** How somebody in an open session shows that it is still them; `Given` for who has signed in through Microsoft a moment ago. */
export const ownProofs = ['Password', 'PasswordAndCode', 'SignIn', 'Given'] as const
export type OwnProof = (typeof ownProofs)[number]

export const signInMethods = ['Password', 'Entra'] as const
/** Why a session may do nothing but replace the password (D20, ACC-006). */
export const passwordLimits = ['Temporary', 'Expired'] as const
export type PasswordLimit = (typeof passwordLimits)[number]
/** Who gave a temporary password: mailed on request, an administrator's reset, or the link that invites a new user. */
export const temporaryPasswordOrigins = ['Mail', 'Administrator', 'Invitation'] as const
/** How long the link that invites a new user is good for. */
export const invitationDays = 7

/** `Required` holds a user without a second factor back until one is set up. */
export const secondFactorPolicies = ['Off', 'Optional', 'Required'] as const
/** Whether pharmacies may register themselves: not at all, with a manager's consent, or by rule (REG-002). */
export const registrationPolicies = ['Closed', 'Manager', 'Automatic'] as const

export const passwordLength = { minimum: 12, maximum: 50 } as const // ACC-011
export const profilePictureBytes = 1024 * 1024 // USR-008
export const gridTemplateLimit = 5 // GRD-002

/** Screen and element permissions: the names of section 6 of the specification. Calls add their own, derived from their name. */
export const uiPermissions = [
  'HomePage',
  'Company',
  'Services',
  'AccountSettings',
  'Orders',
  'Porta',
  'PortaMate',
  'Trace',
  'Reports',
  'CompanyLocations',
  'CompanyProducts',
  'CustomerPolicyData',
  'DataManagement',
  'UIFilterManagement',
  'KnowledgeBase',
  'AdvisorServiceDownloads',
  'AdvisorServiceInsights',
  'AdvisorServiceCalendar',
  'WorkOrderManagement',
  'WorkOrderOverrideInterface',
  'ServiceOperations',
  'ServiceStrategy',
  'ServiceSchedule',
  'ServiceOperationsPST',
  'ServiceOperationsARE',
  'ServiceOperationsOMP',
  'ServiceStrategyPST',
  'ServiceStrategyARE',
  'ServiceStrategyOMP',
  'ServiceSchedulePST',
  'ServiceScheduleARE',
  'ServiceScheduleOMP',
  'NewOrder',
  'MyOrders',
  'OrderManagement',
  'PendingOrders',
  'ExternalApprovalOrders',
  'ClosedOrders',
  'OrderReplenishment',
  'OrderTemplate',
  'PreApprovalOrderManagement',
  'PromotionManagement',
  'MyPromotionRequests',
  'PriceChangeManagement',
  'MyPriceChangeRequests',
  'ReturnsManagement',
  'PFSIInsight',
  'SystemDiagnosys',
  'StockSenseReport',
  'PrimaryDataReport',
  'Dashboard',
  'OrderInsights',
  'LMA',
  'LocalRefineryPriceExpectation',
  'PriceExpectation',
  'PriceSimulation',
  'Parameters',
  'ApiParameters',
  'BlendedProducts',
  'DailyImportMargin',
  'DailyMarketMargin',
  'InputData',
  'HistoricalPriceAnalysis',
  'TransferPrice',
  'TransferPriceParameters',
  'NotificationSettings',
  'General',
  'Product',
  'Location',
  'BusinessRelations',
  'QuotaManagement',
  'EDISettings',
  'RegionSettings',
  'dashboardbox0A',
  'dashboardbox0B',
  'dashboardbox1',
  'dashboardbox2',
  'dashboardbox3',
  'dashboardbox4',
  'dashboardbox5',
  'dashboardbox6',
  'dashboardbox7',
  'dashboardbox8',
  'dashboardbox9',
  'dashboardbox10',
  'dashboardbox11',
  'dashboardbox12',
  'dashboardbox13',
  'dashboardLastDataDT',
  'MyAccount',
  'UserManagement',
  'ThirdPartyUserManagement',
  'AccountSettings-ServiceSubscriptions',
] as const
export type UiPermission = (typeof uiPermissions)[number]

/** Where mails are while none leaves: `Shown` on a page of the portal (development and demo), or `Kept` in a folder of the server. */
export const mailsKept = ['Shown', 'Kept'] as const
export type MailsKept = (typeof mailsKept)[number]

/** What too many failed tries have blocked. */
export const signInBlocks = ['Network', 'Account', 'Device', 'Session', 'Address', 'Company'] as const
export type SignInBlock = (typeof signInBlocks)[number]

/** From whom a company hides its prices (ORD-020). */
export const priceVisibilities = ['NoHide', 'HideForOPOperator', 'HideForOPManager', 'HideForAll'] as const
export type PriceVisibility = (typeof priceVisibilities)[number]

export const serviceProducts = [
  'TSF',
  'PST',
  'PSA',
  'ARE',
  'PBD',
  'Custom',
  'EDC',
  'CIS',
  'Genesis',
  'FundamentalMetrics',
  'GAM',
  'PWI',
  'OCG',
  'TraceInsight',
  'OMP',
  'PLAN',
  'GDC',
  'KIGO',
  'FDGO',
  'TRACE',
] as const

/** The kinds of company that an installation can be set up for. */
export const foundedRelations = ['Manufacturer', 'Retailer', 'Distributor'] as const

export const CompanyDomainName = z
  .string()
  .max(120)
  .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/)
export const Currency = z
  .string()
  .refine((code) => Intl.supportedValuesOf('currency').includes(code), 'currency')
