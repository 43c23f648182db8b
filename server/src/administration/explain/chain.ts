import { sql } from 'kysely'
import type { ExplainStep, ExplainTarget, OwnExplainTarget } from '@kervan/contract/administration/explain'
import { uiPermissions } from '@kervan/contract/access/words'
import type { Call } from '@kervan/contract/kit/call'
import { refusal, Refusal } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import { calls } from '@kervan/contract/registry'
import { menuPermissions, screens, type Screen } from '@kervan/contract/shell/screens'
import { assertLocations, roleName, pricesVisible } from '../../access/access.api.ts'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { holds, waitsFor } from '../../kit/http/gates.ts'

import type { RecordKey } from '../../kit/records/explained.ts'
import { explainedOf, filtersHiding, isOpen, lookAt, withoutFilters } from './records.ts'

// The chain itself. Nothing is decided here: the functions are those that requests themselves go through.

/** What is asked about. A record's permission is that of the way which gets furthest, so it is not known beforehand. */
export type Asked = {
  screen: Screen | null
  call: Call | null
  record: { kind: RecordKey; value: string } | null
  permission: string | null
  menuPermission: string | null
}

/** Throws `ExplainTargetUnknown` for a screen or call that does not exist, and as if it did not for a record the asker does not see. */
export async function readTarget(
  tx: Tx,
  asker: Actor,
  target: ExplainTarget | OwnExplainTarget,
): Promise<Asked> {
  const nothing = { screen: null, call: null, record: null, permission: null, menuPermission: null }
  if (target.kind === 'screen') {
    const screen = screens.find((one) => one.path === target.path)
    if (!screen) throw refusal('ExplainTargetUnknown', { target: target.path })
    return {
      ...nothing,
      screen,
      permission: screen.permission,
      menuPermission: screen.menu ? menuPermissions[screen.menu] : null,
    }
  }
  if (target.kind === 'call') {
    const call = calls.find((one) => one.name === target.name)
    if (!call) throw refusal('ExplainTargetUnknown', { target: target.name })
    return { ...nothing, call, permission: call.permission }
  }
  if (target.kind === 'part') {
    const permission = uiPermissions.find((one) => one === target.permission)
    if (!permission) throw refusal('ExplainTargetUnknown', { target: target.permission })
    return { ...nothing, permission }
  }
  const record = { kind: target.kind, value: nameOf(target) }
  if (!isOpen(await lookAt(tx, withoutFilters(asker), record)))
    throw new Refusal(explainedOf(target.kind).missing)
  return { ...nothing, record }
}

function nameOf(target: Extract<ExplainTarget, { kind: RecordKey }>): string {
  switch (target.kind) {
    case 'order':
      return target.orderCode
    case 'user':
      return target.membershipId
    case 'location':
      return target.locationId
    case 'registration':
      return target.registrationId
  }
}

const plain = { permission: null, through: [], lentBy: [], wouldGive: [], hiddenBy: [] }
const gate = (step: ExplainStep['step'], ok: boolean, blocks = true): ExplainStep => ({
  step,
  ok,
  blocks,
  ...plain,
})

/** Every link for this user. `atDoor`: still to come in; who is in already was let through, whatever has changed since. */
export async function chainOf(
  tx: Tx,
  subject: Actor,
  asked: Asked,
  language: Language,
  { atDoor }: { atDoor: boolean },
): Promise<ExplainStep[]> {
  const waiting = waitsFor(asked.call ?? { beforeGates: false }, subject)
  const look = asked.record && (await lookAt(tx, withoutFilters(subject), asked.record))
  const hiddenBy = asked.record && (await filtersHiding(tx, subject, asked.record))
  const needed = look ? look.permission : asked.permission
  const roles = await rolesGiving(
    tx,
    subject,
    [needed, asked.menuPermission].filter((one) => one !== null),
    language,
  )
  const granted = (step: 'permission' | 'menu', permission: string, ok: boolean): ExplainStep => ({
    step,
    ok,
    blocks: step === 'permission',
    permission,
    ...roles(permission),
    lentBy: subject.lent.has(permission)
      ? subject.actsFor.filter(({ permissions }) => permissions.has(permission)).map(({ name }) => name)
      : [],
    hiddenBy: [],
  })
  return [
    gate('member', true),
    gate('invitation', !subject.invitationPending),
    gate('locations', await hasLocations(tx, subject), atDoor),
    gate('acknowledgement', waiting !== 'acknowledgement'),
    gate('secondFactor', waiting !== 'secondFactor'),
    ...(needed === null
      ? []
      : [granted('permission', needed, look ? look.holds : holds({ permission: needed }, subject))]),
    ...(asked.menuPermission === null
      ? []
      : [granted('menu', asked.menuPermission, holds({ permission: asked.menuPermission }, subject))]),
    ...(look ? [gate('scope', look.isWithin)] : []),
    ...(hiddenBy ? [{ ...gate('filters', hiddenBy.length === 0), hiddenBy }] : []),
    ...(look && look.deliverable !== null ? [gate('deliverable', look.deliverable)] : []),
    ...(asked.record && explainedOf(asked.record.kind).priced
      ? [gate('prices', pricesVisible(subject.company.priceVisibility, subject), false)]
      : []),
  ]
}

/** For whom no request would get so far as to be asked anything. */
export const noMember: ExplainStep[] = [gate('member', false)]

export const isAllowed = (steps: readonly ExplainStep[]) => steps.every((step) => step.ok || !step.blocks)

async function hasLocations(tx: Tx, subject: Actor): Promise<boolean> {
  try {
    await assertLocations(tx, subject)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** For each permission: the user's roles that give it, and the company's roles that would. */
async function rolesGiving(tx: Tx, subject: Actor, permissions: readonly string[], language: Language) {
  const { rows } = await sql<{ permission: string; id: string; name: string; held: boolean }>`
    select p.permission, r.id, ${roleName(language)} as name,
      exists (select from membership_role mr where mr.company_id = ${subject.company.id} and mr.role_id = r.id and mr.membership_id = ${subject.membershipId}) as held
    from role_permission p join role r on r.company_id = p.company_id and r.id = p.role_id
    where p.company_id = ${subject.company.id} and p.permission = any(${permissions}::text[]) order by 3, 2`.execute(
    tx,
  )
  return (permission: string) => {
    const giving = (held: boolean) =>
      rows
        .filter((row) => row.permission === permission && row.held === held)
        .map(({ id, name }) => ({ id, name }))
    return { through: giving(true), wouldGive: giving(false).slice(0, 20) }
  }
}
