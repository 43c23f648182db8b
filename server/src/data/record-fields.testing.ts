import type { AreaFields } from '../../test/record-fields.ts'

// Whose records the fields of the calls of data management name.

export const fields: AreaFields = {
  noRecord: {
    // What strangers are told of them stands in file-sets.http.test.ts.
    setId: 'a set of files of the caller’s own company',
    sheetId: 'a sheet in a set of files of the caller’s own company',
  },
}
