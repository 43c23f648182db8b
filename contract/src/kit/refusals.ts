// The error catalogue: every answer other than 200 that this product can give.
// `facts` names what a refusal carries; the message in three languages may use exactly these.
// Source: API-008 and section 8 of the specification; the test of the messages keeps catalogue and sentences equal.

type CatalogueEntry = { status: number; facts: readonly string[] }

export const refusalCatalogue = {
  // — of the portal itself; any call may answer with these without listing them —
  SessionExpired: { status: 401, facts: [] },
  AcknowledgementPending: { status: 403, facts: [] },
  PasswordChangeRequired: { status: 403, facts: [] },
  SecondFactorSetupRequired: { status: 403, facts: [] },
  InvitationPending: { status: 403, facts: [] },
  PermissionMissing: { status: 403, facts: ['permission'] },
  CallNotFound: { status: 404, facts: [] },
  NotFound: { status: 404, facts: [] },
  ChangedMeanwhile: { status: 409, facts: ['changedBy', 'changedAt'] },
  DraftGone: { status: 409, facts: [] },
  RequestKeyReused: { status: 409, facts: [] },
  RequestInFlight: { status: 409, facts: [] },
  BodyTooLarge: { status: 413, facts: ['limit'] },
  JsonExpected: { status: 415, facts: [] },
  BodyUnreadable: { status: 422, facts: [] },
  BodyTooDeep: { status: 422, facts: ['limit'] },
  InvalidInput: { status: 422, facts: ['issues'] },
  TooManyRequests: { status: 429, facts: ['seconds'] },
  ServerFault: { status: 500, facts: [] },
  Overloaded: { status: 503, facts: ['seconds'] },
  DatabaseUnavailable: { status: 503, facts: ['seconds'] },
  StorageFull: { status: 507, facts: [] },

  // — access —
  LoginFailed: { status: 422, facts: [] },
  NotAuthorizedForCompany: { status: 422, facts: [] },
  NoLocationDefined: { status: 422, facts: [] },
  PasswordExpired: { status: 422, facts: [] },
  CompanyUnknown: { status: 404, facts: [] },
  EntraOnly: { status: 422, facts: [] },
  EntraFailed: { status: 422, facts: [] },
  EntraLinkTaken: { status: 409, facts: [] },
  SecondFactorRequired: { status: 422, facts: [] },
  SecondFactorWrong: { status: 422, facts: [] },
  SecondFactorOff: { status: 422, facts: [] },
  SecondFactorNotStarted: { status: 409, facts: [] },
  SecondFactorIsSetUp: { status: 409, facts: [] },
  SecondFactorNeeded: { status: 422, facts: [] },
  OldPasswordWrong: { status: 422, facts: [] },
  PasswordBreaksRules: { status: 422, facts: ['rules'] },
  PasswordTooCommon: { status: 422, facts: [] },
  PasswordSame: { status: 422, facts: [] },
  NothingToReplace: { status: 409, facts: [] },
  AcknowledgementNotCurrent: { status: 409, facts: [] },
  ChangesMissing: { status: 422, facts: [] },
  ApiUserExpected: { status: 422, facts: [] },
  ExpiryOutOfBounds: { status: 422, facts: ['days'] },
  ApiKeyRevoked: { status: 409, facts: [] },
  SetupClosed: { status: 409, facts: [] },
  SetupCodeWrong: { status: 422, facts: [] },
  SignInExpected: { status: 403, facts: [] },
  ProofNeeded: { status: 422, facts: ['names', 'count'] },
  FreshSignInNeeded: { status: 422, facts: ['minutes', 'names', 'count'] },

  // — roles and rights —
  RightsExceedOwn: { status: 422, facts: ['permissions'] },
  OwnRights: { status: 422, facts: [] },
  ScopeExceedsOwn: { status: 422, facts: [] },
  WholeCompanyNeeded: { status: 422, facts: [] },
  LastAdministrator: { status: 422, facts: [] },
  ExplainTargetUnknown: { status: 404, facts: ['target'] },
  InvitationNotPending: { status: 409, facts: [] },
  InvitationChanged: { status: 409, facts: [] },
  UserBlocked: { status: 422, facts: [] },
  InvitationDeclined: { status: 422, facts: [] },
  InvitedRecently: { status: 422, facts: ['until'] },
  ApiUserElsewhere: { status: 422, facts: ['username'] },
  HomeCompany: { status: 422, facts: [] },
  NoLinkedAdministrator: { status: 422, facts: [] },
  RoleNotFound: { status: 404, facts: [] },
  RoleNameTaken: { status: 409, facts: ['name'] },
  RoleInUse: { status: 422, facts: ['count', 'names'] },
  ReadyMadeRole: { status: 422, facts: ['name'] },
  PermissionUnknown: { status: 422, facts: ['permissions'] },

  // — users —
  UserNotFound: { status: 404, facts: [] },
  UsernameTaken: { status: 409, facts: ['username'] },
  PointOfSaleNotFound: { status: 404, facts: [] },
  RegistrationClosed: { status: 422, facts: [] },
  RegistrationCodeWrong: { status: 422, facts: [] },
  RegistrationDecided: { status: 409, facts: ['state'] },
  UserLimitReached: { status: 422, facts: ['maximum'] },
  NotHomeCompany: { status: 422, facts: [] },
  UserNotActive: { status: 422, facts: [] },
  UserNotLocked: { status: 422, facts: [] },
  NoOpenSession: { status: 422, facts: [] },
  NoSecondFactor: { status: 422, facts: [] },
  PartnerNotFound: { status: 404, facts: [] },
  LocationNotFound: { status: 404, facts: [] },
  LocationsFixed: { status: 422, facts: [] },
  NothingToChange: { status: 422, facts: [] },
  ContactNotFound: { status: 404, facts: [] },
  ContactTaken: { status: 409, facts: ['email'] },
  AddressCodeWrong: { status: 422, facts: ['left'] },
  AddressCodeExpired: { status: 422, facts: [] },

  // — files and workbooks —
  FileMissing: { status: 422, facts: [] },
  FileTooLarge: { status: 422, facts: ['name', 'limit'] },
  FileTypeNotAllowed: { status: 422, facts: ['name', 'allowed'] },
  FilesInvalid: { status: 422, facts: ['name'] },
  TooManyFiles: { status: 422, facts: ['limit'] },
  ExcelNotAWorkbook: { status: 422, facts: [] },
  ExcelOldFormat: { status: 422, facts: ['format'] },
  ExcelEncrypted: { status: 422, facts: [] },
  ExcelDamaged: { status: 422, facts: [] },
  ExcelTooLarge: { status: 422, facts: ['limit'] },
  ExcelTooManyRows: { status: 422, facts: ['limit'] },
  ExcelTimedOut: { status: 422, facts: ['seconds'] },
  ExcelNoHeader: { status: 422, facts: ['columns'] },

  // — grids —
  TemplateLimit: { status: 422, facts: ['limit'] },
  TemplateNameTaken: { status: 409, facts: ['name'] },
  DictionaryNotFound: { status: 404, facts: [] },

  // — jobs —
  JobNotFound: { status: 404, facts: [] },
  JobFinished: { status: 409, facts: ['state'] },

  // — orders —
  OrderNotFound: { status: 404, facts: [] },
  LineNotFound: { status: 404, facts: ['line'] },
  OwnOrder: { status: 422, facts: ['orderCode'] },
  BackorderLocked: { status: 422, facts: ['line'] },
  MoveNotAllowed: { status: 422, facts: ['line', 'state', 'action'] },
  NothingToDo: { status: 422, facts: ['orderCode', 'action'] },
  MemoRequired: { status: 422, facts: [] },
  QuantityUnchanged: { status: 422, facts: ['line', 'quantity'] },
  QuantityAboveDemand: { status: 422, facts: ['line', 'demand', 'quantity'] },
  QuantityNotPack: { status: 422, facts: ['quantity', 'pack', 'below', 'above'] },
  QuantityOutOfBounds: { status: 422, facts: ['quantity', 'minimum', 'maximum'] },
  StockShort: { status: 422, facts: ['line', 'wanted', 'available'] },
  WindowTooWide: { status: 422, facts: ['months'] },
  SelectionTooLarge: { status: 422, facts: ['limit'] },
  VariantNotFound: { status: 404, facts: [] },
  LocationNotAllowed: { status: 422, facts: ['location'] },
  ProductCannotShip: { status: 422, facts: ['product', 'location'] },
  FlowTypesMixed: { status: 422, facts: ['inCart', 'added'] },
  DeliveryDateInPast: { status: 422, facts: ['date'] },
  CartEmpty: { status: 422, facts: [] },
  CartChanged: { status: 409, facts: [] },
  CartHasProblems: { status: 422, facts: ['count'] },
  ImportNotFound: { status: 404, facts: [] },
  ImportNotReady: { status: 409, facts: ['state'] },
  ImportEmpty: { status: 422, facts: [] },
} as const satisfies Record<string, CatalogueEntry>

export type RefusalCode = keyof typeof refusalCatalogue
export type FactValue = string | number | boolean | null | readonly unknown[]
export type FactsOf<C extends RefusalCode> = Record<(typeof refusalCatalogue)[C]['facts'][number], FactValue>
/** The second argument of `refuse`: none when the refusal carries no facts. */
export type FactArguments<C extends RefusalCode> = (typeof refusalCatalogue)[C]['facts'] extends readonly []
  ? []
  : [facts: FactsOf<C>]

/** A named answer of "no". Not a fault: it has a status and a translated sentence, and is logged as information. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly facts: Record<string, FactValue>

  constructor(code: RefusalCode, facts: Record<string, FactValue> = {}) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.facts = facts
  }

  get status(): number {
    return refusalCatalogue[this.code].status
  }
}

/** Makes a refusal with the facts its catalogue entry asks for; the compiler refuses others. */
export function refusal<C extends RefusalCode>(code: C, ...facts: FactArguments<C>): Refusal {
  return new Refusal(code, facts[0])
}
