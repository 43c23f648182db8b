import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locationKind } from '@kervan/contract/company/locations'
import {
  activateUIFilter,
  countUIFilter,
  deactivateUIFilter,
  getActiveUIFilters,
  getUIFilter,
  getUIFilterFields,
  propertyField,
  removeUIFilter,
  saveUIFilter,
  uiFilters,
  type UIFilterCondition,
  type UIFilterDefinition,
  type UIFilterView,
} from '@kervan/contract/company/ui-filters'
import { predefinedValueKind, propertyDefinitionKind } from '@kervan/contract/data/definitions'
import { mciEntityKind, mciFieldKind } from '@kervan/contract/company/mci'
import { saveEntityRow } from '@kervan/contract/company/mci-files'
import { activity } from '@kervan/contract/administration/activity'
import { page, windowAround } from '../../../test/ordering.ts'
import { startPortal, type Company, type Location, type Portal, type User } from '../../../test/portal.ts'
import { watch } from '../../../test/watch.ts'

// UI filters as those who manage them have them: defined, counted, activated by a job, kept right, taken back.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

type Desk = { company: Company; user: User; here: Location; there: Location }

async function open(): Promise<Desk> {
  const company = await portal.company()
  const customer = await company.customer()
  return {
    company,
    user: await company.user(),
    here: await company.location(customer, { name: 'Kızılay', code: 'HERE' }),
    there: await company.location(customer, { name: 'Ulus', code: 'THERE' }),
  }
}

const codes = (...given: string[]): UIFilterDefinition => ({ source: 'Codes', codes: given })
const condition = (
  field: string,
  operator: UIFilterCondition['operator'],
  ...values: string[]
): UIFilterDefinition => ({ source: 'Conditions', match: 'All', conditions: [{ field, operator, values }] })

const save = ({ user }: { user: User }, over: object = {}, token = user.token) =>
  portal.call(saveUIFilter, token, {
    id: null,
    version: null,
    customerPolicyName: 'Only here',
    orderIndex: 1,
    type: 'Location',
    definition: codes('HERE'),
    confirmed: true,
    ...over,
  })
const asked = ({ id, version }: UIFilterView) => ({ uiFilterId: id, version })
const look = async ({ user }: Desk, { id }: UIFilterView) =>
  (await portal.call(getUIFilter, user.token, { uiFilterId: id })).body
const listed = async ({ user }: Desk) =>
  (await portal.call(locationKind.list.page, user.token, { ...page, day: null })).body.rows.map(
    ({ code }) => code,
  )

const asNew = { id: null, version: null, confirmed: true }

/** Activates a filter and waits until it is ready. */
async function activated(desk: Desk, filter: UIFilterView): Promise<UIFilterView> {
  const answer = await portal.call(activateUIFilter, desk.user.token, asked(filter))
  expect(answer).toMatchObject({ status: 200, body: { state: 'PreparingData', ready: false, active: true } })
  await watch(portal, desk.user.token, answer.body.jobId as string)
  return look(desk, filter)
}

/** A property ZONE of locations, new or as it is to be. */
const saveProperty = (
  { user }: Desk,
  over: object = {},
  { id, version }: { id: string | null; version: number | null } = asNew,
) =>
  portal.call(propertyDefinitionKind.save, user.token, {
    id,
    version,
    confirmed: true,
    values: {
      code: 'ZONE',
      name: 'Zone',
      definitionFor: 'Location',
      valueType: 'Text',
      valueList: null,
      required: false,
      orderIndex: null,
      ...over,
    },
  })

/** An MCI entity whose only field names locations, and a row for HERE. */
async function shopsOf({ user }: Desk) {
  const made = await portal.call(mciEntityKind.save, user.token, {
    ...asNew,
    values: {
      code: 'SHOPS',
      name: 'Shops',
      purpose: 'Data',
      dataSource: 'ManageByUserInput',
      orderIndex: 0,
      description: null,
    },
  })
  const entityId = made.body.id
  const field = await portal.call(mciFieldKind.save, user.token, {
    ...asNew,
    values: {
      entity: 'SHOPS',
      code: 'Shop',
      name: 'Shop',
      mciType: 'Location',
      baseField: null,
      keyPart: true,
      mandatory: false,
      orderIndex: 0,
    },
  })
  expect(field.status).toBe(200)
  const row = (code: string) =>
    portal.call(saveEntityRow, user.token, { entityId, key: null, values: { Shop: code } })
  expect((await row('HERE')).status).toBe(200)
  return { entityId, fieldId: field.body.id, row }
}

