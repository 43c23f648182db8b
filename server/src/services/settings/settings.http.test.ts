import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serviceProducts } from '@kervan/contract/access/words'
import { getServicePolicy, updateServicePolicy } from '@kervan/contract/services/policy'
import { getSettingsHere, serviceSettingKind } from '@kervan/contract/services/setting-values'
import {
  declaredSettings,
  settingNames,
  settingScopes,
  type SettingName,
} from '@kervan/contract/services/settings'
import { addStrategy } from '@kervan/contract/services/strategies'
import { projectDomains } from '@kervan/contract/services/words'
import { keysOf } from '@kervan/contract/kit/typed'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { inCompany } from '../../../test/statements.ts'
import { openDesk, strategyOf, type Desk } from '../desk.testing.ts'

let portal: Portal
let desk: Desk
beforeAll(async () => {
  portal = await startPortal({ worker: false })
  desk = await openDesk(portal)
})
afterAll(() => portal.close())

const blank = {
  locationGroup: null,
  location: null,
  product: null,
  validFrom: '2026-01-01',
  validTo: null,
  note: null,
}
const save = (values: object, of = desk) =>
  portal.call(serviceSettingKind.save, of.planner.token, {
    id: null,
    version: null,
    confirmed: false,
    values: { ...blank, setting: 'retentionThreshold', ...values } as never,
  })

/** The location and the product of a desk, by code; the location belongs to a group. */
async function goods({ company }: Desk) {
  const rows = (text: string) => inCompany(portal, company.id, text, [company.id])
  await rows(`update location set location_group = 'Ege' where company_id = $1`)
  const places = await rows(`select code from location where company_id = $1`)
  const products = await rows(`select code from product where company_id = $1`)
  return { location: String(places[0]?.['code']), product: String(products[0]?.['code']) }
}

describe('[SVC-001] service products', () => {
  it('are those of the specification, and what becomes of results is one of three', () => {
    expect([...serviceProducts]).toEqual(
      'TSF PST PSA ARE PBD Custom EDC CIS Genesis FundamentalMetrics GAM PWI OCG TraceInsight OMP PLAN GDC KIGO FDGO TRACE'.split(
        ' ',
      ),
    )
    expect([...projectDomains]).toEqual(['Experiment', 'Production', 'ReportOnly'])
  })

  it.each([
    ['en', 'Project not found! Project Code: NOWHERE'],
    ['de', 'Projekt nicht gefunden! Projektcode: NOWHERE'],
    ['tr', 'Proje bulunamadı! Proje kodu: NOWHERE'],
  ] as const)('a project that is not there is told by its code in %s', async (language, message) => {
    const input = { strategyName: 'X', description: null, projectCode: 'NOWHERE' }
    expect(await portal.call(addStrategy, desk.planner.token, input, { language })).toMatchObject({
      status: 404,
      refused: { Message: message },
    })
  })
})

