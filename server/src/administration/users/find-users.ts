import { sql } from 'kysely'
import { users } from '@kervan/contract/administration/users'
import { askOnce } from '../../kit/database/db.ts'
import { containing } from '../../kit/lists/fold.ts'
import { mayOpen, noOrder, type Finder } from '../../kit/records/find.ts'
import { seenPerson, userScope } from './user.sql.ts'

/** Users for the palette, as far as the list of users shows them (USR-003). */
export const userFinder: Finder = {
  kind: 'user',
  allowed: (actor) =>
    actor.permissions.has('AccountSettings') && mayOpen(actor, 'UserManagement', users.page),
  async find({ tx, actor }, text, limit) {
    const found = await askOnce<{ id: string; name: string; hint: string }>(
      tx,
      sql`select m.id, i.first_name || ' ' || i.last_name as name, i.username as hint
        from membership m join ${seenPerson}
        where ${sql.join(userScope(actor), sql` and `)} and i.search_text like ${containing(text)}
        order by i.first_name, i.last_name, m.id limit ${limit}`,
    )
    return found.map((user) => ({ ...user, code: null, ...noOrder }))
  },
}
