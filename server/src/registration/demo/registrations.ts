import type { Insertable } from 'kysely'
import { registrationCodeTries } from '@kervan/contract/registration/registration'
import { existing } from '@kervan/contract/kit/typed'
import { foldUsername } from '../../access/access.api.ts'
import type { DB } from '../../kit/database/db.gen.ts'
import type { Tx } from '../../kit/database/db.ts'
import { fold } from '../../kit/lists/fold.ts'
import { dayLong } from '../../demo/calendar.ts'
import type { DemoCompany } from '../../demo/people.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import type { Random } from '../../demo/random.ts'
import type { LocationRow } from '../../demo/world.ts'

type Applicant = {
  first: string
  last: string
  days: number
  language: 'tr' | 'en' | 'de'
  elsewhere?: string
  refused?: string
}

const applicants: readonly Applicant[] = [
  { first: 'Sevda', last: 'Akıncı', days: 0.1, language: 'tr' },
  { first: 'Orhan', last: 'Çelebi', days: 0.6, language: 'tr' },
  { first: 'Meltem', last: 'Uysal', days: 1.2, language: 'tr', elsewhere: 'Kırıkkale' },
  { first: 'Lena', last: 'Yurt', days: 2.4, language: 'de' },
  { first: 'İlker', last: 'Öztop', days: 3.1, language: 'tr' },
  { first: 'Şermin', last: 'Irmak', days: 5.7, language: 'tr' },
  {
    first: 'Kaan',
    last: 'Gürsoy',
    days: 24,
    language: 'tr',
    refused: 'Bu eczanenin kullanıcısı zaten var; lütfen mesul müdüre başvurun.',
  },
  {
    first: 'Deborah',
    last: 'Levi',
    days: 41,
    language: 'en',
    refused: 'The trade name in the request is not that of the point of sale.',
  },
]

/** Pharmacies that have asked for an account and proved their address: some wait for a decision, some were refused (REG-002). */
export async function insertRegistrations(
  tx: Tx,
  company: DemoCompany,
  locations: readonly LocationRow[],
  random: Random,
  now: Date,
): Promise<void> {
  if (company.trade !== 'pharma') return
  const decider = await tx
    .selectFrom('membership as m')
    .innerJoin('identity as i', 'i.id', 'm.identity_id')
    .select(['m.id', 'i.first_name', 'i.last_name'])
    .where('m.company_id', '=', company.id)
    .where('i.username', '=', `admin@${company.domain}`)
    .executeTakeFirstOrThrow()
  const open = locations.filter(
    ({ type, status, blacklisted }) => type === 'PrimaryPointOfSales' && status === 'Active' && !blacklisted,
  )
  const rows = random
    .sample(open, applicants.length)
    .map((location, index): Insertable<DB['registration']> => {
      const { first, last, days, language, elsewhere, refused } = existing(applicants[index])
      const at = new Date(now.getTime() - days * dayLong)
      const username = `${fold(first)}.${fold(last)}@eczane.example`
      return {
        company_id: company.id,
        id: random.id(at.getTime()),
        username,
        username_folded: foldUsername(username),
        first_name: first,
        last_name: last,
        language,
        city: elsewhere ?? location.city ?? '',
        location_id: location.id,
        gln: location.gln ?? '',
        search_text: fold([first, last, username, location.gln, location.name].join(' ')),
        address: '198.51.100.77',
        code_hash: null,
        tries_left: registrationCodeTries,
        created_at: at,
        expires_at: at,
        confirmed_at: new Date(at.getTime() + random.int(1, 9) * 60_000),
        ...(refused === undefined
          ? { state: 'Waiting' }
          : {
              state: 'Rejected',
              reason: refused,
              decided_by: decider.id,
              decided_by_name: `${decider.first_name} ${decider.last_name}`,
              decided_at: new Date(at.getTime() + random.int(2, 30) * 3_600_000),
            }),
      }
    })
  await insertMany(tx, 'registration', rows)
}