describe('[SVC-002] settings by scope', () => {
  it('have the scopes of the specification, and each setting a unit, a default within its bounds', () => {
    expect(settingScopes.map((scope) => scope.replaceAll('_', ' '))).toEqual(
      'LOGISTICS,FUNDAMENTAL,CONSTRAINT,AVAILABILITY,PRIORITY,LOCATION PRODUCT PATTERN,EXECUTION KPI,FAL,ELC,RBD,PBC,PRP,DSC,PDL,RRP,DRP'.split(
        ',',
      ),
    )
    const used = new Set(keysOf(declaredSettings).map((name) => declaredSettings[name].scope))
    expect(settingScopes.filter((scope) => !used.has(scope))).toEqual([])
    for (const name of settingNames) {
      const { start, least, most } = declaredSettings[name]
      expect(Number(start), name).toBeGreaterThanOrEqual(least)
      expect(Number(start), name).toBeLessThanOrEqual(most)
    }
  })

  it('the more specific level holds, a principle before a value of its level, and a value no longer than its days', async () => {
    const { location, product } = await goods(desk)
    const here = async (over: object = {}) => {
      const { body } = await portal.call(getSettingsHere, desk.planner.token, {
        locationCode: location,
        productCode: product,
        strategyId: null,
        day: '2026-11-20',
        ...over,
      })
      const of = (name: SettingName) =>
        body.settings.find(({ setting }) => setting === name)?.candidates ?? []
      return of('retentionThreshold').map(({ level, source, value }) => [level, source, value])
    }
    const start = ['Start', 'Start', '1']
    expect(await here()).toEqual([start])
    expect(await save({ code: 'C', settingValue: '3' })).toMatchObject({ status: 200 })
    expect(await here()).toEqual([['Company', 'Value', '3'], start])
    await save({ code: 'G', settingValue: '4', locationGroup: 'Ege' })
    await save({ code: 'L', settingValue: '5', location })
    await save({ code: 'P', settingValue: '6', product, validTo: '2026-11-25' })
    await save({ code: 'LP', settingValue: '7', location, product, validFrom: '2026-11-21' })
    expect(await here()).toEqual([
      ['Product', 'Value', '6'],
      ['Location', 'Value', '5'],
      ['LocationGroup', 'Value', '4'],
      ['Company', 'Value', '3'],
      start,
    ])
    expect((await here({ day: '2026-11-21' }))[0]).toEqual(['LocationProduct', 'Value', '7'])
    expect((await here({ day: '2026-11-26', locationCode: null }))[0]).toEqual(['Company', 'Value', '3'])
    // The strategy of the desk says 2 everywhere: on the level of the company it goes before.
    const strategyId = await strategyOf(desk)
    expect((await here({ strategyId, locationCode: null, productCode: null })).slice(0, 2)).toEqual([
      ['Company', 'Principle', '2'],
      ['Company', 'Value', '3'],
    ])
    expect((await here({ strategyId }))[0]).toEqual(['Product', 'Value', '6'])
  })

  it('a value out of bounds, of an unknown group, or held already at this place is refused', async () => {
    const other = await openDesk(portal)
    const { location } = await goods(other)
    const refused = async (values: object) => {
      const answer = await save(values, other)
      const issues = answer.refused?.Facts?.['issues'] as { message: string }[]
      return issues.map(({ message }) => message)
    }
    expect(await refused({ code: 'A', setting: 'serviceLevel', settingValue: '120' })).toEqual([
      'At most 99.',
    ])
    expect(await refused({ code: 'A', setting: 'serviceLevel', settingValue: '10' })).toEqual([
      'At least 50.',
    ])
    expect(await refused({ code: 'A', setting: 'serviceLevel', settingValue: '95.5' })).toEqual([
      'At most 0 decimal places.',
    ])
    expect(await refused({ code: 'A', settingValue: '2', locationGroup: 'Nowhere' })).toEqual([
      'No location belongs to the group “Nowhere”.',
    ])
    expect(await refused({ code: 'A', settingValue: '2', locationGroup: 'Ege', location })).toEqual([
      'A value for a location group is for neither a location nor a product.',
    ])
    expect(
      await save({ code: 'A', settingValue: '2', location, validTo: '2026-06-30' }, other),
    ).toMatchObject({
      status: 200,
    })
    expect(await refused({ code: 'B', settingValue: '3', location, validFrom: '2026-06-30' })).toEqual([
      'A already sets this for the same place and overlapping days.',
    ])
    expect(
      await save({ code: 'B', settingValue: '3', location, validFrom: '2026-07-01' }, other),
    ).toMatchObject({
      status: 200,
    })
  })

  it('the table itself refuses two values of one setting at one place on one day', async () => {
    const other = await openDesk(portal)
    const insert = (code: string) =>
      inCompany(
        portal,
        other.company.id,
        `insert into service_setting (company_id, id, version, code, setting, setting_value, valid_from)
         values ($1, gen_random_uuid(), 1, $2, 'leadTime', 2, '2026-01-01')`,
        [other.company.id, code],
      )
    await insert('A')
    await expect(insert('B')).rejects.toThrow('service_setting_holds_alone')
  })

  it('times of services are changed by who is first, and what is imported after the service is refused', async () => {
    const { body } = await portal.call(getServicePolicy, desk.planner.token, {})
    expect(body).toMatchObject({ version: 1, frozenDays: 1, serviceTime: '06:00' })
    const change = (input: object) => portal.call(updateServicePolicy, desk.planner.token, input as never)
    expect(await change({ version: 1, frozenDays: 2, cutOffTime: '18:00' })).toMatchObject({
      status: 200,
      body: { version: 2, frozenDays: 2, cutOffTime: '18:00', importTime: '04:00' },
    })
    expect(await change({ version: 1, frozenDays: 3 })).toMatchObject({ code: 'ChangedMeanwhile' })
    expect(await change({ version: 2, importTime: '07:00' })).toMatchObject({ code: 'ImportAfterService' })
    expect((await portal.call(getServicePolicy, desk.planner.token, {})).body).toMatchObject({ version: 2 })
  })
})
