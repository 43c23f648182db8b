// The words of ordering, as section 3 of the specification lists them.

export const orderStates = [
  'Request',
  'Processing',
  'Revised',
  'WaitingExternalApproval',
  'Completed',
  'Rejected',
] as const
export type OrderState = (typeof orderStates)[number]
/**
 * What a reader is told of an order: the states of the specification, and Cancelled for one whose lines were all taken
 * back by their owner, which the rule of states calls Rejected. The same word in rows, filters, records and workbooks.
 */
export const shownOrderStates = [...orderStates, 'Cancelled'] as const
export type ShownOrderState = (typeof shownOrderStates)[number]

export const lineStates = [
  'Pending',
  'Revised',
  'WaitingExternalApproval',
  'Approved',
  'Completed',
  'Rejected',
  'Cancelled',
] as const
export type LineState = (typeof lineStates)[number]

export const lineTypes = ['DirectlyOrder', 'Backorder'] as const
export type LineType = (typeof lineTypes)[number]
export const channels = ['Portal', 'PortalBulk', 'EDI'] as const
export type Channel = (typeof channels)[number]
export const shipmentMethods = ['Road', 'Rail', 'Sea', 'Air'] as const
export type ShipmentMethod = (typeof shipmentMethods)[number]
export const rejectReasons = [
  'None',
  'OutOfStock',
  'ExcessDemand',
  'OutOfBounds',
  'Other',
  'QuotaExceeded',
] as const
/** What a person may choose; None is the absence of a reason and QuotaExceeded is the quota check's own. */
export const chosenRejectReasons = ['OutOfStock', 'ExcessDemand', 'OutOfBounds', 'Other'] as const
export type RejectReason = (typeof rejectReasons)[number]
/** What of the pending orders is cancelled by itself (ORD-014). */
export const pendingScopes = [
  'NoneCancelling',
  'CancelOnlyBackorder',
  'CancelOnlyDirectly',
  'CancelAllTypeOrders',
] as const
export type PendingScope = (typeof pendingScopes)[number]
/** How many times an order is looked at: once, or before that as a pre-approval order (ORD-012). */
export const orderFlows = ['FundamentalFlow', 'TwoLayerFlow', 'TwoLayerFlowV2'] as const
export type OrderFlow = (typeof orderFlows)[number]
/** Where the notification of a line to the health-insurance service stands (ORD-015). */
export const healthStates = ['Waiting', 'Notified', 'Failed'] as const
export type HealthState = (typeof healthStates)[number]
export const preApprovalStates = ['Request', 'Approved', 'Rejected', 'Cancelled'] as const
export type PreApprovalState = (typeof preApprovalStates)[number]
export const preApprovalReasons = [
  'None',
  'InsufficientStock',
  'DuplicateOrder',
  'PharmacyStockUsage',
  'WarehouseStockUsage',
  'MissingInformation',
  'SalesClosed',
  'BlacklistedPointOfSale',
  'Other',
] as const
export type PreApprovalReason = (typeof preApprovalReasons)[number]
/** None is the absence of a reason. */
export const chosenPreApprovalReasons = [
  'InsufficientStock',
  'DuplicateOrder',
  'PharmacyStockUsage',
  'WarehouseStockUsage',
  'MissingInformation',
  'SalesClosed',
  'BlacklistedPointOfSale',
  'Other',
] as const satisfies readonly PreApprovalReason[]
/** How an amount breaks what a business relation names (ORD-022). */
export const amountLimits = ['BelowMinimumAmount', 'AboveMaximumAmount'] as const
export type AmountLimit = (typeof amountLimits)[number]
export const roundingStrategies = ['Up', 'Down', 'Nearest'] as const
export type RoundingStrategy = (typeof roundingStrategies)[number]

// Quotas (QTA-001, QTA-002), in the order in which they are offered.
export const quotaValueTypes = ['Quantity', 'Monetary'] as const
export const quotaActions = ['Warning', 'Approve', 'Reject', 'Automatic'] as const
/** What happens to a line: the specification's results, and the state of a line that is not looked at yet. */
export const quotaResults = ['None', 'WithinQuota', 'ExceededQuota', 'Approve', 'Reject'] as const
export type QuotaResult = (typeof quotaResults)[number]
export const quotaStates = [...quotaResults, 'WaitingForQuotaCheck'] as const
export type QuotaState = (typeof quotaStates)[number]
export const quotaBindings = ['Standard', 'Aggregate'] as const
/** Why something was booked on a quota. */
export const quotaBookings = ['Submit', 'Release', 'Recheck', 'Backfill', 'Override'] as const
export const quotaUnits = ['Year', 'Quarter', 'Month', 'Week', 'Day', 'Hour'] as const
export const quotaLocationLevels = ['Company', 'LocationGroup', 'Customer', 'Location'] as const
export const quotaProductLevels = ['AllProducts', 'Category', 'Product'] as const

/** What a document of an order is. The specification names the field and no choices; these are ours (ORD-019). */
export const documentTypes = [
  'PurchaseOrder',
  'OrderConfirmation',
  'DeliveryNote',
  'Invoice',
  'Certificate',
  'Other',
] as const
export type DocumentType = (typeof documentTypes)[number]
/** What has become of it: those of the specification's process states that can be said of a document. */
export const documentStates = [
  'Pending',
  'Processing',
  'Succeeded',
  'Failed',
  'Invalid',
  'Cancelled',
] as const
export type DocumentState = (typeof documentStates)[number]
export const orderFileLimit = 3 // ORD-006
export const orderFileBytes = 30 * 1024 * 1024
export const orderFileTypes = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/plain',
] as const
export const managementWindowMonths = 3 // ORD-010
export const applicantWindowMonths = 6 // ORD-011
export const importRowLimit = 100_000
export const importFileBytes = 20 * 1024 * 1024
