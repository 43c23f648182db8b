import { z } from 'zod'
import { call, Done } from '../kit/call.ts'
import { transferProblems } from '../kit/transfer-problems.ts'
import { DateOnly, Instant } from '../kit/values.ts'

// Packages that ITS has for the company (TRC-004): whether it is asked, and what came of it.

export const getTransferSearch = call('PfsiService/GetTransferSearch', {
  sharesPermission: 'GetPackages',
  reads: true,
  polled: true,
  input: z.strictObject({}),
  output: z.strictObject({
    /** ITS can be asked now: the company has a user there, and it is not paused. */
    isOpen: z.boolean(),
    /** Up to which day everything was found. */
    searchedTo: DateOnly.nullable(),
    askedAt: Instant.nullable(),
    answeredAt: Instant.nullable(),
    problem: z.enum(transferProblems).nullable(),
  }),
  refusals: [],
})

/** Has ITS asked for new packages now; what comes of it is told by `GetTransferSearch`. */
export const searchTransfers = call('PfsiService/SearchTransfers', {
  input: z.strictObject({}),
  output: Done,
  refusals: ['TransferSourceMissing'],
})
