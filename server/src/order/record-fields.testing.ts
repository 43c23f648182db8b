import type { AreaFields } from '../../test/record-fields.ts'

// Whose records the fields of the ordering calls name.

export const kinds = {
  cartLine: 'person',
  cartFile: 'person',
  import: 'person',
  importRow: 'person',
  orderTemplate: 'person',
  preOrder: 'location',
  preOrderFile: 'location',
  preOrderLine: 'location',
  managedPreOrder: 'location',
  order: 'location',
  orderId: 'location',
  line: 'location',
  document: 'location',
  managedOrder: 'location',
  managedOrderId: 'location',
  managedLine: 'location',
  managedDocument: 'location',
  orderDocument: 'location',
} as const

/** What no two worlds share, and what is long enough to be looked for. */
export const own = [
  'cartLine',
  'cartFile',
  'import',
  'importRow',
  'orderId',
  'line',
  'document',
  'managedOrderId',
  'managedLine',
  'managedDocument',
  'orderDocument',
  'orderTemplate',
  'preOrder',
  'preOrderFile',
  'preOrderLine',
  'managedPreOrder',
] as const

export const fields: AreaFields = {
  byName: {
    orderCode: 'order',
    lineIds: 'line',
    lineId: 'line',
    fileId: 'document',
    importId: 'import',
    rowId: 'importRow',
    orderTemplateId: 'orderTemplate',
    preOrderId: 'preOrder',
  },
  // Those who decide about orders name other people's, and the same fields mean those.
  byGroup: {
    OrderManagement: {
      order: 'managedOrder',
      orderId: 'managedOrderId',
      line: 'managedLine',
      document: 'managedDocument',
      preOrder: 'managedPreOrder',
    },
  },
  byCall: {
    'PreApprovalOrderManagement/RevisePreApprovalOrder.lineId': 'preOrderLine',
    'OrderMy/DownloadPreApprovalDocument.fileId': 'preOrderFile',
    'PreApprovalOrderManagement/DownloadPreApprovalDocument.fileId': 'preOrderFile',
    'OrderMy/UpdatePreApprovalDocument.fileId': 'preOrderFile',
    'PreApprovalOrderManagement/UpdatePreApprovalDocument.fileId': 'preOrderFile',
    'OrderNew/RemoveCartFile.fileId': 'cartFile',
    'OrderNew/DescribeCartFile.fileId': 'cartFile',
    'OrderNew/RemoveCartLines.lineIds': 'cartLine',
    // Its selection may also be what a job has done, so it is not the list's own.
    'OrderManagement/RevertOrders.ids': 'orderId',
  },
  byList: {
    'OrderManagement/GetPendingOrders': 'managedOrderId',
    'OrderManagement/GetExternalApprovalOrders': 'managedOrderId',
    'OrderMy/GetPendingOrders': 'orderId',
    'OrderTemplate/GetOrderTemplates': 'orderTemplate',
    'OrderMy/GetPreApprovalOrders': 'preOrder',
    'OrderMy/GetOrderDocuments': 'orderDocument',
    'PreApprovalOrderManagement/GetPreApprovalOrders': 'managedPreOrder',
  },
  noRecord: {
    // What strangers are told of them stands in templates.http.test.ts.
    'OrderTemplate/CreateTemplateFromFile.locationId': 'asked with a file that can be read',
    'OrderTemplate/SaveOrderTemplate.productCode': 'a product of the caller’s own company',
    // What strangers are told of them stands in quotas.http.test.ts.
    usageId: 'a counter of the caller’s own company',
    ruleCode: 'a quota rule of the caller’s own company',
    'OrderManagement/NameDeputy.membershipId': 'somebody of the caller’s own company, for who sees all of it',
    'OrderManagement/NameDeputy.customerCodes': 'customers of the caller’s own company',
    'OrderManagement/EndDeputy.deputyId': 'one that the caller has named; others’ are tested where it stands',
    'ProjectSetting/UpdateOrderSettings.requireErpCodes': 'a switch',
    requireErpCodes: 'says whether codes are asked for, names none',
    // What strangers are told of them stands in edi.http.test.ts.
    messageId: 'an EDI message of the caller’s own company',
    'OrderManagement/CorrectEdiLine.lineId': 'a line of that message',
    'OrderManagement/CorrectEdiLine.productCode': 'a product of the caller’s own company',
    'OrderManagement/CorrectEdiLine.locationId': 'asked about a message that the caller may see',
    // By its whole path: the other delivery of the call is looked up.
    'OrderNew/MoveCartDelivery.from.locationId':
      'picks lines of the caller’s own cart, with the rest of the delivery',
    'OrderNew/MoveCartDelivery.from.pointOfSaleId':
      'picks lines of the caller’s own cart, with the rest of the delivery',
    // What strangers are told of them stands in returns.http.test.ts.
    returnId: 'a return of an order that the caller may see',
    returnLineId: 'a line of that return',
    'ReturnsManagement/AnnounceReturn.lines.lineId': 'a delivered line of the order that is named',
    'ReturnsManagement/AcceptReturns.ids': 'returns of orders that the caller may see',
    'ReturnsManagement/RefuseReturns.ids': 'returns of orders that the caller may see',
    'ReturnsManagement/WithdrawReturns.ids': 'returns of orders that the caller may see',
    // What strangers are told of them stands in external.http.test.ts.
    correlationId: 'a request about an order of the caller’s own company',
    responseId: 'the other party’s own text',
    externalPoCode: 'the customer’s own text',
    externalProductCode: 'the customer’s own text',
  },
}
