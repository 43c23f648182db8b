import { administrators, isLinked, lockAdministration } from '../../access/access.api.ts'
import { sql } from 'kysely'
import { mediaSwitches } from '@kervan/contract/access/web-resources'
import { getPolicy, updatePolicy, weakens, type PolicyView } from '@kervan/contract/administration/policy'
import { homeBoxes } from '@kervan/contract/home/words'
import { keysOf } from '@kervan/contract/kit/typed'
import { record } from '../../kit/records/audit.ts'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { handle } from '../../kit/http/handle.ts'
import { requireStepUp } from '../step-up-rules.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import { assertSeesWhole } from '../rights.ts'

// The company's sign-in policy (USR-009): one row a company, changed under the lock of administration.

export const getPolicyHandler = handle(getPolicy, ({ tx, actor }) => presentPolicy(tx, actor))

export const updatePolicyHandler = handle(updatePolicy, async (context) => {
  const { tx, actor, now, input } = context
  assertSeesWhole(actor)
  await lockAdministration(tx, actor.company.id)
  const before = await presentPolicy(tx, actor)
  if (before.version !== input.version) throw await changedMeanwhile(context, 'policy', policyId(actor))
  // Whoever closes the door behind passwords must leave one administrator who has the other key.
  if (input.entraOnly && !before.entraOnly && before.linkedAdministrators === 0)
    throw updatePolicy.refuse('NoLinkedAdministrator')
  const { version, proof: _proof, ...settings } = input
  const changed = keysOf(settings).filter((key) => settings[key] !== before[key])
  if (changed.length === 0) return before
  await requireStepUp(context, [], weakens(before, settings).length > 0)
  await tx
    .updateTable('company_policy')
    .set({
      password_max_age_days: settings.passwordMaxAgeDays,
      idle_minutes: settings.idleMinutes,
      lock_out_after: settings.lockOutAfter,
      lock_out_minutes: settings.lockOutMinutes,
      second_factor: settings.secondFactor,
      entra_only: settings.entraOnly,
      registration: settings.registration,
      chart_export: settings.chartExport,
      disable_validate_from_image: settings.disableValidateFromImage,
      disable_its_validation: settings.disableITSValidation,
      disable_porta_mate_validation: settings.disablePortaMateValidation,
      version: version + 1,
    })
    .where('company_id', '=', actor.company.id)
    .execute()
  const only = (values: PolicyView | typeof settings) =>
    Object.fromEntries(changed.map((key) => [key, values[key]]))
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'policy.changed',
        recordType: 'policy',
        recordId: policyId(actor),
        recordCode: null,
        before: only(before),
        after: only(settings),
      },
    ],
  })
  return presentPolicy(tx, actor)
})

/** The policy has no id of its own, the audit log wants one to find its history by: made of the company's number. */
export function policyId(actor: Actor): string {
  return `00000000-0000-8000-8000-${actor.company.id.toString(16).padStart(12, '0')}`
}

const enough = 1_000

async function presentPolicy(tx: Tx, actor: Actor): Promise<PolicyView> {
  const companyId = actor.company.id
  const policy = await tx
    .selectFrom('company_policy')
    .selectAll()
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  const counts = await countSignIns(tx, companyId)
  const home = await countOnHome(tx, companyId)
  return {
    version: policy.version,
    passwordMaxAgeDays: policy.password_max_age_days,
    idleMinutes: policy.idle_minutes,
    lockOutAfter: policy.lock_out_after,
    lockOutMinutes: policy.lock_out_minutes,
    secondFactor: policy.second_factor,
    entraOnly: policy.entra_only,
    registration: policy.registration,
    chartExport: policy.chart_export,
    disableValidateFromImage: policy.disable_validate_from_image,
    disableITSValidation: policy.disable_its_validation,
    disablePortaMateValidation: policy.disable_porta_mate_validation,
    maximumUsers: policy.maximum_users,
    activeUsers: counts.active,
    withoutSecondFactor: counts.without,
    linkedUsers: counts.linked,
    linkedAdministrators: await countLinkedAdministrators(tx, companyId),
    ...home,
  }
}

const chartBoxes: readonly string[] = [homeBoxes.orders, homeBoxes.discountRequests]

/** Whom the switches of the home page touch: the tutorials each takes away, once whatever the language, and who sees a chart. */
async function countOnHome(tx: Tx, companyId: number): Promise<Pick<PolicyView, 'tutorials' | 'chartUsers'>> {
  const [contents, charts] = await Promise.all([
    tx
      .selectFrom('service_media_content')
      .select('type')
      .select(sql<number>`count(distinct reference_key)::int`.as('count'))
      .where('company_id', '=', companyId)
      .groupBy('type')
      .execute(),
    sql<{ count: number }>`
      select count(*)::int as count from membership m where m.company_id = ${companyId} and ${isPerson} and exists (
        select from membership_role mr join role_permission p on p.company_id = mr.company_id and p.role_id = mr.role_id
        where mr.company_id = ${companyId} and mr.membership_id = m.id and p.permission = any(${chartBoxes}::text[]))`.execute(
      tx,
    ),
  ])
  const takenBy = (types: readonly string[]) =>
    contents.filter(({ type }) => types.includes(type)).reduce((sum, { count }) => sum + count, 0)
  return {
    tutorials: {
      disableValidateFromImage: takenBy(mediaSwitches.disable_validate_from_image),
      disableITSValidation: takenBy(mediaSwitches.disable_its_validation),
      disablePortaMateValidation: takenBy(mediaSwitches.disable_porta_mate_validation),
    },
    chartUsers: charts.rows[0]?.count ?? 0,
  }
}

/** Sits in front of the portal and may come in. */
const isPerson = sql`m.state = 'Active' and m.invitation is distinct from 'Pending' and m.user_type not in ('APIUser', 'GBREPluginUser')`

/** The active people of the company, those of them without a second factor, those who can come in through Microsoft. */
export async function countSignIns(
  tx: Tx,
  companyId: number,
): Promise<{ active: number; without: number; linked: number }> {
  const { rows } = await sql<{ active: number; without: number; linked: number }>`
    select count(*) as active, count(*) filter (where not exists (select from second_factor f where f.identity_id = m.identity_id and f.confirmed_at is not null)) as without,
      count(*) filter (where ${isLinked(companyId)}) as linked
    from membership m where m.company_id = ${companyId} and ${isPerson}`.execute(tx)
  return rows[0] ?? { active: 0, without: 0, linked: 0 }
}

/** How many of those who can repair everything can sign in through Microsoft: what `entra_only` needs at least one of. */
export async function countLinkedAdministrators(tx: Tx, companyId: number): Promise<number> {
  const ids = await administrators(tx, companyId, enough)
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from membership m where m.company_id = ${companyId} and m.id = any(${ids}::uuid[]) and ${isLinked(companyId)}`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** Who can sign in through Microsoft, with their roles: nobody while that is switched off. */
export async function linkedUsers(
  tx: Tx,
  companyId: number,
): Promise<{ username: string; role_ids: string[] }[]> {
  const { rows } = await sql<{ username: string; role_ids: string[] }>`
    select i.username, array(select mr.role_id from membership_role mr where mr.company_id = ${companyId} and mr.membership_id = m.id) as role_ids
    from membership m join identity i on i.id = m.identity_id where m.company_id = ${companyId} and ${isPerson} and ${isLinked(companyId)} order by i.username_folded`.execute(
    tx,
  )
  return rows
}
