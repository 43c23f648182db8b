import { foldUsername } from '@kervan/contract/access/username'
import { refusal } from '@kervan/contract/kit/refusals'
import { languages, type Language } from '@kervan/contract/kit/values'
import type { SessionContext } from '../kit/context.ts'
import { sqlState, type Tx } from '../kit/database/db.ts'
import { enqueueMail } from '../kit/work/outbox.ts'

// The user name of a person, whoever changes it.

/** Of two who take the same name at once, the unique index lets one through. Throws `UsernameTaken` for the other. */
export async function setUsername(tx: Tx, identityId: string, username: string): Promise<void> {
  try {
    await tx
      .updateTable('identity')
      .set({ username, username_folded: foldUsername(username) })
      .where('id', '=', identityId)
      .execute()
  } catch (error) {
    if (sqlState(error) === '23505') throw refusal('UsernameTaken', { username })
    throw error
  }
}

export async function notifyUsernameChanged(
  { tx, actor }: Pick<SessionContext, 'tx' | 'actor'>,
  change: { from: string; to: string; name: string; language: Language },
  { jobs }: SessionContext['services'],
): Promise<void> {
  const facts = { name: change.name, company: actor.company.name, from: change.from, to: change.to }
  for (const to of [change.from, change.to])
    await enqueueMail(tx, jobs, actor.company.id, {
      to,
      language: change.language,
      template: 'usernameChanged',
      facts,
    })
}

export function languageOf(stored: string): Language {
  return languages.find((one) => one === stored) ?? 'en'
}
