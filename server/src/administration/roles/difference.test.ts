import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { uiPermissions } from '@kervan/contract/access/words'
import { permissionCatalogue, permissionWords } from '@kervan/contract/administration/permissions'
import { languages } from '@kervan/contract/kit/values'
import { calls, callPermissions } from '@kervan/contract/registry'
import { menuModel } from '@kervan/contract/shell/menu-model'
import { screens } from '@kervan/contract/shell/screens'
import { permissionLabel, translate } from '../../kit/messages.ts'
import { beyond, reachOf } from './difference.ts'

const all = [...uiPermissions, ...callPermissions]
const set = fc.subarray(all)
const nothing = { menus: [], screens: [], elements: [], calls: [] }

it.each([
  [
    'a screen in a menu of its own',
    [],
    ['Orders', 'NewOrder'],
    { menus: ['orders'], screens: ['newOrder'], elements: ['Orders'], calls: [] },
  ],
  [
    'a screen whose menu is not held',
    [],
    ['NewOrder'],
    { menus: [], screens: ['newOrder'], elements: [], calls: [] },
  ],
  [
    'a menu with any of its entries',
    ['CompanyProducts'],
    ['CompanyProducts', 'CompanyLocations'],
    { menus: [], screens: ['companyLocations'], elements: [], calls: [] },
  ],
  ['a call', [], ['orderNew-placeOrder'], { ...nothing, calls: ['orderNew-placeOrder'] }],
  ['nothing', ['HomePage'], ['HomePage'], nothing],
])('[USR-005] a change of a role opens %s', (_, before, after, expected) => {
  expect(beyond(reachOf(new Set(before)), reachOf(new Set(after)))).toEqual(expected)
})

test('[USR-005] what is opened was not there before and is there after, as header and screens see it', () => {
  fc.assert(
    fc.property(set, set, (before, after) => {
      const opens = beyond(reachOf(new Set(before)), reachOf(new Set(after)))
      const menus = (held: string[]) => menuModel(new Set(held)).map((model) => model.menu)
      expect(opens.menus).toEqual(menus(after).filter((menu) => !menus(before).includes(menu)))
      const shows = (held: string[], { permission, needs }: (typeof screens)[number]) =>
        held.includes(permission) && (needs === null || held.includes(needs))
      expect(opens.screens).toEqual(
        screens.filter((one) => shows(after, one) && !shows(before, one)).map((one) => one.key),
      )
      expect(new Set([...opens.calls, ...opens.elements])).toEqual(
        new Set(
          after.filter(
            (one) => !before.includes(one) && !screens.some((screen) => screen.permission === one),
          ),
        ),
      )
      expect(beyond(reachOf(new Set(after)), reachOf(new Set(after)))).toEqual(nothing)
    }),
  )
})

test('[USR-005] every permission of the contract is offered once, in an area of its own', () => {
  const offered = permissionCatalogue(calls)
  expect(offered.map((one) => one.permission).toSorted()).toEqual(all.toSorted())
  expect(offered.filter((one) => one.area === 'other').map((one) => one.permission)).toEqual([])
  const unnamed = permissionCatalogue([{ permission: 'newThing-doIt', group: 'NewThing', reads: false }])
  expect(unnamed.at(-1)).toEqual({ permission: 'newThing-doIt', area: 'other', kind: 'change' })
  expect(permissionLabel('de', 'newThing-doIt')).toBe('newThing-doIt')
})

test('[USR-005] the permissions of master data are called by what is done with which records', () => {
  expect(permissionLabel('en', 'dataManagement-getLocationTypes')).toBe('Location types: view')
  expect(permissionLabel('tr', 'dataManagement-saveLocationType')).toBe(
    'Lokasyon türleri: ekleme ve düzenleme',
  )
  expect(permissionLabel('de', 'dataManagement-approveLocationTypeChange')).toBe(
    'Standortarten: Änderungen prüfen und freigeben',
  )
  const shared = { permission: 'dataManagement-importLocationTypes', group: 'DataManagement' }
  const catalogue = permissionCatalogue([
    { ...shared, reads: true },
    { ...shared, reads: false },
  ])
  expect(catalogue.filter(({ permission }) => permission === shared.permission)).toEqual([
    { permission: shared.permission, area: 'company', kind: 'change' },
  ])
})

// A new call shows up in the role editor by its own name until it has a label here: this test names what is missing.
test.each(languages)('every permission has a label in %s', (language) => {
  const unnamed = all.filter((permission) => {
    const { own } = permissionWords(permission)
    return permissionLabel(language, permission) === permission && translate(language, own) === own
  })
  expect(unnamed).toEqual([])
})
