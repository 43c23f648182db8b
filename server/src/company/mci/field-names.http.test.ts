import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mciFieldKind } from '@kervan/contract/company/mci'
import { entityFaults, getEntityRows, saveEntityRow } from '@kervan/contract/company/mci-files'
import type { ChangeView } from '@kervan/contract/kit/master-change'
import { addMciField, openMciDesk, uploadMciFile } from '../../../test/mci.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { watch } from '../../../test/watch.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const taken = (field: string, record: string) => ({
  code: 'RecordInvalid',
  refused: {
    Facts: {
      issues: [
        {
          field,
          code: 'FieldNameTaken',
          message: `A field of this entity is already called that: ${record}.`,
        },
      ],
    },
  },
})

describe('[MCI-003] the columns of a file mean one field each: a field', () => {
  it.each(['Pieces', 'PIECES', ' pıeces ', 'Pieces (*)'])(
    'named %j beside Pieces is refused',
    async (name) => {
      const desk = await openMciDesk(portal)
      expect(await addMciField(desk, 'Other', { name })).toMatchObject(taken('name', 'Pieces – Pieces'))
    },
  )

  it('is refused a code that another one is called by, and keeps its own', async () => {
    const desk = await openMciDesk(portal)
    const { body: made } = await addMciField(desk, 'Days', { name: 'Shelf life' })
    expect(await addMciField(desk, 'shelf life', { name: 'Other' })).toMatchObject(
      taken('code', 'Days – Shelf life'),
    )
    const { body } = await portal.call(mciFieldKind.get, desk.user.token, { id: made.id })
    const again = await portal.call(mciFieldKind.save, desk.user.token, {
      id: made.id,
      version: body.version,
      values: { ...body.values, name: 'shelf life', mandatory: true },
      confirmed: true,
    })
    expect(again.status).toBe(200)
  })

  it('[MCI-001] that no record can hold is refused; what all objects have is a name as any other', async () => {
    const desk = await openMciDesk(portal)
    expect(await addMciField(desk, '__proto__', {})).toMatchObject({
      code: 'RecordInvalid',
      refused: { Facts: { issues: [{ field: 'code', code: 'NameUnusable' }] } },
    })
    for (const code of ['constructor', 'toString', 'hasOwnProperty'])
      expect((await addMciField(desk, code, {})).status, code).toBe(200)
    const save = (key: string | null, values: Record<string, string | number>) =>
      portal.call(saveEntityRow, desk.user.token, { entityId: desk.entityId, key, values })
    // What is not said is empty.
    expect(await save(null, { Item: desk.product, Pieces: 3 })).toMatchObject({ status: 200 })
    const { body } = await portal.call(getEntityRows, desk.user.token, {
      entityId: desk.entityId,
      page: 1,
      pageSize: 50,
      search: '',
      mciFileId: null,
    })
    expect(body.rows.map(({ values }) => values)).toEqual([
      {
        Item: desk.product,
        Pieces: 3,
        Remark: null,
        constructor: null,
        toString: null,
        hasOwnProperty: null,
      },
    ])
  })

  it('of a file is refused as well, beside those that are there and those of the file', async () => {
    const desk = await openMciDesk(portal)
    const line = (code: string, name: string) => `SAFETY;${code};${name};Text;;no;no;9`
    const body = [
      'entity;code;name;mciType;baseField;keyPart;mandatory;orderIndex',
      line('One', 'remark'),
      line('Two', 'Colour'),
      line('Three', 'COLOUR'),
      line('Four', 'Size'),
    ].join('\n')
    const sent = await portal.upload(mciFieldKind.upload, desk.user.token, { mode: 'Merge' }, [
      { name: 'fields.csv', body: Buffer.from(body) },
    ])
    const { id, jobId } = sent.body as ChangeView
    await watch(portal, desk.user.token, jobId as string)
    const rows = await portal.call(mciFieldKind.changeRows.page, desk.user.token, {
      changeId: id,
      page: 1,
      pageSize: 50,
      sort: [],
      filters: {},
      search: '',
    })
    expect(rows.body.rows.map(({ row, action }) => [row, action])).toEqual([
      [2, 'Faulty'],
      [3, 'Added'],
      [4, 'Faulty'],
      [5, 'Added'],
    ])
  })
})

it('[MCI-003] what is wrong with a file names the field as people do', async () => {
  const desk = await openMciDesk(portal)
  await addMciField(desk, 'Days', { name: 'Shelf life', mciType: 'Integer', orderIndex: 4 })
  const file = await uploadMciFile(desk, `Item;Shelf life\n${desk.product};long\n`)
  const faults = await portal.call(entityFaults.page, desk.user.token, {
    mciFileId: file.id,
    page: 1,
    pageSize: 50,
    sort: [],
    filters: {},
    search: '',
  })
  expect(faults.body.rows.map(({ field }) => field)).toContain('Shelf life')
})
