import { pending, good, bad, cancelled, type StateLooks } from '../kit/values/looks.ts'

/** What registrations look like. */
export const looks: StateLooks = {
  registrationState: { Unconfirmed: cancelled, Waiting: pending, Approved: good, Rejected: bad },
}
