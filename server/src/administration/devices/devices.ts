import { sql, type RawBuilder } from 'kysely'
import { devices, ownDevices, revokeDevices, revokeOwnDevices } from '@kervan/contract/administration/devices'
import type { RowOf } from '@kervan/contract/kit/page'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import type { Actor, SessionContext } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { folded } from '../../kit/lists/fold.ts'
import { handleBulk, pass } from '../../kit/lists/handle-bulk.ts'
import { serveList, type ServedList } from '../../kit/lists/serve-list.ts'
import { record } from '../../kit/records/audit.ts'
import { offer } from '../../kit/records/offer.ts'
import { userScope } from '../users/user.sql.ts'

// The paired devices: one's own, and for who manages users those of everybody they may see.

type Scope = (actor: Actor) => RawBuilder<unknown>[]
const seenDevices: Scope = (actor) => [sql`d.company_id = ${actor.company.id}`, ...userScope(actor)]
const onlyOwn: Scope = (actor) => [
  sql`d.company_id = ${actor.company.id}`,
  sql`d.membership_id = ${actor.membershipId}`,
]

const deviceSource = (where: RawBuilder<unknown>[]) => ({
  from: sql`device d join membership m on m.company_id = d.company_id and m.id = d.membership_id join identity i on i.id = m.identity_id`,
  where,
  id: sql`d.id`,
  key: sql`d.id`,
  columns: {
    name: sql`d.name`,
    username: sql`i.username`,
    state: sql`case when d.revoked_at is null then 'Active' else 'Revoked' end`,
    permissionCount: sql`cardinality(d.scope)`,
    pairedAt: sql`d.paired_at`,
    pairedFrom: sql`d.paired_from`,
    lastUsedAt: sql`d.last_used_at`,
    lastAddress: sql`d.last_address`,
    revokedAt: sql`d.revoked_at`,
    revokedBy: sql`d.revoked_by`,
  },
  extra: { version: sql`d.version`, membershipId: sql`d.membership_id`, scope: sql`d.scope` },
  search: folded(sql`d.name || ' ' || i.username`),
  createdAt: sql`d.paired_at`,
})

const refusedDevice = (isRevoked: boolean): Refusal | null => (isRevoked ? refusal('DeviceRevoked') : null)

const deviceRow =
  (revoke: typeof revokeDevices | typeof revokeOwnDevices) =>
  ({ state }: Pick<RowOf<typeof devices>, 'state'>, context: SessionContext) => ({
    actions: offer(context, { revoke }, () => refusedDevice(state === 'Revoked')),
  })

export const deviceList = serveList(
  devices,
  'devices',
  ({ actor }) => deviceSource(seenDevices(actor)),
  deviceRow(revokeDevices),
)
export const ownDeviceList = serveList(
  ownDevices,
  'devices',
  ({ actor }) => deviceSource(onlyOwn(actor)),
  deviceRow(revokeOwnDevices),
)

/** A device that was revoked already is told, not revoked twice. */
const revoking = (list: ServedList, scope: Scope) => ({
  list: () => list,
  limit: 10_000,
  notFound: () => refusal('NotFound'),
  load: ({ tx, actor }: SessionContext, ids: readonly string[]) => lockDevices(tx, ids, scope(actor)),
  judge: async () => (device: Locked) => refusedDevice(device.revoked_at !== null) ?? pass(null),
  async apply({ tx, actor, now }: SessionContext, passing: readonly { record: Locked }[]) {
    await tx
      .updateTable('device')
      .set((set) => ({ revoked_at: now, revoked_by: actor.name, version: set('version', '+', 1) }))
      .where('company_id', '=', actor.company.id)
      .where(
        'id',
        'in',
        passing.map(({ record: { id } }) => id),
      )
      .execute()
    await record(tx, actor, now, {
      audit: passing.map(({ record: device }) => ({
        operation: 'device.revoked',
        recordType: 'device',
        recordId: device.id,
        recordCode: device.code,
        before: { name: device.code, username: device.username },
      })),
    })
  },
})

export const revokeDevicesHandler = handleBulk(revokeDevices, revoking(deviceList, seenDevices))
export const revokeOwnDevicesHandler = handleBulk(revokeOwnDevices, revoking(ownDeviceList, onlyOwn))

type Locked = { id: string; code: string; username: string; revoked_at: Date | null }

/** In the order of their ids, so that two who revoke the same never wait for each other. */
async function lockDevices(
  tx: Tx,
  ids: readonly string[],
  scope: readonly RawBuilder<unknown>[],
): Promise<Locked[]> {
  const { rows } = await sql<Locked>`
    select d.id, d.name as code, i.username, d.revoked_at from device d
    join membership m on m.company_id = d.company_id and m.id = d.membership_id join identity i on i.id = m.identity_id
    where ${sql.join([...scope], sql` and `)} and d.id = any(${ids}::uuid[]) order by d.id for update of d`.execute(
    tx,
  )
  return rows
}
