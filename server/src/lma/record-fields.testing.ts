import type { AreaFields } from '../../test/record-fields.ts'

// What others are told of them stands in expectations.http.test.ts.
export const fields: AreaFields = {
  noRecord: {
    expectationId: 'an expectation of the whole company, for who sees all of it',
    transferPriceId: 'a transfer price of the whole company, for who sees all of it',
    batchId: 'a batch of the whole company, for who sees all of it',
    scenarioId: 'a scenario of the whole company, for who sees all of it',
    fileId: 'a file of the whole company, for who sees all of it',
    valueId: 'a value of the whole company, for who sees all of it',
    runId: 'a run of the whole company, for who sees all of it',
  },
}
