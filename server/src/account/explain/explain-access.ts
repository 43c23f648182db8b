import { sql } from 'kysely'
import { explainAccess, type ExplainTarget, type explainSteps } from '@kervan/contract/account/explain'
import type { Call } from '@kervan/contract/kit/call'
import { refusal, Refusal } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import { getManagedOrder } from '@kervan/contract/order/order-management'
import { getMyOrder } from '@kervan/contract/order/order-my'
import { calls } from '@kervan/contract/registry'
import { menuPermissions, screens, type Screen } from '@kervan/contract/shell/screens'
import { assertLocations } from '../../access/access.api.ts'
import { loadActor } from '../../kit/actor.ts'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/db.ts'
import { holds, waitsFor } from '../../kit/gates.ts'
import { handle } from '../../kit/handle.ts'
import { orderScope, ownOrderScope, pricesVisible } from '../../order/order.api.ts'
import { findUser } from '../users/user.sql.ts'
import { roleName } from '../roles/roles.sql.ts'

// "Why can't this user see this?" Nothing is decided here: the functions are those that requests themselves go through.

type Step = { step: (typeof explainSteps)[number]; ok: boolean; blocks: boolean; permission: string | null; through: string[]; wouldGive: string[] }

const plain = { permission: null, through: [], wouldGive: [] }

export default handle(explainAccess, async ({ input, tx, actor, language }) => {
  const user = await findUser(tx, actor, input.membershipId)
  const name = `${user.first_name} ${user.last_name}`
  const asked = await readTarget(tx, actor, input.target)
  const subject = await actorOf(tx, actor.company.id, input.membershipId)
  if (!subject) return { name, allowed: false, steps: [{ step: 'member' as const, ok: false, blocks: true, ...plain }] }
  const needed = [asked.permission, asked.menuPermission, ...(asked.orderCode === null ? [] : orderWays.map((call) => call.permission))].filter((one) => one !== null)
  const roles = await rolesGiving(tx, actor.company.id, input.membershipId, needed, language)
  const waiting = waitsFor(asked.call ?? { beforeGates: false }, subject)
  const steps: Step[] = [
    { step: 'member', ok: true, blocks: true, ...plain },
    { step: 'invitation', ok: !subject.invitationPending, blocks: true, ...plain },
    { step: 'locations', ok: await hasLocations(tx, subject), blocks: true, ...plain },
    { step: 'acknowledgement', ok: waiting !== 'acknowledgement', blocks: true, ...plain },
    { step: 'secondFactor', ok: waiting !== 'secondFactor', blocks: true, ...plain },
    ...(asked.permission === null ? [] : [{ step: 'permission' as const, ok: holds({ permission: asked.permission }, subject), blocks: true, permission: asked.permission, ...roles(asked.permission) }]),
    ...(asked.menuPermission === null ? [] : [{ step: 'menu' as const, ok: holds({ permission: asked.menuPermission }, subject), blocks: false, permission: asked.menuPermission, ...roles(asked.menuPermission) }]),
    ...(asked.screen ? [{ step: 'ready' as const, ok: asked.screen.ready, blocks: true, ...plain }] : []),
    ...(asked.orderCode === null ? [] : await orderSteps(tx, subject, asked.orderCode, roles)),
  ]
  return { name, allowed: steps.every((step) => step.ok || !step.blocks), steps }
})

type Asked = { screen: Screen | null; call: Call | null; orderCode: string | null; permission: string | null; menuPermission: string | null }

async function readTarget(tx: Tx, actor: Actor, target: ExplainTarget): Promise<Asked> {
  const nothing = { screen: null, call: null, orderCode: null, permission: null, menuPermission: null }
  switch (target.kind) {
    case 'screen': {
      const screen = (screens as readonly Screen[]).find((one) => one.path === target.path)
      if (!screen) throw refusal('ExplainTargetUnknown', { target: target.path })
      return { ...nothing, screen, permission: screen.permission, menuPermission: screen.menu ? menuPermissions[screen.menu] : null }
    }
    case 'call': {
      const call = calls.find((one) => one.name === target.name)
      if (!call) throw refusal('ExplainTargetUnknown', { target: target.name })
      return { ...nothing, call, permission: call.permission }
    }
    case 'order': {
      // Who asks learns nothing about an order that is not theirs to see.
      if (!(await isWithin(tx, orderScope(actor), target.orderCode))) throw refusal('OrderNotFound')
      return { ...nothing, orderCode: target.orderCode }
    }
  }
}

/** Who the user would be in a request of their own, signed in with a password; null when no request would get so far. */
async function actorOf(tx: Tx, companyId: number, membershipId: string): Promise<Actor | null> {
  try {
    return await loadActor(tx, companyId, membershipId, { method: 'Password', passwordLimit: null, scope: null })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'SessionExpired') return null
    throw error
  }
}

async function hasLocations(tx: Tx, subject: Actor): Promise<boolean> {
  try {
    await assertLocations(tx, subject)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

const orderWays = [getManagedOrder, getMyOrder] as const

/** An order is seen by who manages orders or by whose own it is: the way that is open, or else the one of managers, is explained. */
async function orderSteps(tx: Tx, subject: Actor, orderCode: string, roles: Roles): Promise<Step[]> {
  const ways = orderWays.map((call) => ({ call, scope: call === getManagedOrder ? orderScope(subject) : ownOrderScope(subject) }))
  const seen = await Promise.all(ways.map(async ({ call, scope }) => ({ permission: call.permission, holds: holds(call, subject), isWithin: await isWithin(tx, scope, orderCode) })))
  const best = seen.find((way) => way.holds && way.isWithin) ?? seen.find((way) => way.holds) ?? seen[0]
  return [
    { step: 'permission', ok: best?.holds ?? false, blocks: true, permission: best?.permission ?? null, ...roles(best?.permission ?? '') },
    { step: 'scope', ok: best?.isWithin ?? false, blocks: true, ...plain },
    { step: 'prices', ok: pricesVisible(subject.company.priceVisibility, subject), blocks: false, ...plain },
  ]
}

async function isWithin(tx: Tx, scope: ReturnType<typeof orderScope>, orderCode: string): Promise<boolean> {
  const { rows } = await sql`select from sales_order o where ${sql.join(scope, sql` and `)} and o.code = ${orderCode}`.execute(tx)
  return rows.length > 0
}

type Roles = Awaited<ReturnType<typeof rolesGiving>>

/** For each permission: the user's roles that give it, and the company's roles that would. */
async function rolesGiving(tx: Tx, companyId: number, membershipId: string, permissions: readonly string[], language: Language) {
  const { rows } = await sql<{ permission: string; name: string; held: boolean }>`
    select p.permission, ${roleName(language)} as name,
      exists (select from membership_role mr where mr.company_id = r.company_id and mr.role_id = r.id and mr.membership_id = ${membershipId}) as held
    from role_permission p join role r on r.company_id = p.company_id and r.id = p.role_id
    where p.company_id = ${companyId} and p.permission = any(${permissions}::text[]) order by 2`.execute(tx)
  return (permission: string) => {
    const giving = rows.filter((row) => row.permission === permission)
    return { through: giving.filter((row) => row.held).map((row) => row.name), wouldGive: giving.filter((row) => !row.held).map((row) => row.name).slice(0, 20) }
  }
}
