import { sql } from 'kysely'
import { dataLog, getApprovalRules, saveApprovalRule } from '@kervan/contract/data/data-log'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import type { Actor } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { holds } from '../kit/http/gates.ts'
import { handle } from '../kit/http/handle.ts'
import { folded } from '../kit/lists/fold.ts'
import { serveList } from '../kit/lists/serve-list.ts'
import { saidRecord } from '../kit/master/change-lists.ts'
import { recordUnlessFile } from '../kit/master/change.sql.ts'
import { servedByKey } from '../kit/master/kind.ts'
import { record } from '../kit/records/audit.ts'
import { seesPartOnly } from '../kit/records/scope.ts'

/** The kinds whose records this reader may see. */
function kindsOf(actor: Actor): string[] {
  return [...servedByKey.values()].flatMap(({ kind }) => (holds(kind.changes.page, actor) ? kind.key : []))
}

export const dataLogList = serveList(
  dataLog,
  'kind.change.many',
  ({ actor }) => ({
    from: sql`master_change t`,
    where: [
      sql`t.company_id = ${actor.company.id}`,
      sql`t.kind = any(${kindsOf(actor)}::text[])`,
      ...(seesPartOnly(actor) ? [sql`t.made_by = ${actor.membershipId}`] : []),
    ],
    id: sql`t.id`,
    columns: {
      madeAt: sql`t.made_at`,
      dataKind: sql`t.kind`,
      source: sql`t.source`,
      fileOrRecord: sql`coalesce(t.file_name, ${recordUnlessFile(actor.company.id)})`,
      state: sql`t.state`,
      added: sql`t.added`,
      changed: sql`t.changed`,
      removed: sql`t.removed`,
      unchanged: sql`t.unchanged`,
      faulty: sql`t.faulty`,
      madeBy: sql`t.made_by_name`,
      activatedAt: sql`t.activated_at`,
      approvedBy: sql`t.decided_by_name`,
    },
    extra: { record: recordUnlessFile(actor.company.id) },
    search: folded(sql`concat_ws(' ', t.file_name, t.made_by_name)`),
  }),
  saidRecord,
)

/** The kinds of which a company says how many persons a change needs. */
const approvedKinds = () =>
  [...servedByKey.values()].flatMap(({ kind }) => (kind.approval === false ? [] : kind))

export const approvalRulesHandler = handle(getApprovalRules, async ({ tx, actor }) => {
  const rows = await tx
    .selectFrom('master_approval')
    .select(['kind', 'steps', 'version'])
    .where('company_id', '=', actor.company.id)
    .execute()
  const set = new Map(rows.map((row) => [row.kind, row]))
  return {
    rules: approvedKinds().map(({ key: kind, approval }) => {
      const always = approval === 'always'
      const steps = set.get(kind)?.steps ?? 'None'
      return {
        kind,
        steps: always && steps === 'None' ? ('Approver' as const) : steps,
        version: set.get(kind)?.version ?? 0,
        always,
      }
    }),
  }
})

export const saveApprovalRuleHandler = handle(saveApprovalRule, async ({ tx, actor, now, input }) => {
  if (seesPartOnly(actor)) throw refusal('WholeCompanyNeeded')
  const { kind, steps } = input
  const approved = approvedKinds().find(({ key }) => key === kind)
  if (!approved) throw refusal('NotFound')
  if (approved.approval === 'always' && steps === 'None') throw refusal('SecondPersonNeeded')
  const before = await tx
    .selectFrom('master_approval')
    .select(['steps', 'version'])
    .where('company_id', '=', actor.company.id)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()
  const version = before?.version ?? 0
  if (version !== input.version) throw await ruleChanged(tx, actor, kind)
  if ((before?.steps ?? 'None') === steps) return input
  await tx
    .insertInto('master_approval')
    .values({ company_id: actor.company.id, kind, steps, version: version + 1 })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'kind']).doUpdateSet({ steps, version: version + 1 }),
    )
    .execute()
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'masterData.approvalChanged',
        recordType: 'masterApproval',
        recordCode: kind,
        before: { steps: before?.steps ?? 'None' },
        after: { steps },
      },
    ],
  })
  return { kind, steps, version: version + 1 }
})

/** Says who changed the rule last. */
async function ruleChanged(tx: Tx, actor: Actor, kind: string): Promise<Refusal> {
  const last = await tx
    .selectFrom('audit_entry')
    .select(['actor_name', 'at'])
    .where('company_id', '=', actor.company.id)
    .where('record_type', '=', 'masterApproval')
    .where('record_code', '=', kind)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return refusal('ChangedMeanwhile', {
    changedBy: last?.actor_name ?? '',
    changedAt: last?.at.toISOString() ?? '',
  })
}
