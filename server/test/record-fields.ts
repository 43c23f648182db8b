// Whose record each field of each call names. The walks over the contract take what they aim at from here, and a call
// that takes an id without saying whose it is, is found by `unclaimedFields` and fails a test.
import { z } from 'zod'
import type { Call } from '@kervan/contract/kit/call'
import { partsOf } from '@kervan/contract/kit/master-data'
import { calls, importKinds, lists } from '@kervan/contract/registry'

/**
 * Who may know of a record. `person`: nobody but its owner. `location`: who may see its customer and location.
 * `company`: everybody of its company who has the permission. Numbers that each company counts for itself cannot name
 * another company's record.
 */
export const recordKinds = {
  session: 'person',
  dictionary: 'person',
  job: 'person',
  cartLine: 'person',
  cartFile: 'person',
  import: 'person',
  importRow: 'person',
  ownApiKey: 'person',
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
  user: 'location',
  thirdPartyUser: 'location',
  location: 'location',
  locationCode: 'location',
  allocation: 'location',
  apiKey: 'location',
  registration: 'location',
  partner: 'company',
  product: 'company',
  variant: 'company',
  role: 'company',
  contact: 'company',
} as const satisfies Record<string, 'person' | 'location' | 'company'>
export type RecordKind = keyof typeof recordKinds

/** What a field of this name holds, wherever it stands. */
const byName: Record<string, RecordKind> = {
  membershipId: 'user',
  roleId: 'role',
  roleIds: 'role',
  partnerId: 'partner',
  pointOfSaleId: 'location',
  thirdPartyLocationId: 'location',
  locationId: 'location',
  locationUniqueCode: 'locationCode',
  productId: 'product',
  variantId: 'variant',
  orderCode: 'order',
  lineIds: 'line',
  lineId: 'line',
  fileId: 'document',
  jobId: 'job',
  importId: 'import',
  rowId: 'importRow',
  registrationId: 'registration',
  orderTemplateId: 'orderTemplate',
  preOrderId: 'preOrder',
}

/** Those who decide about orders name other people's, and the same fields mean those. */
const managed: Partial<Record<RecordKind, RecordKind>> = {
  order: 'managedOrder',
  orderId: 'managedOrderId',
  line: 'managedLine',
  document: 'managedDocument',
  preOrder: 'managedPreOrder',
}

/** The same where a name means different things; a dot stands before the last part of the field's path. */
const byCall: Record<string, RecordKind> = {
  'Session/EndSession.id': 'session',
  'UserManagement/TestNotificationContact.id': 'contact',
  'PreApprovalOrderManagement/RevisePreApprovalOrder.lineId': 'preOrderLine',
  'OrderMy/DownloadPreApprovalDocument.fileId': 'preOrderFile',
  'PreApprovalOrderManagement/DownloadPreApprovalDocument.fileId': 'preOrderFile',
  'OrderNew/RemoveCartFile.fileId': 'cartFile',
  'OrderNew/DescribeCartFile.fileId': 'cartFile',
  'OrderNew/RemoveCartLines.lineIds': 'cartLine',
  // Its selection may also be what a job has done, so it is not the list's own.
  'OrderManagement/RevertOrders.ids': 'orderId',
  'UserManagement/AssignRoles.add': 'role',
  'UserManagement/AssignRoles.remove': 'role',
  'UserManagement/SetUserLocations.add': 'location',
  'UserManagement/SetUserLocations.remove': 'location',
  'UserManagement/AllocateLocations.add': 'location',
  'UserManagement/AllocateLocations.remove': 'location',
  'UserManagement/GetRecordHistory.recordId': 'orderId',
  'ThirdPartyUserManagement/UpdateThirdPartyUser.membershipId': 'thirdPartyUser',
  'WebAppConfiguration/SelectWebAppUserDictionary.IntCode': 'dictionary',
  'WebAppConfiguration/DeselectWebAppUserDictionary.IntCode': 'dictionary',
  'WebAppConfiguration/DeleteWebAppUserDictionary.IntCode': 'dictionary',
  'WebAppConfiguration/UpdateWebAppUserDictionary.IntCode': 'dictionary',
}

