import type { RefusalEntry } from '../kit/refusal-entry.ts'

/** Refusals of registering and deciding about it. */
export const registrationRefusals = {
  PointOfSaleUnclear: { status: 422, facts: [] },
  RegistrationClosed: { status: 422, facts: [] },
  RegistrationCodeWrong: { status: 422, facts: [] },
  RegistrationDecided: { status: 409, facts: ['registrationState'] },
} as const satisfies Record<string, RefusalEntry>
