import { z } from 'zod'
import { call, Nothing, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { DateOnly, Instant } from '../kit/values.ts'
import { loginStates } from '../access/words.ts'
import { loginReasons } from './activity-words.ts'
import { auditOperations, auditRecordTypes } from '../kit/operations.ts'

// User activity (USR-010): who did what when on which record, who came in and who did not, and the proof that no entry
// was changed or removed.

/** Activity and sign-ins are asked for a window of days, both ends included, no wider than this. */
export const activityWindowMonths = 12
const activityWindow = { from: DateOnly, to: DateOnly }

const ShownValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable()
export type ShownValue = z.infer<typeof ShownValue>

/** One field that an entry changed. `field` is a path: `permissions`, `lines.2.state`. */
export const FieldChange = z.strictObject({
  field: z.string(),
  before: ShownValue,
  after: ShownValue,
  /** Of an amount of money. */
  amount: z.literal(true).optional(),
})
export type FieldChange = z.infer<typeof FieldChange>

/** At most so many fields of one entry are sent; `changeCount` says how many there are. */
export const changesLimit = 100
const changesShown = { changes: z.array(FieldChange), changeCount: z.int() }

export const activity = pageList('UserManagement/GetActivity', {
  columns: {
    at: column.instant(),
    actorName: column.text({ sort: false }),
    operation: column.choice(auditOperations, { words: 'operation', sort: false }),
    recordType: column.choice(auditRecordTypes, { words: 'recordType', sort: false }),
    recordCode: column.code({ nullable: true, sort: false }),
    /** What was changed, in one line; the whole of it is in `changes`. */
    whatChanged: column.text({ computed: true }),
    /** The number of the entry in the company's chain. */
    entry: column.integer(),
  },
  extra: { id: z.uuid(), recordId: z.uuid().nullable(), ...changesShown },
  scope: activityWindow,
  defaultSort: [{ column: 'at', direction: 'desc' }],
  paging: 'keyset',
  search: true,
  refusals: ['WindowTooWide'],
})

/** The last entries about one record, newest first, for its History tab. */
export const getRecordHistory = call('UserManagement/GetRecordHistory', {
  reads: true,
  input: z.strictObject({ recordType: z.string().regex(/^[a-zA-Z]{1,40}$/), recordId: Uuid }),
  output: z.strictObject({
    entries: z.array(
      z.strictObject({
        id: z.uuid(),
        at: Instant,
        actorName: z.string(),
        operation: z.enum(auditOperations),
        ...changesShown,
      }),
    ),
    /** Older entries exist that are not shown. */
    hasMore: z.boolean(),
  }),
  refusals: [],
})

/** Recomputes the chain of hashes from the first entry on: was any entry changed, removed or slipped in? */
export const verifyActivity = call('UserManagement/VerifyActivity', {
  reads: true,
  input: Nothing,
  output: z.strictObject({ entries: z.int(), firstBroken: z.int().nullable(), checkedAt: Instant }),
  refusals: [],
})

export const loginLog = pageList('UserManagement/GetLoginLog', {
  columns: {
    at: column.instant(),
    username: column.text(),
    /** Null where nobody of this company has the user name. */
    name: column.text({ nullable: true }),
    loginState: column.choice(loginStates, { words: 'loginState' }),
    loginReason: column.choice(loginReasons, { words: 'loginReason' }),
    address: column.code(),
    agent: column.text(),
  },
  extra: { id: z.uuid(), membershipId: z.uuid().nullable() },
  scope: activityWindow,
  defaultSort: [{ column: 'at', direction: 'desc' }],
  search: true,
  refusals: ['WindowTooWide'],
})