/** What the ids of a selection are, by the list it was made in. */
const byList: Record<string, RecordKind> = {
  'UserManagement/GetUsers': 'user',
  'UserManagement/GetUserLocations': 'allocation',
  'UserManagement/GetApiKeys': 'apiKey',
  'UserManagement/GetOwnApiKeys': 'ownApiKey',
  'OrderManagement/GetPendingOrders': 'managedOrderId',
  'OrderManagement/GetExternalApprovalOrders': 'managedOrderId',
  'OrderMy/GetPendingOrders': 'orderId',
  'Registration/GetRegistrations': 'registration',
  'OrderTemplate/GetOrderTemplates': 'orderTemplate',
  'OrderMy/GetPreApprovalOrders': 'preOrder',
  'OrderMy/GetOrderDocuments': 'orderDocument',
  'PreApprovalOrderManagement/GetPreApprovalOrders': 'managedPreOrder',
}

/** Looks like the name of a record and is none, and why. */
const noRecord: Record<string, string> = {
  // What strangers are told of them stands in mci.http.test.ts.
  entityId: 'an MCI entity of the caller’s own company',
  mciFileId: 'a file of an MCI entity of the caller’s own company',
  // What strangers are told of them stands in ui-filters.http.test.ts.
  uiFilterId: 'a UI filter of the caller’s own company',
  'UIFilterManagement/SaveUIFilter.id': 'a UI filter of the caller’s own company',
  // What strangers are told of them stands in product-picture.http.test.ts.
  photoId: 'a picture of a product of the caller’s own company',
  'Product/UploadProductPicture.productId': 'asked of nobody who does not see the whole company',
  // What strangers are told of them stands in product-matrix.http.test.ts.
  'Product/SaveProductMatrix.productId': 'asked of nobody who does not see the whole company',
  'Product/SaveProductMatrix.id': 'asked of nobody who does not see the whole company',
  'Product/MoveProducts.fromId': 'asked of nobody who does not see the whole company',
  'Product/MoveProducts.toId': 'asked of nobody who does not see the whole company',
  'Product/DeleteProductPicture.productId': 'asked of nobody who does not see the whole company',
  // What strangers are told of them stands in templates.http.test.ts.
  'OrderTemplate/CreateTemplateFromFile.locationId': 'asked with a file that can be read',
  'OrderTemplate/SaveOrderTemplate.productCode': 'a product of the caller’s own company',
  // What strangers are told of them stands in quotas.http.test.ts.
  usageId: 'a counter of the caller’s own company',
  'OrderManagement/NameDeputy.membershipId': 'somebody of the caller’s own company, for who sees all of it',
  'OrderManagement/NameDeputy.customerCodes': 'customers of the caller’s own company',
  'OrderManagement/EndDeputy.deputyId': 'one that the caller has named; others’ are tested where it stands',
  'ProjectSetting/UpdateOrderSettings.requireErpCodes': 'a switch',
  ruleCode: 'a quota rule of the caller’s own company',
  // What strangers are told of them stands in own-notices.http.test.ts.
  'Notices/GetMyNotices.before': 'only the caller’s own are looked into',
  'Notices/MarkNoticesRead.id': 'only the caller’s own are looked into',
  // What strangers are told of them stands in edi.http.test.ts.
  messageId: 'an EDI message of the caller’s own company',
  'OrderManagement/CorrectEdiLine.lineId': 'a line of that message',
  // By its whole path: the other delivery of the call is looked up.
  'OrderNew/MoveCartDelivery.from.locationId':
    'picks lines of the caller’s own cart, with the rest of the delivery',
  'OrderNew/MoveCartDelivery.from.pointOfSaleId':
    'picks lines of the caller’s own cart, with the rest of the delivery',
  'OrderManagement/CorrectEdiLine.productCode': 'a product of the caller’s own company',
  'OrderManagement/CorrectEdiLine.locationId': 'asked about a message that the caller may see',
  // What strangers are told of them stands in external.http.test.ts.
  correlationId: 'a request about an order of the caller’s own company',
  responseId: 'the other party’s own text',
  requestKey: 'made by the caller',
  requireErpCodes: 'says whether codes are asked for, names none',
  code: 'proves something, names nothing',
  companyIntCode: 'a company, which everybody may name',
  CompanyIntCode: 'a company, which everybody may name',
  externalPoCode: 'the customer’s own text',
  externalProductCode: 'the customer’s own text',
  ObjectKey: 'the name of a grid',
  referenceKey: 'a tutorial, the same for everybody',
  gln: 'a pharmacy, as everybody can look it up',
  tenantId: 'an account at Microsoft',
  objectId: 'an account at Microsoft',
  clientId: 'an application at Microsoft',
  exclude: 'only takes away from what the caller chose',
  'UserManagement/UpdateUserAcknowledgement.IntCode': 'a number of the caller’s own company',
  // Of terms of use, which each company counts for itself: no number of another's can be named.
  intCode: 'a number of the caller’s own company',
  'WebAppConfiguration/InsertWebAppUserDictionary.IntCode': 'ignored: the server counts',
}

