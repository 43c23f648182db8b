import {
  getHealthInsuranceSettings,
  updateHealthInsuranceSettings,
  type HealthInsuranceSettingsView,
} from '@kervan/contract/order/health-insurance'
import { refusal } from '@kervan/contract/kit/refusals'
import type { DeliveryState } from '@kervan/contract/kit/area-work'
import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { record } from '../../kit/records/audit.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import { policyId } from '../settings/order-policy.ts'
import { sealMedulaPassword } from './access.ts'
import { healthStateOf } from './present.ts'
import { healthDeliveries } from './send.ts'

// Whether a company notifies the health-insurance service, and how it signs in there (ORD-015). Where the service is, the
// operator says: whoever could name it could have the server ask any address.

export const getHealthInsuranceSettingsHandler = handle(getHealthInsuranceSettings, (context) =>
  present(context),
)

export const updateHealthInsuranceSettingsHandler = handle(updateHealthInsuranceSettings, async (context) => {
  const { tx, actor, now, input, services } = context
  assertWholeCompany(context)
  const { id } = actor.company
  await sql`insert into order_policy (company_id) values (${id}) on conflict do nothing`.execute(tx)
  await sql`select from order_policy where company_id = ${id} for update`.execute(tx)
  const before = await present(context)
  if (before.version !== input.version) throw await changedMeanwhile(context, 'orderPolicy', policyId(actor))
  const { medulaActive, medulaUser, medulaPassword } = input
  if (medulaActive && (medulaUser.trim() === '' || (medulaPassword === undefined && !before.hasPassword)))
    throw refusal('MedulaAccessMissing')
  await tx
    .updateTable('order_policy')
    .set({
      medula_version: input.version + 1,
      medula_active: medulaActive,
      medula_user: medulaUser.trim() === '' ? null : medulaUser.trim(),
      ...(medulaPassword !== undefined && {
        medula_password: sealMedulaPassword(services, id, medulaPassword),
      }),
    })
    .where('company_id', '=', id)
    .execute()
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'order.medulaSettingsChanged',
        recordType: 'orderPolicy',
        recordId: policyId(actor),
        before: { medulaActive: before.medulaActive, medulaUser: before.medulaUser },
        after: {
          medulaActive,
          medulaUser: medulaUser.trim(),
          ...(medulaPassword !== undefined && { passwordChanged: true }),
        },
      },
    ],
  })
  return present(context)
})

async function present({
  tx,
  actor,
  services,
}: Pick<SessionContext, 'tx' | 'actor' | 'services'>): Promise<HealthInsuranceSettingsView> {
  const { id } = actor.company
  const row = await tx
    .selectFrom('order_policy')
    .select(['medula_version', 'medula_active', 'medula_user'])
    .select(({ eb }) => eb('medula_password', 'is not', null).as('has_password'))
    .where('company_id', '=', id)
    .executeTakeFirst()
  const { rows } = await sql<{ state: DeliveryState; lines: number }>`
    select state, count(*)::int as lines from delivery where company_id = ${id} and kind = ${healthDeliveries.kind} group by state`.execute(
    tx,
  )
  const lines = { Waiting: 0, Notified: 0, Failed: 0 }
  for (const one of rows) lines[healthStateOf[one.state]] = one.lines
  return {
    version: row?.medula_version ?? 1,
    medulaActive: row?.medula_active ?? false,
    medulaUser: row?.medula_user ?? '',
    hasPassword: row?.has_password === true,
    isConnected: services.config.medula !== null,
    lines,
  }
}
