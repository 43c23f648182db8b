import type { RefusalEntry } from '../kit/refusal-entry.ts'

/** Refusals of the trace inquiry. */
export const traceRefusals = {
  TraceFieldRequired: { status: 422, facts: ['traceField'] },
  TraceTooManyCodes: { status: 422, facts: ['limit', 'count'] },
  TraceTooManyPacks: { status: 422, facts: ['limit'] },
  RecallGtinWrong: { status: 422, facts: ['gtin'] },
  RecallTwice: { status: 409, facts: ['lot'] },
  RecallLifted: { status: 409, facts: ['lot'] },
  PackUnknown: { status: 404, facts: ['serial'] },
  TransferSourceMissing: { status: 422, facts: [] },
  PackageTwice: { status: 409, facts: ['document'] },
} as const satisfies Record<string, RefusalEntry>
