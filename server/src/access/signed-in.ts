import { refusal } from '@kervan/contract/kit/refusals'
import type { SessionContext } from '../kit/context.ts'

/** The sign-in this request belongs to. Throws `SignInExpected` for a key: what only a person can say no program says. */
export function signInOf({ familyId }: Pick<SessionContext, 'familyId'>): string {
  if (familyId === null) throw refusal('SignInExpected')
  return familyId
}
