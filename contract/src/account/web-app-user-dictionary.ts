import { z } from 'zod'
import { call, Done } from '../kit/call.ts'
import { Instant, text } from '../kit/values.ts'

// Small named things a user keeps on the server; grid templates are the first of them (GRD-002).
// ObjectKey is the client's own name for what the value belongs to (`grid:OrderManagement/GetPendingOrders` is ours),
// IntCode names one entry.

const IntCode = z.int().min(1).max(2_147_483_647)
const ObjectKey = text(100)

/** What one user keeps at most, whatever the keys are called: more than all lists of the portal need. */
export const mostDictionaries = 200
export const mostGridStates = 250

export const WebUserDictionary = z.strictObject({
  IntCode: z.int(),
  ObjectKey: z.string(),
  Name: z.string(),
  Value: z.string(),
  IsSelected: z.boolean(),
  UpdatedAt: Instant,
})
export type WebUserDictionary = z.infer<typeof WebUserDictionary>

/** The field of that name in Insert and Update (API-005). */
export const WebUserDictionaryRequestModel = z.strictObject({
  IntCode: IntCode.optional(),
  ObjectKey,
  Name: text(60),
  /** JSON the client understands; the server keeps it as it is, at most 16 kB. */
  Value: z.string().max(16_384),
  IsSelected: z.boolean().optional(),
})

export const getWebAppUserDictionaries = call('WebAppConfiguration/GetWebAppUserDictionaries', {
  access: 'session',
  reads: true,
  input: z.strictObject({ ObjectKey }),
  output: z.strictObject({ dictionaries: z.array(WebUserDictionary) }),
  refusals: [],
})

/** Selecting one entry deselects the others of the same ObjectKey. */
export const selectWebAppUserDictionary = call('WebAppConfiguration/SelectWebAppUserDictionary', {
  access: 'session',
  input: z.strictObject({ IntCode }),
  output: Done,
  refusals: ['DictionaryNotFound'],
})
export const deselectWebAppUserDictionary = call('WebAppConfiguration/DeselectWebAppUserDictionary', {
  access: 'session',
  input: z.strictObject({ IntCode }),
  output: Done,
  refusals: ['DictionaryNotFound'],
})
export const deleteWebAppUserDictionary = call('WebAppConfiguration/DeleteWebAppUserDictionary', {
  access: 'session',
  input: z.strictObject({ IntCode }),
  output: Done,
  refusals: ['DictionaryNotFound'],
})
export const insertWebAppUserDictionary = call('WebAppConfiguration/InsertWebAppUserDictionary', {
  access: 'session',
  input: z.strictObject({ WebUserDictionaryRequestModel }),
  output: WebUserDictionary,
  refusals: ['DictionaryLimit', 'TemplateLimit', 'TemplateNameTaken'],
})
export const updateWebAppUserDictionary = call('WebAppConfiguration/UpdateWebAppUserDictionary', {
  access: 'session',
  input: z.strictObject({ WebUserDictionaryRequestModel }),
  output: WebUserDictionary,
  refusals: ['DictionaryNotFound', 'TemplateNameTaken'],
})

/**
 * The state of one grid as the user last left it: kept without a name, beside the templates (GRD-001). Of more grids than
 * `mostGridStates` the one that was left longest ago is forgotten.
 */
export const saveGridState = call('WebAppConfiguration/SaveGridState', {
  access: 'session',
  input: z.strictObject({ ObjectKey, Value: z.string().max(16_384) }),
  output: Done,
  refusals: [],
})
export const getGridState = call('WebAppConfiguration/GetGridState', {
  access: 'session',
  reads: true,
  input: z.strictObject({ ObjectKey }),
  output: z.strictObject({ Value: z.string().nullable() }),
  refusals: [],
})
