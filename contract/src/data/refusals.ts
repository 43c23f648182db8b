import type { RefusalEntry } from '../kit/refusal-entry.ts'

/** Refusals of master data and of what a company keeps of its own data. */
export const dataRefusals = {
  RecordInvalid: { status: 422, facts: ['issues', 'reasons'] },
  RecordsInUse: { status: 422, facts: ['records', 'users'] },
  ConsequencesUnconfirmed: { status: 422, facts: ['consequences'] },
  DayInFuture: { status: 422, facts: [] },
  ChangeNotFound: { status: 404, facts: [] },
  ChangeStateWrong: { status: 409, facts: ['changeState'] },
  ChangeFaulty: { status: 422, facts: ['count'] },
  ChangeEmpty: { status: 422, facts: [] },
  /** Records were changed since the file was compared with them; it has been compared again. */
  ChangeOutdated: { status: 409, facts: [] },
  /** A change cannot be reverted because something newer stands on its rows. */
  NewerChanges: { status: 409, facts: ['count', 'records'] },
  TableHeaderTwice: { status: 422, facts: ['sheet', 'columns'] },
  TableColumnUnknown: { status: 422, facts: ['sheet', 'columns', 'known'] },
  FileSetStateWrong: { status: 409, facts: ['fileSetState'] },
  /** No sheet has headings with something below them. */
  FileWithoutRows: { status: 422, facts: [] },
  RelationsNotActive: { status: 422, facts: [] },
  EntityWithoutFields: { status: 422, facts: ['entity'] },
  MciStateWrong: { status: 409, facts: ['mciFileState'] },
  MciOngoing: { status: 409, facts: [] },
  EdcNotActive: { status: 422, facts: [] },
  MciMappingIncomplete: { status: 422, facts: ['fields'] },
  MciMappingOrder: { status: 422, facts: ['entity'] },
  /** An update that changes nothing (UIF-001). */
  NoChangesFound: { status: 422, facts: [] },
  UIFilterPreparing: { status: 409, facts: ['name'] },
  UIFilterInUse: { status: 409, facts: ['name', 'users'] },
  UIFilterStateWrong: { status: 409, facts: ['uiFilterState'] },
  UIFilterNameTaken: { status: 422, facts: ['name'] },
  UIFilterTypeFixed: { status: 422, facts: [] },
  /** It would keep no record, so every list would be empty. */
  UIFilterEmpty: { status: 422, facts: [] },
  OwnChange: { status: 422, facts: [] },
  CommentRequired: { status: 422, facts: [] },
  /** Changes of such records always need a second person (DAT-003). */
  SecondPersonNeeded: { status: 422, facts: [] },
} as const satisfies Record<string, RefusalEntry>