describe('[UIF-001] a UI filter', () => {
  it('is passive when it is made; activation prepares its data and then narrows; deactivated, all is shown again', async () => {
    const desk = await open()
    const { body: filter } = await save(desk)
    expect(filter).toMatchObject({
      customerPolicyId: 1,
      customerPolicyName: 'Only here',
      orderIndex: 1,
      state: 'Passive',
      ready: false,
      active: false,
      records: null,
    })
    expect(await listed(desk)).toEqual(['HERE', 'THERE'])
    expect(await activated(desk, filter)).toMatchObject({
      state: 'ReadyToUse',
      ready: true,
      active: true,
      records: 1,
    })
    expect(await listed(desk)).toEqual(['HERE'])
    const known = () => portal.call(getActiveUIFilters, desk.user.token, {})
    expect((await known()).body.filters).toEqual([
      { id: filter.id, name: 'Only here', type: 'Location', preparing: false, narrows: true },
    ])
    // The screen of the filters is never narrowed, and what it can be made from is counted whole.
    const { body: rows } = await portal.call(uiFilters.page, desk.user.token, page)
    expect(rows.rows).toMatchObject([
      { customerPolicyName: 'Only here', ready: true, active: true, records: 1 },
    ])
    const { body: count } = await portal.call(countUIFilter, desk.user.token, {
      type: 'Location',
      definition: codes('THERE'),
    })
    expect(count).toMatchObject({ records: 1, total: 2 })

    expect(await portal.call(deactivateUIFilter, desk.user.token, asked(filter))).toMatchObject({
      status: 200,
      body: { state: 'Passive' },
    })
    expect(await listed(desk)).toEqual(['HERE', 'THERE'])
    expect((await known()).body.filters).toEqual([])
    const { body: log } = await portal.call(activity.page, desk.user.token, { ...page, ...windowAround() })
    expect(JSON.stringify(log)).toContain('uiFilter.activated')
  })

  it('that is removed while it narrows shows everything again to whom it narrowed, and is gone', async () => {
    const desk = await open()
    const colleague = await desk.company.user()
    const seen = { ...desk, user: colleague }
    const { body: made } = await save(desk)
    const filter = await activated(desk, made)
    expect(await listed(seen)).toEqual(['HERE'])
    expect((await portal.call(removeUIFilter, desk.user.token, asked(filter))).status).toBe(200)
    expect(await listed(seen)).toEqual(['HERE', 'THERE'])
    expect((await portal.call(getActiveUIFilters, colleague.token, {})).body.filters).toEqual([])
    expect((await portal.call(uiFilters.page, desk.user.token, page)).body.rows).toEqual([])
    const gone = await portal.call(getUIFilter, desk.user.token, { uiFilterId: filter.id })
    expect(gone.code).toBe('NotFound')
  })

  it('that is updated asks first, finds no changes where there are none, and narrows as before until the new data is ready', async () => {
    const desk = await open()
    const { body: filter } = await save(desk)
    const ready = await activated(desk, filter)
    const edited = { id: ready.id, version: ready.version }
    expect(await save(desk, edited)).toMatchObject({ status: 422, code: 'NoChangesFound' })
    const other = { ...edited, definition: codes('THERE', 'there ') }
    const refused = await save(desk, { ...other, confirmed: false })
    expect(refused).toMatchObject({ status: 422, code: 'ConsequencesUnconfirmed' })
    expect(refused.refused?.Facts).toMatchObject({
      consequences: ['Every list then shows 1 of 2 locations, as soon as the data is ready.'],
    })
    const { status, body } = await save(desk, other)
    expect({ status, state: body.state }).toEqual({ status: 200, state: 'PreparingData' })
    await watch(portal, desk.user.token, body.jobId as string)
    expect(await listed(desk)).toEqual(['THERE'])
    expect((await look(desk, filter)).definition).toEqual(codes('THERE'))
    expect(await save(desk, { ...edited, orderIndex: 4 })).toMatchObject({ code: 'ChangedMeanwhile' })
    expect(await save(desk, { id: ready.id, version: body.version, type: 'Product' })).toMatchObject({
      code: 'UIFilterTypeFixed',
    })
    expect(
      await save(desk, { id: ready.id, version: body.version, definition: codes('NOWHERE') }),
    ).toMatchObject({ code: 'UIFilterEmpty' })
  })

  it('while its data is preparing takes no other change, and says so to everybody', async () => {
    const desk = await open()
    const { body: filter } = await save(desk)
    // A worker that has not come yet.
    await portal.owner.query(`update ui_filter set state = 'PreparingData' where company_id = $1`, [
      desk.company.id,
    ])
    const preparing = { status: 409, code: 'UIFilterPreparing' }
    expect(await portal.call(activateUIFilter, desk.user.token, asked(filter))).toMatchObject(preparing)
    expect(await portal.call(removeUIFilter, desk.user.token, asked(filter))).toMatchObject(preparing)
    expect(await save(desk, { id: filter.id, version: 1, orderIndex: 2 })).toMatchObject(preparing)
    expect((await look(desk, filter)).actions).toMatchObject({
      activate: expect.stringContaining('Data is preparing for UI filters'),
      deactivate: null,
    })
    const reader = await desk.company.user({ permissions: ['HomePage'] })
    expect((await portal.call(getActiveUIFilters, reader.token, {})).body.filters).toMatchObject([
      { name: 'Only here', preparing: true, narrows: false },
    ])
    expect(await portal.call(deactivateUIFilter, desk.user.token, asked(filter))).toMatchObject({
      status: 200,
    })
    expect(await portal.call(deactivateUIFilter, desk.user.token, asked(filter))).toMatchObject({
      code: 'UIFilterStateWrong',
    })
  })

  it('is activated once by two at once, and refused where it would empty every list', async () => {
    const desk = await open()
    const { body: filter } = await save(desk)
    const both = await Promise.all(
      [1, 2].map(() => portal.call(activateUIFilter, desk.user.token, asked(filter))),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { body: nothing } = await save(desk, {
      customerPolicyName: 'Nothing',
      definition: codes('NOWHERE'),
    })
    expect(await portal.call(activateUIFilter, desk.user.token, asked(nothing))).toMatchObject({
      code: 'UIFilterEmpty',
    })
    expect(await save(desk, { customerPolicyName: 'NOTHING' })).toMatchObject({ code: 'UIFilterNameTaken' })
    expect(await portal.call(removeUIFilter, desk.user.token, asked(nothing))).toMatchObject({ status: 200 })
    expect(await portal.call(removeUIFilter, desk.user.token, asked(nothing))).toMatchObject({ status: 404 })
  })

  it('[ACC-008] is nothing to nobody, to a stranger, to another company and to who sees part of the company', async () => {
    const desk = await open()
    const { body: filter } = await save(desk)
    const elsewhere = await open()
    const clerk = await desk.company.user({ permissions: ['HomePage'] })
    const scoped = await desk.company.user({ locations: [desk.here] })
    const write = [activateUIFilter, deactivateUIFilter, removeUIFilter] as const
    for (const call of write) {
      expect(await portal.call(call, null, asked(filter))).toMatchObject({ status: 401 })
      expect(await portal.call(call, clerk.token, asked(filter))).toMatchObject({ status: 403 })
      expect(await portal.call(call, elsewhere.user.token, asked(filter))).toMatchObject({ status: 404 })
      expect(await portal.call(call, scoped.token, asked(filter))).toMatchObject({
        code: 'WholeCompanyNeeded',
      })
    }
    expect(await save(desk, { id: filter.id, version: 1 }, elsewhere.user.token)).toMatchObject({
      status: 404,
    })
    expect(await save(desk, {}, scoped.token)).toMatchObject({ code: 'WholeCompanyNeeded' })
    expect(await portal.call(getUIFilter, elsewhere.user.token, { uiFilterId: filter.id })).toMatchObject({
      status: 404,
    })
  })

  it('goes with its records: one that begins or ceases to meet the conditions comes or goes in the same moment', async () => {
    const desk = await open()
    const { body: filter } = await save(desk, { definition: condition('name', 'Contains', 'KIZILAY') })
    await activated(desk, filter)
    expect(await listed(desk)).toEqual(['HERE'])
    const { body: record } = await portal.call(locationKind.get, desk.user.token, { id: desk.here.id })
    const change = (values: object, version: number) =>
      portal.call(locationKind.save, desk.user.token, {
        id: desk.here.id,
        version,
        values: { ...record.values, ...values },
        confirmed: true,
      })
    const add = await portal.call(locationKind.save, desk.user.token, {
      id: null,
      version: null,
      values: { ...record.values, code: 'THIRD', name: 'Kizilay 2' },
      confirmed: true,
    })
    expect(add.status).toBe(200)
    expect(await listed(desk)).toEqual(['HERE', 'THIRD'])
    expect((await change({ name: 'Sıhhiye' }, record.version)).status).toBe(200)
    expect(await listed(desk)).toEqual(['THIRD'])
    // What is not shown cannot be changed by its id either.
    expect((await change({ name: 'Kızılay' }, record.version + 1)).status).toBe(404)
  })

  it('knows fields, properties, several conditions and prices not at all', async () => {
    const desk = await open()
    await desk.company.product({ name: 'Cold', code: 'COLD' })
    const { body } = await portal.call(getUIFilterFields, desk.user.token, { type: 'Product' })
    const names = body.fields.map(({ field }) => field)
    expect(names).toContain('category')
    expect(names).not.toContain('listPrice')
    expect(body.fields.find(({ field }) => field === 'season')?.values).toContainEqual({
      value: 'Summer',
      name: 'Summer',
    })
    const count = (definition: UIFilterDefinition) =>
      portal.call(countUIFilter, desk.user.token, { type: 'Product', definition })
    expect((await count(condition('code', 'AnyOf', 'cold', 'x'))).body).toMatchObject({
      records: 1,
      total: 1,
    })
    expect((await count(condition('packUnit', 'AtLeast', '100000'))).body).toMatchObject({ records: 0 })
    for (const wrong of [
      condition('listPrice', 'AtLeast', '1'),
      condition('packUnit', 'Contains', '1'),
      condition('packUnit', 'AtLeast', 'many'),
      condition('season', 'AnyOf', 'Spring'),
      condition('name', 'AnyOf'),
    ])
      expect(await count(wrong), JSON.stringify(wrong)).toMatchObject({ status: 422, code: 'RecordInvalid' })
    expect((await count(codes('COLD', 'cold', 'A-1', 'A-2'))).body).toEqual({
      records: 1,
      total: 1,
      unknownCount: 2,
      unknown: ['A-1', 'A-2'],
    })
  })

  it('whose value is gone narrows as it did, says what it misses, and can be taken back', async () => {
    const desk = await open()
    const zone = await portal.call(predefinedValueKind.save, desk.user.token, {
      ...asNew,
      values: { valueList: 'ZONES', code: 'A', name: 'Zone A', orderIndex: null },
    })
    expect((await saveProperty(desk, { valueType: 'Choice', valueList: 'ZONES' })).status).toBe(200)
    const saved = async (of: Location, over: object) => {
      const { body } = await portal.call(locationKind.get, desk.user.token, { id: of.id })
      return portal.call(locationKind.save, desk.user.token, {
        id: of.id,
        version: body.version,
        confirmed: true,
        values: { ...body.values, ...over },
      })
    }
    expect((await saved(desk.here, { properties: { ZONE: 'A' } })).status).toBe(200)
    const definition = condition(propertyField('ZONE'), 'AnyOf', 'A')
    const { body: filter } = await save(desk, { definition })
    expect(await activated(desk, filter)).toMatchObject({ records: 1 })
    const selection = { mode: 'ids' as const, ids: [zone.body.id] }
    const removed = await portal.call(predefinedValueKind.remove, desk.user.token, {
      selection,
      dryRun: false,
    })
    expect(removed.body).toMatchObject({ done: 1 })
    expect((await saved(desk.here, { properties: {}, name: 'Renamed' })).status).toBe(200)
    await expect
      .poll(() => look(desk, filter), { timeout: 20_000 })
      .toMatchObject({ state: 'PreparationFailed', active: true, message: expect.stringContaining('“A”') })
    expect(await listed(desk)).toEqual(['HERE'])
    const { version } = await look(desk, filter)
    const back = { uiFilterId: filter.id, version }
    expect(await portal.call(deactivateUIFilter, desk.user.token, back)).toMatchObject({ status: 200 })
    expect(await listed(desk)).toEqual(['HERE', 'THERE'])
  })

  it('[DAT-001] holds the type of a property and of an MCI field that it is made from, and is named', async () => {
    const desk = await open()
    const property = await saveProperty(desk)
    await save(desk, {
      customerPolicyName: 'By zone',
      definition: condition(propertyField('ZONE'), 'AnyOf', 'A'),
    })
    const retype = (over: object) => saveProperty(desk, over, property.body)
    expect(await retype({ valueType: 'Number' })).toMatchObject({
      code: 'RecordInvalid',
      refused: {
        Facts: {
          issues: [
            {
              field: 'valueType',
              code: 'FieldInUse',
              message: expect.stringContaining('UI filters: By zone.'),
            },
          ],
        },
      },
    })
    expect((await retype({ name: 'Zone of delivery' })).status).toBe(200)
    const removed = await portal.call(propertyDefinitionKind.remove, desk.user.token, {
      selection: { mode: 'ids', ids: [property.body.id] },
      dryRun: false,
    })
    expect(removed.body).toMatchObject({
      done: 0,
      reasons: [{ refusal: 'RecordsInUse', message: expect.stringContaining('By zone') }],
    })
    const { entityId, fieldId } = await shopsOf(desk)
    const definition: UIFilterDefinition = { source: 'MciEntity', entityId, field: 'Shop' }
    const { body: filter } = await save(desk, { customerPolicyName: 'Shops only', definition })
    const changed = async () => {
      const { body } = await portal.call(mciFieldKind.get, desk.user.token, { id: fieldId })
      const values = { ...body.values, mciType: 'Text' as const }
      const { version } = body
      return portal.call(mciFieldKind.save, desk.user.token, {
        id: fieldId,
        version,
        values,
        confirmed: true,
      })
    }
    expect(await changed()).toMatchObject({
      code: 'RecordInvalid',
      refused: { Facts: { issues: [{ field: 'mciType', message: expect.stringContaining('Shops only') }] } },
    })
    await portal.call(removeUIFilter, desk.user.token, asked(filter))
    expect((await changed()).status).toBe(200)
  })

  it('[MCI-001] is made from the rows of an MCI entity and goes with them', async () => {
    const desk = await open()
    const { entityId, row } = await shopsOf(desk)
    const { body: offered } = await portal.call(getUIFilterFields, desk.user.token, { type: 'Location' })
    expect(offered.entities).toEqual([
      { id: entityId, name: 'Shops', fields: [{ value: 'Shop', name: 'Shop' }] },
    ])
    const { body: filter } = await save(desk, {
      definition: { source: 'MciEntity', entityId, field: 'Shop' },
    })
    await activated(desk, filter)
    expect(await listed(desk)).toEqual(['HERE'])
    expect((await row('THERE')).status).toBe(200)
    await watch(portal, desk.user.token, (await look(desk, filter)).jobId as string)
    expect(await listed(desk)).toEqual(['HERE', 'THERE'])
  })

  it('[MCI-001] keeps the field of the MCI entity that it is made from, until it is removed itself', async () => {
    const desk = await open()
    const { entityId, fieldId } = await shopsOf(desk)
    const { body: filter } = await save(desk, {
      definition: { source: 'MciEntity', entityId, field: 'Shop' },
    })
    const ready = await activated(desk, filter)
    const removeField = () =>
      portal.call(mciFieldKind.remove, desk.user.token, {
        selection: { mode: 'ids', ids: [fieldId] },
        dryRun: false,
      })
    expect((await removeField()).body).toMatchObject({
      done: 0,
      reasons: [{ message: expect.stringContaining('Only here') }],
    })
    expect(await look(desk, filter)).toMatchObject({ state: 'ReadyToUse', active: true })
    expect(await listed(desk)).toEqual(['HERE'])
    expect((await portal.call(removeUIFilter, desk.user.token, asked(ready))).status).toBe(200)
    expect((await removeField()).body).toMatchObject({ done: 1 })
    expect(await listed(desk)).toEqual(['HERE', 'THERE'])
  })
})
