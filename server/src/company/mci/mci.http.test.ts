import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mciEntityKind, mciFieldKind } from '@kervan/contract/company/mci'
import {
  activateEntityFile,
  cancelEntityFile,
  deleteEntityRow,
  downloadEntityTemplate,
  entityFaults,
  entityFiles,
  getEntityFile,
  getEntityRows,
  mciFileStates,
  saveEntityRow,
  uploadEntityFile,
  validateEntityFile,
} from '@kervan/contract/company/mci-files'
import { activateMciFile, mciRows, openMciDesk, uploadMciFile, type MciDesk } from '../../../test/mci.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { watch } from '../../../test/watch.ts'
import { workbookRows } from '../../../test/workbook-text.ts'

// Entities that a company defines itself: their fields, files that replace their rows in one step, single rows by form.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const open = (source?: Parameters<typeof openMciDesk>[1]) => openMciDesk(portal, source)
const upload = (desk: MciDesk, body: string, input: 'User' | 'Erp' = 'User') =>
  uploadMciFile(desk, body, { input })

describe('[MCI-001] [MCI-002] the file of an entity', () => {
  it('has the states of the specification', () => {
    expect(mciFileStates).toEqual([
      'Pending',
      'Validating',
      'Succeeded',
      'ValidationFailed',
      'ReValidate',
      'Cancelled',
      'Invalid',
      'Active',
    ])
  })

  it('is validated, seen before it counts, and replaces everything when it is activated', async () => {
    const desk = await open()
    const file = await upload(desk, `Item;Pieces\n${desk.product};12\n`)
    expect(file).toMatchObject({ state: 'Succeeded', rows: 1, faulty: 0, ioId: 1 })
    expect((await mciRows(desk)).rows).toEqual([])
    expect((await mciRows(desk, file.id)).rows).toMatchObject([
      { values: { Item: desk.product, Pieces: 12 } },
    ])
    expect(await activateMciFile(desk, file.id)).toMatchObject({ status: 200, body: { state: 'Active' } })
    expect((await mciRows(desk)).rows).toMatchObject([
      { values: { Item: desk.product, Pieces: 12, Remark: null } },
    ])
    const next = await upload(desk, `Item;Pieces;Remark\n${desk.product.toLowerCase()};5;less\n`)
    await activateMciFile(desk, next.id)
    expect((await mciRows(desk)).rows).toMatchObject([
      { values: { Item: desk.product, Pieces: 5, Remark: 'less' } },
    ])
    expect(await activateMciFile(desk, next.id)).toMatchObject({ status: 409, code: 'MciStateWrong' })
    const log = await portal.call(entityFiles.page, desk.user.token, {
      page: 1,
      pageSize: 50,
      sort: [],
      filters: {},
      search: '',
      entityId: desk.entityId,
    })
    expect(log.body.rows.map(({ ioId, state, rows: count }) => ({ ioId, state, count }))).toEqual([
      { ioId: 2, state: 'Active', count: 1 },
      { ioId: 1, state: 'Succeeded', count: 1 },
    ])
    // What was replaced comes back in one step.
    expect((await activateMciFile(desk, file.id)).status).toBe(200)
    expect((await mciRows(desk)).rows).toMatchObject([{ values: { Pieces: 12, Remark: null } }])
  })

  it('[MCI-003] tells its faults by sheet, row and message, and is not activated', async () => {
    const desk = await open()
    const file = await upload(
      desk,
      `Item;Pieces\n${desk.product};many\nNOWHERE;1\n${desk.product};2\n${desk.product};3\n`,
    )
    expect(file).toMatchObject({ state: 'ValidationFailed', rows: 1, faulty: 3 })
    const faults = await portal.call(entityFaults.page, desk.user.token, {
      page: 1,
      pageSize: 50,
      sort: [],
      filters: {},
      search: '',
      mciFileId: file.id,
    })
    expect(faults.body.rows.map(({ row, field, message }) => ({ row, field, message }))).toEqual([
      { row: 2, field: 'Pieces', message: '“many” is not a number.' },
      { row: 3, field: 'Item', message: '“NOWHERE” does not exist.' },
      { row: 5, field: null, message: expect.stringContaining('occurs twice') },
    ])
    expect(await activateMciFile(desk, file.id)).toMatchObject({ status: 409, code: 'MciStateWrong' })
    expect((await portal.call(cancelEntityFile, desk.user.token, { mciFileId: file.id })).body.state).toBe(
      'Cancelled',
    )
  })

  it('has to be validated again when the fields have changed', async () => {
    const desk = await open()
    const file = await upload(desk, `Item;Pieces\n${desk.product};1\n`)
    await portal.call(mciFieldKind.save, desk.user.token, {
      id: null,
      version: null,
      values: {
        entity: 'SAFETY',
        code: 'Since',
        name: 'Since',
        mciType: 'Date',
        baseField: null,
        keyPart: false,
        mandatory: true,
        orderIndex: 3,
      },
      confirmed: true,
    })
    expect(await activateMciFile(desk, file.id)).toMatchObject({ code: 'MciStateWrong' })
    const again = await portal.call(validateEntityFile, desk.user.token, { mciFileId: file.id })
    await watch(portal, desk.user.token, again.body.jobId as string)
    expect((await portal.call(getEntityFile, desk.user.token, { mciFileId: file.id })).body).toMatchObject({
      state: 'ValidationFailed',
      faulty: 1,
    })
  })

  it('waits for ongoing processes and for the EDC project', async () => {
    const desk = await open()
    const file = await upload(desk, `Item;Pieces\n${desk.product};1\n`)
    const running = await portal.owner.connect()
    try {
      await running.query('begin')
      await running.query('select from mci_entity where id = $1 for share', [desk.entityId])
      const refused = await activateMciFile(desk, file.id)
      expect(refused).toMatchObject({ status: 409, code: 'MciOngoing' })
      expect(refused.refused?.Message.toLowerCase()).toContain(
        'ongoing processes, cannot activate an mci entity',
      )
    } finally {
      await running.query('rollback')
      running.release()
    }
    await portal.owner.query('update company set edc_active = false where id = $1', [desk.company.id])
    const inactive = await activateMciFile(desk, file.id)
    expect(inactive).toMatchObject({ status: 422, code: 'EdcNotActive' })
    expect(inactive.refused?.Message).toBe('EDC project is not active!')
    await portal.owner.query('update company set edc_active = true where id = $1', [desk.company.id])
    expect((await activateMciFile(desk, file.id)).status).toBe(200)
  })

  it('is nothing without fields, and names what it misses', async () => {
    const company = await portal.company()
    const user = await company.user()
    const entity = await portal.call(mciEntityKind.save, user.token, {
      id: null,
      version: null,
      values: {
        code: 'E',
        name: 'Empty',
        purpose: 'Data',
        dataSource: 'ManageByUserInput',
        orderIndex: 0,
        description: null,
      },
      confirmed: true,
    })
    expect(
      await portal.upload(uploadEntityFile, user.token, { entityId: entity.body.id, input: 'User' }, [
        { name: 'a.csv', body: 'A;B\n1;2\n' },
      ]),
    ).toMatchObject({ status: 422, code: 'EntityWithoutFields' })
  })

  it('of another company does not exist', async () => {
    const desk = await open()
    const file = await upload(desk, `Item;Pieces\n${desk.product};1\n`)
    const stranger = await (await portal.company()).user()
    for (const call of [getEntityFile, activateEntityFile, cancelEntityFile, validateEntityFile])
      expect(
        await portal.call(call as typeof getEntityFile, stranger.token, { mciFileId: file.id }),
      ).toMatchObject({ status: 404, code: 'NotFound' })
    expect(
      await portal.call(getEntityRows, stranger.token, {
        entityId: desk.entityId,
        mciFileId: null,
        page: 1,
        pageSize: 50,
        search: '',
      }),
    ).toMatchObject({ status: 404 })
    expect(
      await portal.call(deleteEntityRow, stranger.token, { entityId: desk.entityId, key: 'x' }),
    ).toMatchObject({ status: 404 })
  })
})

