import { administratorPermissions, administrators, assertAdministratorRemains } from '../access/access.api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '@kervan/contract/kit/refusals'
import { newId } from '../kit/database/uuid.ts'
import { loadActor } from '../kit/http/actor.ts'
import type { Tx } from '../kit/database/db.ts'
import { startPortal, type Company, type Portal, type User } from '../../test/portal.ts'
import { assertMayGrantRoles, assertNotAbove } from './rights.ts'

let portal: Portal
let company: Company
beforeAll(async () => {
  portal = await startPortal({ worker: false })
})
afterAll(() => portal.close())

const inside = async <T>(work: (tx: Tx) => Promise<T>) => portal.app.services.db.withCompany(company.id, work)
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )
const passive = (user: User) =>
  inside(async (tx) => {
    await tx
      .updateTable('membership')
      .set({ state: 'Passive' })
      .where('company_id', '=', company.id)
      .where('id', '=', user.id)
      .execute()
    await assertAdministratorRemains(tx, company.id)
  })

describe('[USR-004] the last administrator', () => {
  it('is an active person of the company who holds everything that repairs', async () => {
    company = await portal.company()
    const boss = await company.user({ signIn: false })
    await company.user({ type: 'APIUser', signIn: false })
    await company.user({ type: 'Customer', signIn: false })
    await company.user({ state: 'Blocked', signIn: false })
    await company.user({ without: [administratorPermissions[1] as string], signIn: false })
    expect(await inside((tx) => administrators(tx, company.id, 10))).toEqual([boss.id])
    expect(await outcome(passive(boss))).toBe('LastAdministrator')
  })

  it('may hold the rights through several roles', async () => {
    company = await portal.company()
    const [first, ...rest] = administratorPermissions
    const boss = await company.user({ permissions: [first as string], signIn: false })
    const other = await company.user({ permissions: rest, signIn: false })
    expect(await inside((tx) => administrators(tx, company.id, 10))).toEqual([])
    await inside((tx) =>
      tx
        .insertInto('membership_role')
        .values({ company_id: company.id, membership_id: boss.id, role_id: other.roleId })
        .execute(),
    )
    expect(await inside((tx) => administrators(tx, company.id, 10))).toEqual([boss.id])
  })

  it('of another company does not count', async () => {
    const other = await portal.company()
    await other.user({ signIn: false })
    company = await portal.company()
    expect(await outcome(passive(await company.user({ signIn: false })))).toBe('LastAdministrator')
  })

  it('remains when two take each other’s rights away at once', async () => {
    for (let round = 0; round < 8; round++) {
      company = await portal.company()
      const [one, two] = [await company.user({ signIn: false }), await company.user({ signIn: false })]
      expect((await Promise.all([outcome(passive(one)), outcome(passive(two))])).toSorted()).toEqual([
        'LastAdministrator',
        'done',
      ])
      expect(await inside((tx) => administrators(tx, company.id, 10))).toHaveLength(1)
    }
  })
})

describe('[USR-004] giving roles', () => {
  it('takes holding all that is in them, and only roles of the company exist', async () => {
    company = await portal.company()
    const clerk = await company.user({ permissions: ['HomePage', 'MyOrders'], signIn: false })
    const small = await company.user({ permissions: ['MyOrders'], signIn: false })
    const boss = await company.user({ signIn: false })
    const foreign = await (await portal.company()).user({ permissions: ['MyOrders'], signIn: false })
    const grant = (roleIds: string[]) =>
      outcome(
        inside(async (tx) => assertMayGrantRoles(tx, await loadActor(tx, company.id, clerk.id), roleIds)),
      )
    expect(await grant([])).toBe('done')
    expect(await grant([small.roleId, small.roleId])).toBe('done')
    expect(await grant([small.roleId, boss.roleId])).toBe('RightsExceedOwn')
    expect(await grant([foreign.roleId])).toBe('NotFound')
    expect(await grant([newId()])).toBe('NotFound')
    const over = (id: string) =>
      outcome(inside(async (tx) => assertNotAbove(tx, await loadActor(tx, company.id, clerk.id), [id])))
    expect([await over(small.id), await over(boss.id)]).toEqual(['done', 'RightsExceedOwn'])
  })
})
