import { registrations } from '@kervan/contract/registration/registration'
import { sql } from 'kysely'
import type { ExplainedRecord } from '../kit/records/explained.ts'
import { registrationScope, registrationTables } from './decide.ts'

/** Why somebody sees a registration or not. */
export const explainedRegistration: ExplainedRecord = {
  kind: 'registration',
  from: registrationTables,
  key: sql`r.id`,
  company: sql`r.company_id`,
  lookup: {
    search: (pattern) => sql`r.search_text like ${pattern}`,
    code: sql`r.username`,
    name: sql`r.first_name || ' ' || r.last_name`,
  },
  place: sql`r.location_id`,
  priced: false,
  missing: 'NotFound',
  ways: [{ call: registrations.page, scope: registrationScope }],
}
