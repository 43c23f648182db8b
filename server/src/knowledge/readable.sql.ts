import { saveDraft } from '@kervan/contract/knowledge/articles'
import type { Language } from '@kervan/contract/kit/values'
import { languages } from '@kervan/contract/kit/values'
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../kit/context.ts'
import { holds } from '../kit/http/gates.ts'
import { seesPartOnly } from '../kit/records/scope.ts'

// Who may read an article (KNB-001). Tree, article, search, helper, files and links all stand on these conditions, so a
// restricted article cannot show in one of them alone.

/** Writes articles, and so sees all of the company with their drafts. */
export const isEditor = (actor: Actor): boolean =>
  !seesPartOnly(actor) && holds({ permission: saveDraft.permission }, actor)

/** Conditions on `knowledge_article a`: of the company, and open to this reader. */
export function readable(actor: Actor): RawBuilder<unknown>[] {
  const company = actor.company.id
  const ofCompany = sql`a.company_id = ${company}`
  if (isEditor(actor)) return [ofCompany]
  const ofPartner = actor.partnerId === null ? sql`false` : sql`r.partner_id = ${actor.partnerId}`
  return [
    ofCompany,
    sql`(not a.restricted or exists (
      select from knowledge_reader r where r.company_id = ${company} and r.article_id = a.id and (${ofPartner}
        or r.role_id in (select m.role_id from membership_role m where m.company_id = ${company} and m.membership_id = ${actor.membershipId}))))`,
  ]
}

/** The condition on `knowledge_text t` that this reader may read it: published, or anything for who writes. */
export const shownText = (actor: Actor): RawBuilder<unknown> =>
  isEditor(actor) ? sql`true` : sql`t.state = 'Published'`

/** The languages in which something is looked for, the reader's own first. */
export const preferred = (language: Language): Language[] => [
  language,
  ...languages.filter((one) => one !== language),
]