describe('[USR-006] rows of any location and product', () => {
  it('are for those who see the whole company, whatever is asked', async () => {
    const desk = await open()
    const { company, entityId } = desk
    const file = await upload(desk, `Item;Pieces\n${desk.product};12\nnone;1\n`)
    const customer = await company.customer()
    const location = await company.location(customer)
    const part = (await company.user({ customer, locations: [location] })).token
    const page = { page: 1, pageSize: 50 as const, sort: [], filters: {}, search: '' }
    const mciFileId = file.id
    const row = { entityId, key: null, values: { Item: desk.product, Pieces: 3 } }
    const answers = [
      await portal.call(getEntityRows, part, { entityId, mciFileId, page: 1, pageSize: 50, search: '' }),
      await portal.call(getEntityFile, part, { mciFileId }),
      await portal.call(downloadEntityTemplate, part, { entityId, rows: 'Active' }),
      await portal.call(activateEntityFile, part, { mciFileId }),
      await portal.call(validateEntityFile, part, { mciFileId }),
      await portal.call(cancelEntityFile, part, { mciFileId }),
      await portal.call(saveEntityRow, part, row),
      await portal.call(deleteEntityRow, part, { entityId, key: 'x' }),
      await portal.upload(uploadEntityFile, part, { entityId, input: 'User' }, [
        { name: 'a.csv', body: 'Item\n' },
      ]),
    ]
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['WholeCompanyNeeded']))
    const files = await portal.call(entityFiles.page, part, { ...page, entityId })
    expect(files).toMatchObject({ status: 200, body: { rows: [], total: 0 } })
    const faults = await portal.call(entityFaults.page, part, { ...page, mciFileId })
    expect(faults).toMatchObject({ status: 200, body: { rows: [], total: 0 } })
  })
})

