import { external, good, bad, cancelled, type StateLooks } from '../kit/values/looks.ts'

/** What memberships of a person look like. */
export const looks: StateLooks = {
  ownCompany: { Active: good, Invited: external, Declined: bad, Refused: cancelled, Closed: cancelled },
}
