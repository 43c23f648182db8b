import { lentPermissions } from '@kervan/contract/order/lent-permissions'
import { sql } from 'kysely'
import type { Lending, Naming } from '../../kit/http/actor.ts'

/** Who has named a member deputy for today, and may still do what is lent (ORD-010): read with the actor of each request. */
export const deputyLending: Lending = {
  permissions: lentPermissions,
  namings: ({ companyId, id, rolesOf, today }) => sql<Naming[]>`(
    select coalesce(jsonb_agg(jsonb_build_object('membershipId', a.id, 'name', ia.first_name || ' ' || ia.last_name,
      'customerIds', d.customer_ids, 'maxAmount', d.max_amount::text, 'roles', ${rolesOf(sql`a.id`)}) order by d.id), '[]')
    from deputy d join membership a on a.company_id = ${companyId} and a.id = d.by_membership_id join identity ia on ia.id = a.identity_id
    where d.company_id = ${companyId} and d.deputy_membership_id = ${id} and d.ended_at is null and a.state = 'Active'
      and ${today} between d.starts_on and d.ends_on)`,
}
