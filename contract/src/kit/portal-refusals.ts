import type { RefusalEntry } from './refusal-entry.ts'

/** Refusals of the portal itself: any call may answer with these without listing them. */
export const portalRefusals = {
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
  FileQuotaReached: { status: 507, facts: ['used', 'limit'] },
} as const satisfies Record<string, RefusalEntry>

/** Refusals of the kit's mechanisms: files, workbooks, grids, lists. A call lists those it answers with. */
export const kitRefusals = {
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
  TemplateLimit: { status: 422, facts: ['limit'] },
  TemplateNameTaken: { status: 409, facts: ['name'] },
  DictionaryNotFound: { status: 404, facts: [] },
} as const satisfies Record<string, RefusalEntry>
