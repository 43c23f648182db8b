import { sql, type RawBuilder } from 'kysely'
import { languages, type Language } from '@kervan/contract/kit/values'
import { recordOf } from '@kervan/contract/kit/typed'
import { folded } from '../kit/lists/fold.ts'
import { translate } from '../kit/messages.ts'
import { readyMadeRoleNames } from './ready-made-role-names.ts'

// Names of roles. Ready-made roles are called what they are called in the reader's language, in lists, filters and
// searches alike; roles of one's own are called what somebody called them.

const readyMadeNames = recordOf(languages, (language) =>
  JSON.stringify(
    recordOf(Object.keys(readyMadeRoleNames), (code) => translate(language, `permission.role.${code}`)),
  ),
)

/** The name of `role r` in a language. */
export function roleName(language: Language): RawBuilder<string> {
  return sql<string>`case when r.ready_made then coalesce(${readyMadeNames[language]}::jsonb ->> r.code, r.name) else r.name end`
}

/** All that a ready-made role is called anywhere: its first name, and its name in each language. No other role may be called so. */
export const namesOfReadyMade: readonly { readonly code: string; readonly names: readonly string[] }[] =
  Object.entries(readyMadeRoleNames).map(([code, name]) => ({
    code,
    names: [
      ...new Set([name, ...languages.map((language) => translate(language, `permission.role.${code}`))]),
    ],
  }))

const readyMadeNow = recordOf(languages, (language): Record<string, string> =>
  Object.fromEntries(
    namesOfReadyMade.flatMap(({ code, names }) =>
      names.map((name) => [name, translate(language, `permission.role.${code}`)]),
    ),
  ),
)

/** What the audit log kept of a role, in the reader's language, whatever the language of who changed it. */
export function writtenRoleName(language: Language, written: string): string {
  return readyMadeNow[language][written] ?? written
}

/** The same in a query. */
export function writtenRoleNameSql(language: Language, written: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`coalesce(${JSON.stringify(readyMadeNow[language])}::jsonb ->> ${written}, ${written})`
}

/** The same as it is searched, the other side of `containing`. */
export function roleNameFolded(language: Language): RawBuilder<string> {
  return folded(roleName(language))
}

/** The names of the roles of `membership m`, in one line. */
export function roleNamesOfMember(companyId: number, language: Language): RawBuilder<string | null> {
  const name = roleName(language)
  return sql<
    string | null
  >`(select string_agg(${name}, ', ' order by ${name}) from membership_role mr join role r on r.company_id = mr.company_id and r.id = mr.role_id where mr.company_id = ${companyId} and mr.membership_id = m.id)`
}

/** The roles of `membership m` with id and name. */
export function rolesOfMember(
  companyId: number,
  language: Language,
): RawBuilder<{ id: string; name: string }[]> {
  const name = roleName(language)
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', ${name}) order by ${name}), '[]') from membership_role mr join role r on r.company_id = mr.company_id and r.id = mr.role_id
    where mr.company_id = ${companyId} and mr.membership_id = m.id)`
}
