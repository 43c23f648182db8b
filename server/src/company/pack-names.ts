import { languages } from '@kervan/contract/kit/values'
import { sql, type RawBuilder } from 'kysely'
import { translate } from '../kit/messages.ts'
import type { Reader } from '../kit/records/names.ts'

// What a pack such as "28 tablets" is called in the reader's language. Packs are kept as the company wrote them, in
// whatever language; those of a number and a word that all languages know are said in the reader's.

const words = {
  tablets: ['company.pack.tablet', 'company.pack.tablets'],
  capsules: ['company.pack.capsule', 'company.pack.capsules'],
  vials: ['company.pack.vial', 'company.pack.vials'],
  ampoules: ['company.pack.ampoule', 'company.pack.ampoules'],
  sachets: ['company.pack.sachet', 'company.pack.sachets'],
  doses: ['company.pack.dose', 'company.pack.doses'],
} as const

/** For each kind of pack: what it may be written as, in lower case, and how to say one and several. */
const patterns = Object.values(words).map((keys) => ({
  keys,
  written: [...new Set(languages.flatMap((one) => keys.map((key) => translate(one, key).toLowerCase())))],
}))

/** The size or pack that the column says, in the reader's language; as it is kept where no language is asked for. */
export function sizeName(language: Reader, column: string): RawBuilder<string> {
  const size = sql.ref<string>(column)
  if (language === null) return sql`${size}`
  const cases = patterns.map(({ keys: [one, many], written }) => {
    const number = sql`split_part(${size}, ' ', 1)`
    return sql`when lower(split_part(${size}, ' ', 2)) = any(${written}::text[])
      then ${number} || ' ' || case ${number} when '1' then ${translate(language, one)}::text else ${translate(language, many)}::text end`
  })
  return sql`case when ${size} !~ '^[0-9]+ [^ 0-9]+$' then ${size} ${sql.join(cases, sql` `)} else ${size} end`
}
