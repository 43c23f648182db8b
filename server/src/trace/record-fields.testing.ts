import type { AreaFields } from '../../test/record-fields.ts'

// What others are told of them stands in trace.http.test.ts.
export const fields: AreaFields = {
  noRecord: {
    packId: 'a pack of the whole company, for who sees all of it',
    recallId: 'a recall of the whole company, for who sees all of it',
    packageId: 'a package of the whole company, for who sees all of it',
  },
}
