import { z } from 'zod'
import { call, highestVersion, Nothing } from '../kit/call.ts'
import { approvalSteps, changeSources, changeStates } from '../kit/master-change.ts'
import { column, pageList } from '../kit/page.ts'
import { lmaDataTypes } from '../lma/operations.ts'
import { servicesDataTypes } from '../services/operations.ts'
import { dataRecordTypes } from './operations.ts'

// Every delivery of master data, whatever its kind (DAT-002), and how many persons a change needs (DAT-003).

/** Every kind of record that deliveries are of: those of master data and those that areas keep the same way. */
export const dataKinds = [
  ...dataRecordTypes,
  'goodsIssue',
  'quotaRule',
  'notificationContact',
  ...lmaDataTypes,
  ...servicesDataTypes,
] as const

/** The changes of all kinds that the reader may see. */
export const dataLog = pageList('DataManagement/GetDataLog', {
  columns: {
    madeAt: column.instant(),
    dataKind: column.choice(dataKinds, { words: 'recordType' }),
    source: column.choice(changeSources, { words: 'changeSource' }),
    fileOrRecord: column.text({ nullable: true }),
    state: column.choice(changeStates, { words: 'changeState' }),
    added: column.integer(),
    changed: column.integer(),
    removed: column.integer(),
    unchanged: column.integer(),
    faulty: column.integer(),
    madeBy: column.text(),
    activatedAt: column.instant({ nullable: true }),
    approvedBy: column.text({ nullable: true }),
  },
  extra: { id: z.uuid(), record: z.string().nullable() },
  defaultSort: [{ column: 'madeAt', direction: 'desc' }],
  search: true,
})

/** How many persons a change of a kind needs; the kinds are those that say so (`approval`). */
const rule = {
  kind: z.string().max(64),
  steps: z.enum(approvalSteps),
  version: z.int().min(0).max(highestVersion),
}
const Rule = z.strictObject(rule)

export const getApprovalRules = call('DataManagement/GetApprovalRules', {
  reads: true,
  input: Nothing,
  output: z.strictObject({
    rules: z.array(
      z.strictObject({
        ...rule,
        /** A second person is needed whatever the company chooses. */
        always: z.boolean(),
      }),
    ),
  }),
  refusals: [],
})

/** Changes that wait already keep the number of persons they began with. */
export const saveApprovalRule = call('DataManagement/SaveApprovalRule', {
  input: Rule,
  output: Rule,
  refusals: ['ChangedMeanwhile', 'WholeCompanyNeeded', 'NotFound', 'SecondPersonNeeded'],
})
