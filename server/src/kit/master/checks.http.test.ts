import { locationTypeKind } from '@kervan/contract/data/location-types'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ own: true })
  await portal.owner.query(
    `alter table location_type add constraint made_up check (name <> 'No rule tells this')`,
  )
})
afterAll(() => portal.close())

it('a check of the database that no rule tells is a fault of ours with a reference, never “somebody changed it”', async () => {
  const shop = await openShop(portal)
  const save = (code: string, name: string) =>
    portal.call(locationTypeKind.save, shop.boss.token, {
      id: null,
      version: null,
      values: {
        code,
        name,
        standsFor: 'CustomLocation',
        pointOfSale: false,
        orderIndex: null,
        description: null,
      },
      confirmed: true,
    })
  const broken = await save('G-1', 'No rule tells this')
  expect([broken.status, broken.code]).toEqual([500, 'ServerFault'])
  expect(broken.refused?.Reference).toMatch(/\w{6,}/)
  const { rows } = await portal.owner.query('select from location_type where company_id = $1 and code = $2', [
    shop.company.id,
    'G-1',
  ])
  expect(rows).toEqual([])
  expect((await save('G-1', 'Another name')).status).toBe(200)
})
