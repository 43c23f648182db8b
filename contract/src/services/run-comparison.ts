import { z } from 'zod'
import { call, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { DateOnly } from '../kit/values.ts'
import { projectDomains, workOrderTypes } from './words.ts'

// Two runs side by side, such as an experiment and production, before anybody switches (ENG-002): totals by type, and
// line by line what one proposes and the other does not.

const two = { serviceRunId: Uuid, otherRunId: Uuid }

const RunInBrief = z.strictObject({
  id: Uuid,
  code: z.string(),
  name: z.string(),
  serviceDate: DateOnly,
  projectDomain: z.enum(projectDomains),
})
export type RunInBrief = z.infer<typeof RunInBrief>

/** Runs that one may be compared with: of the same service, at most a week apart, those of another domain first. */
export const getComparableRuns = call('ServiceOperations/GetComparableRuns', {
  sharesPermission: 'GetServices',
  reads: true,
  input: z.strictObject({ serviceRunId: Uuid }),
  output: z.strictObject({ runs: z.array(RunInBrief) }),
  refusals: ['NotFound'],
})

const Total = z.strictObject({ lines: z.int(), units: z.int(), net: z.string().nullable() })
/** What both runs propose, by type. Amounts are null for who may not see prices. */
export const compareRuns = call('ServiceOperations/CompareRuns', {
  sharesPermission: 'GetServices',
  reads: true,
  input: z.strictObject(two),
  output: z.strictObject({
    here: RunInBrief,
    there: RunInBrief,
    currency: z.string(),
    types: z.array(z.strictObject({ type: z.enum(workOrderTypes), here: Total, there: Total })),
    /** Lines that both have with the same amount, with another one, and that only one of them has. */
    same: z.int(),
    changed: z.int(),
    onlyHere: z.int(),
    onlyThere: z.int(),
  }),
  refusals: ['NotFound'],
})

/** Line by line, largest difference first: a product from one place to another. */
export const runDifferences = pageList('ServiceOperations/GetRunDifferences', {
  columns: {
    productCode: column.code(),
    productName: column.text(),
    workOrderType: column.choice(workOrderTypes, { words: 'workOrderType' }),
    senderCode: column.code(),
    senderName: column.text(),
    recipientCode: column.code(),
    recipientName: column.text(),
    amountHere: column.integer(),
    amountThere: column.integer(),
    amountDifference: column.integer(),
    sizeOfDifference: column.integer(),
    netHere: column.decimal({ nullable: true, price: true }),
    netThere: column.decimal({ nullable: true, price: true }),
  },
  extra: { id: Uuid, currency: z.string() },
  scope: two,
  defaultSort: [
    { column: 'sizeOfDifference', direction: 'desc' },
    { column: 'productCode', direction: 'asc' },
  ],
  search: true,
  summed: {
    sums: ['amountHere', 'amountThere', 'amountDifference'],
    groups: { senderCode: 'senderName', recipientCode: 'recipientName' },
  },
  sharesPermission: { page: 'GetServices', excel: 'GetServices' },
})