describe('[MCI-001] where the ERP gives values as well', () => {
  it('the user’s value wins field by field, and it is said which', async () => {
    const desk = await open('ManageByMergedInputs')
    const erp = await upload(desk, `Item;Pieces;Remark\n${desk.product};10;from the ERP\n`, 'Erp')
    await activateMciFile(desk, erp.id)
    const save = (values: Record<string, string | number | null>, key: string | null = null) =>
      portal.call(saveEntityRow, desk.user.token, { entityId: desk.entityId, key, values })
    const saved = await save({ Item: desk.product, Pieces: 25, Remark: null })
    expect(saved.status).toBe(200)
    expect((await mciRows(desk)).rows).toMatchObject([
      { values: { Item: desk.product, Pieces: 25, Remark: 'from the ERP' }, fromUser: ['Pieces'] },
    ])
    // A form sends what was changed; what the user gave before stays.
    expect((await save({ Item: desk.product, Remark: 'own' }, saved.body.key)).status).toBe(200)
    expect((await mciRows(desk)).rows).toMatchObject([
      { values: { Item: desk.product, Pieces: 25, Remark: 'own' }, fromUser: ['Pieces', 'Remark'] },
    ])
    expect(await save({ Item: desk.product, Pieces: 1, Remark: null })).toMatchObject({
      code: 'RecordInvalid',
      refused: { Facts: { issues: [{ field: 'Item', code: 'KeyTaken' }] } },
    })
    await portal.call(deleteEntityRow, desk.user.token, { entityId: desk.entityId, key: saved.body.key })
    expect((await mciRows(desk)).rows).toMatchObject([{ values: { Pieces: 10 }, fromUser: [] }])
  })
})

describe('[MCI-003] base class mapping', () => {
  it('takes each field once', async () => {
    const desk = await open()
    const twice = await portal.call(mciFieldKind.save, desk.user.token, {
      id: null,
      version: null,
      values: {
        entity: 'SAFETY',
        code: 'Again',
        name: 'Again',
        mciType: 'Integer',
        baseField: 'Value',
        keyPart: false,
        mandatory: false,
        orderIndex: 9,
      },
      confirmed: true,
    })
    expect(twice).toMatchObject({
      code: 'RecordInvalid',
      refused: { Facts: { issues: [{ field: 'baseField', code: 'BaseFieldTaken' }] } },
    })
  })

  it('gives a template with its fields and, filled, its rows', async () => {
    const desk = await open()
    const file = await upload(desk, `Item;Pieces\n${desk.product};7\n`)
    await activateMciFile(desk, file.id)
    const template = await portal.call(downloadEntityTemplate, desk.user.token, {
      entityId: desk.entityId,
      rows: 'Active',
    })
    const told = await workbookRows(template.body)
    expect(told[0]).toEqual(['Item', 'Pieces', 'Remark'])
    expect(told).toContainEqual([desk.product, '7'])
  })
})
