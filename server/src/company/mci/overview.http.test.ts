import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mciEntityKind } from '@kervan/contract/company/mci'
import { downloadEntityTemplate, saveEntityRow, uploadEntityFile } from '@kervan/contract/company/mci-files'
import { entityOverview, getEntityMapping, getEntitySample } from '@kervan/contract/company/mci-overview'
import { activateMciFile, addMciField, openMciDesk, uploadMciFile, type MciDesk } from '../../../test/mci.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'

// Where entities stand, what a file of one looks like, and what its fields stand for.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const page = { page: 1, pageSize: 50 as const, sort: [], filters: {}, search: '' }
const overview = async ({ user }: MciDesk, over: object = {}) =>
  (await portal.call(entityOverview.page, user.token, { ...page, ...over })).body.rows
const fileOf = (product: string, pieces = 1) => `Item;Pieces\n${product};${pieces}\n`

describe('[MCI-001] the overview of entities', () => {
  it('says what each needs next, and names the file that it is about', async () => {
    const desk = await openMciDesk(portal)
    expect(await overview(desk)).toMatchObject([
      { code: 'SAFETY', attention: 'NeverFilled', activeRows: 0, userFileState: null, activatedAt: null },
    ])
    const bad = await uploadMciFile(desk, 'Item;Pieces\nnowhere;1\n')
    expect(await overview(desk)).toMatchObject([
      { attention: 'ValidationFailed', attentionFileId: bad.id, userFileState: 'ValidationFailed' },
    ])
    const good = await uploadMciFile(desk, fileOf(desk.product))
    const edc = (active: boolean) =>
      portal.owner.query('update company set edc_active = $2 where id = $1', [desk.company.id, active])
    await edc(false)
    expect(await overview(desk)).toMatchObject([{ attention: 'EdcNotActive', attentionFileId: good.id }])
    await edc(true)
    expect(await overview(desk)).toMatchObject([{ attention: 'ToActivate', attentionFileId: good.id }])
    await activateMciFile(desk, good.id)
    expect(await overview(desk)).toMatchObject([
      {
        attention: 'Nothing',
        attentionFileId: null,
        activeRows: 1,
        userFileState: 'Active',
        userFileId: good.id,
        activatedAt: expect.any(String),
        activatedBy: expect.any(String),
      },
    ])
    // What was active before waits for nobody.
    const next = await uploadMciFile(desk, fileOf(desk.product, 2))
    await activateMciFile(desk, next.id)
    await activateMciFile(desk, good.id)
    expect(await overview(desk)).toMatchObject([
      { attention: 'Nothing', userFileState: 'Succeeded', userFileId: next.id },
    ])
    await addMciField(desk, 'Since', { mciType: 'Date', orderIndex: 3 })
    const failed = { attention: { in: ['ValidationFailed', 'NeverFilled', 'MappingIncomplete'] } }
    expect(await overview(desk, { filters: failed })).toEqual([])
  })

  it('[MCI-003] names what is missing of the base class, whatever its files are', async () => {
    const desk = await openMciDesk(portal)
    const good = await uploadMciFile(desk, fileOf(desk.product))
    const map = (code: string, base: string | null, at: number) =>
      portal.owner.query(
        'update mci_field set base_field = $3, order_index = $4 where entity_id = $1 and code = $2',
        [desk.entityId, code, base, at],
      )
    await map('Pieces', null, 1)
    const lacking = { attention: 'MappingIncomplete', attentionFileId: null, missingBaseFields: ['Value'] }
    expect(await overview(desk)).toMatchObject([lacking])
    expect(await overview(desk, { filters: { attention: { in: ['MappingIncomplete'] } } })).toHaveLength(1)
    await map('Pieces', 'Value', 1)
    await map('Item', 'Product', 9)
    expect(await overview(desk)).toMatchObject([
      { attention: 'MappingOrder', attentionFileId: null, missingBaseFields: [] },
    ])
    await map('Item', 'Product', 0)
    expect(await overview(desk)).toMatchObject([{ attention: 'ToActivate', attentionFileId: good.id }])
  })

  it('counts a key once that user and ERP give, and looks at the input that is read', async () => {
    const desk = await openMciDesk(portal, 'ManageByMergedInputs')
    const second = await desk.company.product()
    const erp = await uploadMciFile(desk, `Item;Pieces\n${desk.product};1\n${second.code};2\n`, {
      input: 'Erp',
    })
    await activateMciFile(desk, erp.id)
    const values = { Item: desk.product, Pieces: 7 }
    await portal.call(saveEntityRow, desk.user.token, { entityId: desk.entityId, key: null, values })
    expect(await overview(desk)).toMatchObject([{ activeRows: 2, erpFileState: 'Active' }])
    const other = await openMciDesk(portal, 'ManageByERPInput')
    const own = await uploadMciFile(other, 'Item;Pieces\nnowhere;1\n')
    expect(await overview(other)).toMatchObject([
      { attention: 'NeverFilled', userFileState: 'ValidationFailed', userFileId: own.id },
    ])
  })

  it('is empty for who sees part of the company', async () => {
    const desk = await openMciDesk(portal)
    const customer = await desk.company.customer()
    const location = await desk.company.location(customer)
    const part = await desk.company.user({ customer, locations: [location] })
    expect(await overview({ ...desk, user: part })).toEqual([])
    const sample = await portal.call(getEntitySample, part.token, { entityId: desk.entityId })
    expect(sample).toMatchObject({ code: 'WholeCompanyNeeded' })
  })
})

