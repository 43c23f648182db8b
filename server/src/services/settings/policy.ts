import { refusal } from '@kervan/contract/kit/refusals'
import {
  getServicePolicy,
  updateServicePolicy,
  type ServicePolicyView,
} from '@kervan/contract/services/policy'
import { sql } from 'kysely'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { record } from '../../kit/records/audit.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import { readServicePolicy } from '../policy.ts'

// When services of the company run: the tab of service settings (SVC-002). Changed times hold for runs that are made
// afterwards; the frozen period holds at once.

/** The settings have no record of their own; the audit log knows them by an id that follows from the company. */
const policyId = ({ company }: Pick<Actor, 'company'>): string =>
  `00000000-0000-8000-8002-${String(company.id).padStart(12, '0')}`

const present = ({ tx, actor }: Pick<SessionContext, 'tx' | 'actor'>): Promise<ServicePolicyView> =>
  readServicePolicy(tx, actor.company.id)

export const getServicePolicyHandler = handle(getServicePolicy, (context) => present(context))

export const updateServicePolicyHandler = handle(updateServicePolicy, async (context) => {
  const { tx, actor, now, input } = context
  assertWholeCompany(context)
  const { id } = actor.company
  const { version, ...named } = input
  await sql`insert into service_policy (company_id) values (${id}) on conflict do nothing`.execute(tx)
  await sql`select from service_policy p where p.company_id = ${id} for update`.execute(tx)
  const before = await present(context)
  if (before.version !== version) throw await changedMeanwhile(context, 'servicePolicy', policyId(actor))
  const after: ServicePolicyView = { ...before, ...said(named), version: version + 1 }
  if (after.importTime > after.serviceTime) throw refusal('ImportAfterService')
  await tx
    .updateTable('service_policy')
    .set({
      version: after.version,
      frozen_days: after.frozenDays,
      cut_off_time: after.cutOffTime,
      import_time: after.importTime,
      service_time: after.serviceTime,
      waits_for_import: after.waitsForImport,
      retention_threshold: after.retentionThreshold,
    })
    .where('company_id', '=', id)
    .execute()
  const changed = Object.keys(before).filter(
    (name) =>
      name !== 'version' &&
      before[name as keyof ServicePolicyView] !== after[name as keyof ServicePolicyView],
  )
  const pick = (of: ServicePolicyView) =>
    Object.fromEntries(Object.entries(of).filter(([name]) => changed.includes(name)))
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'servicePolicy.changed',
        recordType: 'servicePolicy',
        recordId: policyId(actor),
        before: pick(before),
        after: pick(after),
      },
    ],
  })
  return after
})

/** What a request names; what it leaves out stays as it is. */
const said = <T extends object>(named: T) =>
  Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
