import { checkDigitOf } from '@kervan/contract/kit/gs1/check-digits'
import { inDatabase } from '../../test/office.ts'
import type { AreaFields } from '../../test/record-fields.ts'
import type { Filled, WorldStart } from '../../test/world.ts'
import { newId } from '../kit/database/uuid.ts'

export const kinds = { registration: 'location' } as const

/** What no two worlds share, and what is long enough to be looked for. */
export const own = ['registration'] as const

export const fields: AreaFields = {
  byName: { registrationId: 'registration' },
  byList: { 'Registration/GetRegistrations': 'registration' },
  noRecord: { gln: 'a pharmacy, as everybody can look it up' },
}

/** Somebody who has proved their address and waits to be let in, and the role that they would get. */
export async function fill({
  office,
  location,
  number,
  mark,
}: WorldStart): Promise<Filled<keyof typeof kinds>> {
  const registration = newId()
  const digits = String(860_000_000_000 + number)
  await inDatabase(
    office,
    `insert into registration (company_id, id, state, first_name, last_name, username, username_folded, city, location_id, gln, language, address, tries_left, expires_at, created_at, confirmed_at, search_text)
     values ($1, $2, 'Waiting', $3, 'Own', $4, $4, 'Ankara', $5, $6, 'en', '127.0.0.1', 5, now() + interval '1 hour', now(), now(), $7)`,
    registration,
    `${mark}Applicant`,
    `${mark}applicant${number}@world.example`.toLowerCase(),
    location.id,
    `${digits}${checkDigitOf(digits)}`,
    `${mark}applicant${number}`.toLowerCase(),
  )
  await inDatabase(
    office,
    `insert into role (company_id, id, code, name, ready_made) select $1, $2, 'pharmacyApplicant', 'Pharmacy applicant', true where not exists (select from role where company_id = $1 and code = 'pharmacyApplicant')`,
    newId(),
  )
  return { records: { registration }, versions: { registration: 1 } }
}