describe('[MCI-002] a file that was replaced', () => {
  it('is validated again where its rows were changed by form', async () => {
    const desk = await openMciDesk(portal)
    const first = await uploadMciFile(desk, fileOf(desk.product))
    await activateMciFile(desk, first.id)
    const key = desk.product.toLowerCase()
    const values = { Pieces: 9 }
    const saved = await portal.call(saveEntityRow, desk.user.token, { entityId: desk.entityId, key, values })
    expect(saved.status).toBe(200)
    const next = await uploadMciFile(desk, fileOf(desk.product, 2))
    await activateMciFile(desk, next.id)
    expect(await activateMciFile(desk, first.id)).toMatchObject({
      code: 'MciStateWrong',
      refused: { Facts: { mciFileState: 'ReValidate' } },
    })
  })
})

describe('[MCI-001] sample data', () => {
  it('shows made-up rows beside active ones, and its workbook passes validation', async () => {
    const desk = await openMciDesk(portal)
    await addMciField(desk, 'Since', { mciType: 'Date', mandatory: true, orderIndex: 3 })
    await addMciField(desk, 'Rate', { mciType: 'Decimal', orderIndex: 4 })
    await addMciField(desk, 'Cold', { mciType: 'Flag', orderIndex: 5 })
    await desk.company.product()
    const asked = () => portal.call(getEntitySample, desk.user.token, { entityId: desk.entityId })
    expect((await asked()).body).toMatchObject({
      name: 'Safety stock',
      sample: [{ values: { Remark: 'Remark 1', Rate: '1.5' } }, { values: { Remark: 'Remark 2' } }],
      active: [],
      activeRows: 0,
    })
    const workbook = await portal.call(downloadEntityTemplate, desk.user.token, {
      entityId: desk.entityId,
      rows: 'Sample',
    })
    const file = await uploadMciFile(desk, workbook.body as unknown as Uint8Array, { name: 'sample.xlsx' })
    expect(file).toMatchObject({ state: 'Succeeded', rows: 2, faulty: 0 })
    await activateMciFile(desk, file.id)
    expect((await asked()).body).toMatchObject({ activeRows: 2, active: [{}, {}] })
  })

  it('needs a key field', async () => {
    const desk = await openMciDesk(portal)
    const bare = await portal.call(mciEntityKind.save, desk.user.token, {
      id: null,
      version: null,
      values: {
        code: 'BARE',
        name: 'Bare',
        purpose: 'Data',
        dataSource: 'ManageByUserInput',
        orderIndex: 9,
        description: null,
      },
      confirmed: true,
    })
    const input = { entityId: bare.body.id }
    expect(await portal.call(getEntitySample, desk.user.token, input)).toMatchObject({
      code: 'EntityWithoutFields',
    })
    expect(await overview(desk)).toMatchObject([{ code: 'SAFETY' }, { code: 'BARE', attention: 'NoKey' }])
    const file = [{ name: 'a.csv', body: 'A\n1\n' }]
    expect(
      await portal.upload(uploadEntityFile, desk.user.token, { ...input, input: 'User' }, file),
    ).toMatchObject({ code: 'EntityWithoutFields' })
  })
})

describe('[MCI-003] base class mapping', () => {
  it('says what stands for what, which mandatory field lacks, and whether the order is kept', async () => {
    const desk = await openMciDesk(portal)
    const mapping = async () =>
      (await portal.call(getEntityMapping, desk.user.token, { entityId: desk.entityId })).body
    expect(await mapping()).toMatchObject({
      inOrder: true,
      baseFields: expect.arrayContaining([
        { base: 'Product', mandatory: false, field: 'Item' },
        { base: 'Value', mandatory: true, field: 'Pieces' },
        { base: 'Location', mandatory: false, field: null },
      ]),
      fields: [
        { code: 'Item', keyPart: true, mandatory: true },
        { code: 'Pieces', mandatory: true },
        { code: 'Remark' },
      ],
    })
    await addMciField(desk, 'Shop', { mciType: 'Location', baseField: 'Location', orderIndex: 8 })
    expect(await mapping()).toMatchObject({ inOrder: false })
    const stranger = await (await portal.company()).user()
    expect(await portal.call(getEntityMapping, stranger.token, { entityId: desk.entityId })).toMatchObject({
      status: 404,
    })
  })
})
