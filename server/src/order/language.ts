import type { Language } from '@kervan/contract/kit/values'
import type { Actor } from '../kit/context.ts'
import type { Tx } from '../kit/db.ts'
import { asLanguage } from './decision-events.ts'

/** The language a member reads, for work that no request with an Accept-Language waits for. */
export async function languageOfMember(tx: Tx, actor: Actor): Promise<Language> {
  const row = await tx.selectFrom('membership').select('language').where('company_id', '=', actor.company.id).where('id', '=', actor.membershipId).executeTakeFirst()
  return asLanguage(row?.language ?? 'en')
}
