import type { SessionContext } from '../kit/context.ts'
import type { HomeSetting } from '../kit/database/db.gen.ts'

type Own = Pick<SessionContext, 'tx' | 'actor'>
type Kept = Pick<HomeSetting, 'shortcuts' | 'dashboard'> & { first_steps_hidden: boolean }

/** What a user has chosen for the home page; undefined while nothing was chosen. */
export const ownSetting = ({ tx, actor }: Own): Promise<Kept | undefined> =>
  tx
    .selectFrom('home_setting')
    .select(['shortcuts', 'dashboard', 'first_steps_hidden'])
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .executeTakeFirst()

/** Keeps a choice for the home page and leaves the others as they are. */
export async function keepOwnSetting(
  { tx, actor, now }: Own & Pick<SessionContext, 'now'>,
  chosen: Partial<Kept>,
): Promise<void> {
  await tx
    .insertInto('home_setting')
    .values({
      company_id: actor.company.id,
      membership_id: actor.membershipId,
      ...chosen,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'membership_id']).doUpdateSet({ ...chosen, updated_at: now }),
    )
    .execute()
}
