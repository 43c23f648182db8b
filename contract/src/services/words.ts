// Words of the advisor services (SVC-001 to SVC-009), as the specification lists them.

/** What becomes of a run's results: a simulation, work orders that may be transferred, or figures alone (SVC-001). */
export const projectDomains = ['Experiment', 'Production', 'ReportOnly'] as const
export type ProjectDomain = (typeof projectDomains)[number]

/** Services whose rows need a variant of the screen's permission: `ServiceStrategyPST` (SVC-003). */
export const variantServices = ['PST', 'ARE', 'OMP'] as const

export const strategyStates = ['Pending', 'Processing', 'Active', 'Passive'] as const
export type StrategyState = (typeof strategyStates)[number]
export const strategySegments = ['Base', 'UserDefined'] as const
export type StrategySegment = (typeof strategySegments)[number]

export const principleTypes = [
  'Setting',
  'Restriction',
  'Constraint',
  'ServiceSettings',
  'Filter',
  'CustomData',
  'WorkOrderTypes',
  'PSTShipmentType',
] as const
export type PrincipleType = (typeof principleTypes)[number]
export const principleStates = ['Pending', 'Authorized', 'Rejected'] as const
export type PrincipleState = (typeof principleStates)[number]
export const principleSegments = ['Base', 'UDFCustom', 'UDFPool'] as const
export type PrincipleSegment = (typeof principleSegments)[number]
/** From whose record a value is read; with `Both` it has to hold for both. */
export const dataSources = ['None', 'Sender', 'Recipient', 'Both'] as const

export const workOrderTypes = [
  'None',
  'DemandRelatedReplenishment',
  'AvailabilityRelatedReplenishment',
  'ProductListingBasedReplenishment',
  'ProductEndOfLifeCycleConsolidation',
  'PerformanceBasedProductConsolidation',
  'FirstAllocation',
  'ProductRecommendationToStore',
  'SingularityRelatedReplenishment',
  'CleanupRelatedReplenishment',
] as const
export type WorkOrderType = (typeof workOrderTypes)[number]
export const workOrderStates = [
  'Proposed',
  'Overridden',
  'Approved',
  'TransferPending',
  'Transferred',
  'Failed',
  'TransferredNotSynced',
  'Discarded',
] as const
export type WorkOrderState = (typeof workOrderStates)[number]
/** Why a planner changed the amount of a work order. */
export const overrideReasons = ['LocalKnowledge', 'Promotion', 'Capacity', 'Quality', 'Other'] as const
export type OverrideReason = (typeof overrideReasons)[number]
/** Those that a strategy may ask for. */
export const askedWorkOrderTypes = [
  'FirstAllocation',
  'ProductListingBasedReplenishment',
  'AvailabilityRelatedReplenishment',
  'DemandRelatedReplenishment',
  'SingularityRelatedReplenishment',
  'ProductRecommendationToStore',
  'CleanupRelatedReplenishment',
  'ProductEndOfLifeCycleConsolidation',
  'PerformanceBasedProductConsolidation',
] as const satisfies readonly WorkOrderType[]

export const shipmentFlows = ['WarehouseToStore', 'StoreToStore', 'StoreToWarehouse'] as const
export const constraintMeasures = ['Units', 'Lines', 'Lanes', 'Value'] as const
export const constraintBounds = ['Maximum', 'Minimum'] as const
export const constraintTargets = ['Sender', 'Recipient', 'Lane', 'Run'] as const

export const rulePeriods = ['Weekly', 'Monthly', 'Custom'] as const
export type RulePeriod = (typeof rulePeriods)[number]
/** How the senders of a PST run stand against the retention threshold of the company (SVC-007). */
export const pstTrackingStates = ['Open', 'NothingMoved', 'Kept', 'Below'] as const
export type PstTrackingState = (typeof pstTrackingStates)[number]
/** What is done with dates that another strategy of the same project has already (SVC-006). */
export const conflictChoices = ['KeepBoth', 'CancelConflicting', 'SkipDates'] as const
/** `Active` is shown as Pending (SVC-006). */
export const planStates = ['Active', 'Closed', 'Cancelled'] as const
export type PlanState = (typeof planStates)[number]

export const runStates = ['Pending', 'Active', 'Closed', 'Failed', 'Cancelled', 'CreditExceeded'] as const
export type RunState = (typeof runStates)[number]
export const stepStates = [
  'Pending',
  'Processing',
  'Succeeded',
  'Failed',
  'ReProcess',
  'Cancelled',
  'Invalid',
  'ToBeClosed',
  'CreditExceeded',
] as const
export type StepState = (typeof stepStates)[number]
/** The business processes of a run, in their order. */
export const stepKinds = ['Snapshot', 'Engine', 'Publish', 'Settlement'] as const
export type StepKind = (typeof stepKinds)[number]
export const runWaits = ['Import', 'Credit', 'Run'] as const
export type RunWait = (typeof runWaits)[number]
/** Services whose results others read: their run of the same day ends first (domain/advisor 1.1). */
export const feedingServices = ['EDC', 'GDC', 'TSF', 'FundamentalMetrics'] as const
export const serviceFileTypes = ['WorkOrders', 'Report', 'Audit'] as const
export type ServiceFileType = (typeof serviceFileTypes)[number]

export const creditKinds = ['Reserve', 'Settle', 'Release'] as const
/** What stands behind the figures of a credit period. */
export const creditEntryKinds = ['Opening', 'TopUp', ...creditKinds] as const
