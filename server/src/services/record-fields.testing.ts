import type { AreaFields } from '../../test/record-fields.ts'

// What others are told of them stands in path.http.test.ts.
const ofCompany = 'of the whole company, for who sees all of it'
export const fields: AreaFields = {
  noRecord: {
    strategyId: ofCompany,
    subscriptionId: ofCompany,
    'ServiceSetting/GetSettingsHere.locationCode': ofCompany,
    'ServiceSetting/GetSettingsHere.productCode': ofCompany,
    conflictingStrategyId: ofCompany,
    principleId: ofCompany,
    propertyDefinitionId: ofCompany,
    planId: ofCompany,
    dateId: ofCompany,
    serviceRunId: ofCompany,
    otherRunId: ofCompany,
    substituteCode: ofCompany,
    serviceFileId: ofCompany,
    workOrderId: ofCompany,
    'WorkOrderManagement/ExplainNoProposal.locationCode': ofCompany,
    'WorkOrderManagement/ExplainNoProposal.productCode': ofCompany,
    'WorkOrderOverride/GetOverrideProducts.runCode': ofCompany,
    'WorkOrderOverride/GetOverrideSheet.runCode': ofCompany,
    'WorkOrderOverride/GetOverrideSheet.productCode': ofCompany,
    'WorkOrderOverride/SaveOverrides.runCode': ofCompany,
    'WorkOrderOverride/SaveOverrides.added.senderCode': ofCompany,
    'WorkOrderOverride/SaveOverrides.added.recipientCode': ofCompany,
    'WorkOrderOverride/SaveOverrides.added.variantCode': ofCompany,
    'WorkOrderManagement/ApproveWorkOrders.selection.ids': ofCompany,
    'WorkOrderManagement/DiscardWorkOrders.selection.ids': ofCompany,
    'WorkOrderManagement/TransferWorkOrders.selection.ids': ofCompany,
    principleFileId: ofCompany,
    'ServiceStrategy/AddStrategy.projectCode': ofCompany,
    'ServiceStrategy/SavePrinciple.content.filterId': ofCompany,
  },
}
