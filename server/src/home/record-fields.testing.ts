import type { AreaFields } from '../../test/record-fields.ts'

export const fields: AreaFields = { noRecord: { referenceKey: 'a tutorial, the same for everybody' } }
