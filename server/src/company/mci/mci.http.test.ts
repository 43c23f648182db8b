import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mciEntityKind, mciFieldKind } from '@kervan/contract/company/mci'
import {
  activateEntityFile,
  cancelEntityFile,
  deleteEntityRow,
  downloadEntityFile,
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
import { plainText } from '@kervan/contract/kit/typed'
import { languages } from '@kervan/contract/kit/values'
import { writeWorkbook } from '../../kit/excel/write-workbook.ts'
import { activateMciFile, mciRows, openMciDesk, uploadMciFile, type MciDesk } from '../../../test/mci.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { watch } from '../../../test/watch.ts'
import { commentsIn, workbookRows } from '../../../test/workbook-text.ts'

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
      { row: 5, field: 'Item', message: expect.stringContaining('already occurs in an earlier row') },
    ])
    expect(await activateMciFile(desk, file.id)).toMatchObject({ status: 409, code: 'MciStateWrong' })
    expect((await portal.call(cancelEntityFile, desk.user.token, { mciFileId: file.id })).body.state).toBe(
      'Cancelled',
    )
  })

  it('[MCI-002] [MCI-003] comes back as its user sent it, with what is wrong as comments', async () => {
    const desk = await open()
    const second = await desk.company.product()
    const sent = `Remark;Pieces;Item\n;many;${desk.product}\n;1;NOWHERE\n;1;${second.code}\n;2;${second.code}\n`
    const file = await upload(desk, sent)
    const get = (user = desk.user, mciFileId = file.id) =>
      portal.call(downloadEntityFile, user.token, { mciFileId })
    const { status, body } = await get()
    expect(status).toBe(200)
    expect(await workbookRows(body)).toEqual([
      ['Remark', 'Pieces', 'Item'],
      ['', 'many', desk.product],
      ['', '1', 'NOWHERE'],
      ['', '1', second.code],
      ['', '2', second.code],
    ])
    // Each stands in the cell that is wrong, as the columns stand in this file.
    expect(await commentsIn(body)).toEqual([
      expect.stringMatching(/^1,1: Pieces: “many” is not a number\./),
      expect.stringMatching(/^2,2: Item: “NOWHERE” does not exist\./),
      expect.stringMatching(/^4,2: Item: The same record already occurs in an earlier row\./),
    ])
    const good = await upload(desk, `Item;Pieces\n${desk.product};2\n`)
    expect((await get(desk.user, good.id)).body).toEqual(Buffer.from(`Item;Pieces\n${desk.product};2\n`))
    const other = await open()
    expect(await get(other.user)).toMatchObject({ status: 404, code: 'NotFound' })
  })

  it('[MCI-003] of several sheets tells in which of them a fault is', async () => {
    const desk = await open()
    const column = (header: string) => ({ header, kind: 'text' as const, width: 20 })
    const sheet = (name: string, rows: string[][]) => ({
      name,
      columns: ['Item', 'Pieces'].map(column),
      rows,
    })
    const second = await desk.company.product()
    const body = await buffer(
      writeWorkbook({
        sheets: [
          sheet('North', [[desk.product, '1']]),
          sheet('South', [
            [second.code, '2'],
            ['NOWHERE', '3'],
          ]),
        ],
      }),
    )
    const file = await uploadMciFile(desk, body, { name: 'stock.xlsx' })
    expect(file).toMatchObject({ state: 'ValidationFailed', rows: 2, faulty: 1 })
    const page = { page: 1, pageSize: 50 as const, sort: [], filters: {}, search: '' }
    const faults = await portal.call(entityFaults.page, desk.user.token, { ...page, mciFileId: file.id })
    expect(faults.body.rows).toMatchObject([
      { sheet: 'South', row: 3, field: 'Item', message: '“NOWHERE” does not exist.' },
    ])
  })

  it.each([
    ['a heading twice', 'Item;Pieces;pieces\n{product};1;2\n', /Sheet “CSV”: the column pieces occurs twice/],
    [
      'a heading that is no field of the entity',
      'Item;Pieces;Colour\n{product};1;red\n',
      /unknown column Colour.*Known columns: Item, Pieces, Remark/,
    ],
    ['no key field', 'Pieces;Remark\n1;less\n', /Item/],
  ])('[MCI-003] with %s is invalid, says so in each language, and keeps nothing', async (_, body, told) => {
    const desk = await open()
    const { id } = await upload(desk, body.replace('{product}', desk.product))
    const look = async (language: (typeof languages)[number]) =>
      (await portal.call(getEntityFile, desk.user.token, { mciFileId: id }, { language })).body
    expect(await look('en')).toMatchObject({ state: 'Invalid', message: expect.stringMatching(told) })
    const sentences = await Promise.all(languages.map(async (language) => (await look(language)).message))
    expect(new Set(sentences).size).toBe(languages.length)
    expect(await activateMciFile(desk, id)).toMatchObject({ status: 409, code: 'MciStateWrong' })
    expect((await mciRows(desk, id)).rows).toEqual([])
  })

  it('of two activated at once takes the place of the other whole, and one by two takes effect once', async () => {
    const desk = await open()
    const [one, two] = [
      await upload(desk, `Item;Pieces\n${desk.product};1\n`),
      await upload(desk, `Item;Pieces\n${desk.product};2\n`),
    ]
    const answers = await Promise.all([
      activateMciFile(desk, one.id),
      activateMciFile(desk, two.id),
      activateMciFile(desk, one.id),
      activateMciFile(desk, two.id),
    ])
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    for (const { status, code } of answers.filter(({ status }) => status !== 200))
      expect([409, expect.stringMatching(/^Mci(Ongoing|StateWrong)$/)]).toEqual([status, code])
    const active = await Promise.all(
      [one, two].map(async ({ id }, at) => {
        const { body } = await portal.call(getEntityFile, desk.user.token, { mciFileId: id })
        return body.state === 'Active' ? [at + 1] : []
      }),
    )
    expect(active.flat()).toHaveLength(1)
    expect((await mciRows(desk)).rows.map(({ values }) => values['Pieces'])).toEqual(active.flat())
  })

  it('whose activation loses its connection within each step leaves what was read, and is activated later', async () => {
    const desk = await open()
    const rows = (pieces: number) => `Item;Pieces\n${desk.product};${pieces}\n`
    const old = await upload(desk, rows(1))
    await activateMciFile(desk, old.id)
    const next = await upload(desk, rows(2))
    const pieces = async () => (await mciRows(desk)).rows.map(({ values }) => values['Pieces'])
    const stateOf = async (mciFileId: string) =>
      (await portal.call(getEntityFile, desk.user.token, { mciFileId })).body.state
    // Who holds a row stops the activation right before it would write that row: the file that was active before is
    // written once the entity points at the new rows.
    for (const held of [next.id, old.id]) {
      const holder = await portal.owner.connect()
      try {
        await holder.query('begin')
        await holder.query('select from mci_file where id = $1 for update', [held])
        const { rows: own } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
        const answer = activateMciFile(desk, next.id)
        const waiting = async () => {
          const found = await portal.owner.query<{ pid: number }>(
            'select pid from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
            [own[0]?.pid],
          )
          return found.rows[0]?.pid ?? null
        }
        await expect.poll(waiting, { interval: 10 }).not.toBeNull()
        expect(await pieces()).toEqual([1])
        await portal.owner.query('select pg_terminate_backend($1)', [await waiting()])
        expect((await answer).status).toBeGreaterThanOrEqual(500)
      } finally {
        await holder.query('rollback')
        holder.release()
      }
      expect(await pieces()).toEqual([1])
      expect([await stateOf(old.id), await stateOf(next.id)]).toEqual(['Active', 'Succeeded'])
    }
    expect((await activateMciFile(desk, next.id)).status).toBe(200)
    expect(await pieces()).toEqual([2])
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
    const offered = await portal.call(getEntityFile, desk.user.token, { mciFileId: file.id })
    expect(offered.body.actions.activate).toBe('EDC project is not active!')
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

  it('holds an activation up while a mandatory field lacks, or the order is not that of the base class', async () => {
    const desk = await open()
    const fieldOf = async (code: string) => {
      const page = { page: 1, pageSize: 50 as const, sort: [], filters: {}, search: code, day: null }
      const { rows } = (await portal.call(mciFieldKind.list.page, desk.user.token, page)).body
      return (await portal.call(mciFieldKind.get, desk.user.token, { id: plainText(rows[0]?.id) })).body
    }
    const change = async (code: string, over: object) => {
      const { id, version, values } = await fieldOf(code)
      const saved = await portal.call(mciFieldKind.save, desk.user.token, {
        id,
        version,
        values: { ...values, ...over },
        confirmed: true,
      })
      expect(saved.status).toBe(200)
    }
    const refused = async (language: string) => {
      const file = await upload(desk, `Item;Pieces\n${desk.product};2\n`)
      expect(file.state).toBe('Succeeded')
      const input = { mciFileId: file.id }
      const answer = await portal.call(activateEntityFile, desk.user.token, input, { language })
      // What is pressed is refused with the words that the action had before.
      const offered = await portal.call(getEntityFile, desk.user.token, input, { language })
      if (answer.refused) expect(offered.body.actions.activate).toBe(answer.refused.Message)
      return answer
    }
    await change('Pieces', { baseField: null })
    const incomplete = await refused('de')
    expect(incomplete).toMatchObject({ status: 422, code: 'MciMappingIncomplete' })
    expect(incomplete.refused?.Message).toMatch(/^Pflichtfelder der Basisklasse .*: Wert\./)
    await change('Pieces', { baseField: 'Value', orderIndex: 0 })
    await change('Item', { orderIndex: 5 })
    expect(await refused('en')).toMatchObject({ status: 422, code: 'MciMappingOrder' })
    expect((await mciRows(desk)).rows).toEqual([])
    await change('Item', { orderIndex: 0 })
    await change('Pieces', { orderIndex: 1 })
    expect((await refused('en')).status).toBe(200)
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
