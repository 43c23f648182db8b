import type { AreaFields } from '../../test/record-fields.ts'

// What others are told of them stands in diagnosis.http.test.ts.
export const fields: AreaFields = {
  noRecord: { findingId: 'of the whole company, for who sees all of it' },
}