export type RecordField = { path: readonly string[]; kind: RecordKind }

type Schema = {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  format?: string
  type?: string
}
type Found = { path: string[]; isId: boolean }

/** Every field of a call's input that may name a record, as a path; an array's items have the array's own path. */
function candidates(schema: Schema, path: string[] = []): Found[] {
  const inside = [
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ].flatMap((part) => candidates(part, path))
  const fields = Object.entries(schema.properties ?? {}).filter(
    ([name]) => !['filters', 'sort', 'columns'].includes(name),
  )
  const name = path.at(-1)
  const isId =
    schema.format === 'uuid' ||
    (name !== undefined &&
      schema.properties === undefined &&
      /(?:Id|Ids|Code|Codes|Key|Keys|gln)$|^(?:id|ids|code)$/.test(name))
  return [
    ...(isId ? [{ path, isId }] : []),
    ...inside,
    ...fields.flatMap(([key, part]) => candidates(part, [...path, key])),
  ]
}

const wholeName = (call: Call, path: readonly string[]): string => `${call.name}.${path.join('.')}`

function claim(call: Call, path: readonly string[]): RecordKind | 'none' | null {
  const name = path.at(-1) as string
  if (noRecord[wholeName(call, path)]) return 'none'
  const list =
    path[0] === 'selection' && name === 'ids'
      ? lists.find((one) => one.selection === call.input.shape['selection'])
      : undefined
  const kind = list
    ? byList[list.key]
    : (byCall[`${call.name}.${name}`] ??
      (noRecord[`${call.name}.${name}`] || noRecord[name] ? undefined : byName[name]))
  if (kind) return (call.group === 'OrderManagement' ? managed[kind] : undefined) ?? kind
  return noRecord[`${call.name}.${name}`] || noRecord[name] ? 'none' : null
}

/** What is asked of the records of master data, kind by kind, stands in master-data.http.test.ts. */
const ofKinds = new Set(
  importKinds
    .flatMap((kind) => partsOf(kind))
    .flatMap((parts) => [...parts.calls, ...parts.lists.flatMap((list) => [list.page, list.excel])])
    .map(({ name }) => name),
)

function fieldsOf(call: Call): { path: string[]; claimed: RecordKind | 'none' | null }[] {
  if (ofKinds.has(call.name)) return []
  const all = candidates(z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Schema)
  const once = new Map(all.map((found) => [found.path.join('.'), found.path]))
  return [...once.values()].map((path) => ({ path, claimed: claim(call, path) }))
}

/** The fields of a call that name a record of somebody. */
export function recordFields(call: Call): RecordField[] {
  return fieldsOf(call).flatMap(({ path, claimed }) =>
    claimed === null || claimed === 'none' ? [] : [{ path, kind: claimed }],
  )
}

/** Fields nobody has said anything about; and what is said of fields that no call has. */
export function unclaimedFields(): { unclaimed: string[]; outdated: string[] } {
  const all = calls.flatMap((call) =>
    fieldsOf(call).map((field) => ({ ...field, name: field.path.at(-1) as string, call })),
  )
  const used = new Set(
    all.flatMap(({ call, name, path }) => [name, `${call.name}.${name}`, wholeName(call, path)]),
  )
  return {
    unclaimed: all
      .filter((field) => field.claimed === null)
      .map(({ call, path }) => `${call.name}: ${path.join('.')}`),
    outdated: [...Object.keys(byName), ...Object.keys(byCall), ...Object.keys(noRecord)].filter(
      (name) => !used.has(name),
    ),
  }
}
