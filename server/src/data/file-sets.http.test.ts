import { buffer } from 'node:stream/consumers'
import { locationKind } from '@kervan/contract/company/locations'
import { businessRelationKind } from '@kervan/contract/company/business-relations'
import { productKind } from '@kervan/contract/company/products'
import {
  activateFileSet,
  addFiles,
  addSampleFiles,
  chooseSheetKind,
  closeFileSet,
  getFileSet,
  revertFileSet,
  type FileSetView,
} from '@kervan/contract/data/file-sets'
import type { ChangeView } from '@kervan/contract/kit/master-change'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { page } from '../../test/walk/desk.ts'
import { startPortal, type Portal, type User } from '../../test/portal.ts'
import { watch } from '../../test/watch.ts'
import { writeWorkbook } from '../kit/excel/write-workbook.ts'

// Several files at once: sheets are recognised, take effect in the order in which they need each other, and are taken back.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
}, 180_000)
afterAll(() => portal.close())

type Sheet = { name: string; headings: readonly string[]; rows: readonly (readonly string[])[] }

const workbook = async (name: string, ...sheets: readonly Sheet[]) => ({
  name,
  body: await buffer(
    writeWorkbook({
      sheets: sheets.map((sheet) => ({
        name: sheet.name,
        columns: sheet.headings.map((header) => ({ header, kind: 'text' as const, width: 20 })),
        rows: sheet.rows.map((row) => [...row]),
      })),
    }),
  ),
})
const csv = (name: string, ...rows: readonly string[][]) => ({
  name,
  body: Buffer.from(rows.map((row) => row.join(';')).join('\r\n')),
})

const pharmacies: Sheet = {
  name: 'Eczaneler',
  headings: ['Code', 'Name', 'Location type', 'City', 'District', 'Customer'],
  rows: [
    ['E1', 'Şifa Eczanesi', 'Primary point of sale', 'İstanbul', 'Kadıköy', 'M1'],
    ['E2', 'Doğan Eczanesi', 'Primary point of sale', 'İstanbul', 'Kadıköy', 'M2'],
  ],
}
const customers: Sheet = {
  name: 'Cariler',
  headings: ['Code', 'Name', 'Relation', 'City', 'Discount (%)'],
  rows: [
    ['M1', 'Şifa', 'Customer', 'İstanbul', '5'],
    ['M2', 'Doğan', 'Customer', 'İstanbul', '7'],
  ],
}
const products = csv(
  'Ürünler.csv',
  ['Code', 'Name', 'Brand', 'List price'],
  ['P1', 'Ağrı kesici', 'Lale', '25.50'],
)

const setOf = async ({ token }: User): Promise<FileSetView | null> =>
  (await portal.call(getFileSet, token, {})).body.set

/** The set once nothing of it is under way. */
async function settled(user: User): Promise<FileSetView> {
  let set: FileSetView | null = null
  await expect
    .poll(
      async () => {
        set = await setOf(user)
        const isBusy = ['Reading', 'Running', 'Reverting'].includes(set?.state ?? 'Reading')
        return isBusy || set?.sheets.some(({ state }) => state === 'Reading')
      },
      { timeout: 120_000, interval: 100 },
    )
    .toBe(false)
  if (!set) throw new Error('no set')
  return set
}

async function added(user: User, ...files: readonly { name: string; body: Uint8Array }[]) {
  const sent = await portal.upload(addFiles, user.token, {}, [...files])
  expect(sent).toMatchObject({ status: 200 })
  return settled(user)
}

const standing = ({ sheets }: FileSetView) => sheets.map(({ kind, state }) => `${kind}: ${state}`)
const countOf = async (
  kind: typeof locationKind | typeof businessRelationKind | typeof productKind,
  { token }: User,
) => (await portal.call(kind.list.page, token, page)).body.total

describe('[DAT-002] several files at once', () => {
  it('are recognised, put in order, and take effect one after the other', async () => {
    const user = await (await portal.company()).user()
    const set = await added(user, await workbook('eski.xlsx', pharmacies, customers), products)
    expect(set).toMatchObject({ state: 'Open', actions: { activate: null } })
    expect(standing(set)).toEqual(['businessRelation: Ready', 'location: Waits', 'product: Ready'])
    expect(set.sheets.find(({ kind }) => kind === 'location')).toMatchObject({
      waitsFor: ['businessRelation'],
      rows: 2,
      sheet: 'Eczaneler',
      counts: { faulty: 2 },
    })
    expect(await countOf(locationKind, user)).toBe(0)
    // A double press, and another administrator at the same moment.
    const answers = await Promise.all(
      [1, 2].map(() => portal.call(activateFileSet, user.token, { setId: set.id })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ code: 'FileSetStateWrong' })
    const done = await settled(user)
    expect(standing(done)).toEqual(['businessRelation: Active', 'location: Active', 'product: Active'])
    expect(done).toMatchObject({ state: 'Done' })
    expect(await countOf(locationKind, user)).toBe(2)

    expect(await portal.call(revertFileSet, user.token, { setId: set.id })).toMatchObject({ status: 200 })
    expect(await settled(user)).toMatchObject({ state: 'Reverted' })
    expect([await countOf(locationKind, user), await countOf(businessRelationKind, user)]).toEqual([0, 0])
    expect((await portal.call(closeFileSet, user.token, { setId: set.id })).body).toEqual({ done: true })
    expect(await setOf(user)).toBeNull()
  })

  it('stop where somebody is needed, with what depends on it, and go on with the rest', async () => {
    const user = await (await portal.company()).user()
    const twice = { ...customers, rows: [...customers.rows, ['M3', '', 'Customer', 'İzmir', '']] }
    const set = await added(user, await workbook('eski.xlsx', pharmacies, twice), products)
    await portal.call(activateFileSet, user.token, { setId: set.id })
    const stopped = await settled(user)
    expect(stopped).toMatchObject({ state: 'Stopped' })
    expect(standing(stopped)).toEqual(['businessRelation: Faulty', 'location: Waits', 'product: Active'])
    // The right rows are taken on the page of the change; what needs them goes on.
    const [first] = stopped.sheets
    const taken = await portal.call(businessRelationKind.activate, user.token, {
      changeId: first?.changeId ?? '',
      confirmed: true,
      leaveFaulty: true,
    })
    expect(taken).toMatchObject({ status: 200 })
    expect(standing(await settled(user))).toEqual([
      'businessRelation: Active',
      'location: Ready',
      'product: Active',
    ])
    await portal.call(activateFileSet, user.token, { setId: set.id })
    expect(await settled(user)).toMatchObject({ state: 'Done' })
    expect(await countOf(locationKind, user)).toBe(2)
  })

  it('say what cannot be read or recognised, and let somebody choose', async () => {
    const user = await (await portal.company()).user()
    const set = await added(
      user,
      { name: 'bozuk.xlsx', body: Buffer.from('PK\u0003\u0004 damaged') },
      csv('bilinmeyen.csv', ['Foo', 'Bar'], ['1', '2']),
      csv('boş.csv', ['Kod', 'Ad']),
    )
    expect(standing(set)).toEqual(['null: Unreadable', 'null: LeftOut', 'null: Unreadable'])
    expect(set.sheets[0]).toMatchObject({
      fileName: 'bozuk.xlsx',
      message: expect.any(String),
      mayChoose: false,
    })
    const { rows: why } = await portal.owner.query<{ refusal: string | null }>(
      'select refusal from file_set_sheet where set_id = $1 order by position',
      [set.id],
    )
    expect(why.map(({ refusal }) => refusal)).toEqual(['ExcelDamaged', null, 'FileWithoutRows'])
    expect(set.actions.activate).toEqual(expect.any(String))
    const unknown = set.sheets[1]
    const chosen = await portal.call(chooseSheetKind, user.token, {
      setId: set.id,
      sheetId: unknown?.id ?? '',
      kind: 'location',
    })
    expect(chosen).toMatchObject({ status: 200 })
    expect(standing(await settled(user))).toEqual([
      'location: AssignColumns',
      'null: Unreadable',
      'null: Unreadable',
    ])
    const left = await portal.call(chooseSheetKind, user.token, {
      setId: set.id,
      sheetId: unknown?.id ?? '',
      kind: null,
    })
    expect(left).toMatchObject({ status: 200 })
    expect(standing(await settled(user))).toContain('null: LeftOut')
    const none = { setId: set.id, sheetId: unknown?.id ?? '', kind: 'nothing' }
    expect(await portal.call(chooseSheetKind, user.token, none)).toMatchObject({ status: 404 })
  })

  it('belong to the company: its people share one set, and nobody else knows of it', async () => {
    const company = await portal.company()
    const [one, other] = [await company.user(), await company.user()]
    const sent = await Promise.all(
      [one, other].map(({ token }) => portal.upload(addFiles, token, {}, [products])),
    )
    // Who comes while the first files are being read adds to them.
    expect(sent.map(({ status }) => status)).toEqual([200, 200])
    const set = await settled(one)
    expect(set.sheets).toHaveLength(2)
    expect((await setOf(other))?.id).toBe(set.id)
    const stranger = await (await portal.company()).user()
    expect(await setOf(stranger)).toBeNull()
    for (const call of [activateFileSet, revertFileSet, closeFileSet])
      expect(await portal.call(call, stranger.token, { setId: set.id })).toMatchObject({ status: 404 })
    const clerk = await company.user({ permissions: ['HomePage'] })
    expect(await portal.call(getFileSet, clerk.token, {})).toMatchObject({ status: 403 })
  })

  it('offer only kinds that the reader may import', async () => {
    const company = await portal.company()
    const user = await company.user({
      permissions: ['dataManagement-addFiles', productKind.upload.permission ?? ''],
    })
    const { kinds } = (await portal.call(getFileSet, user.token, {})).body
    expect(kinds).toEqual(['product'])
    const set = await added(user, await workbook('eski.xlsx', customers))
    expect(standing(set)).not.toContain('businessRelation: Ready')
  })

  it('do no more than who applies them may do by hand: the sheet stops and says which right is missing', async () => {
    const company = await portal.company()
    const owner = await company.user()
    const set = await added(owner, products)
    const permissions = [addFiles, activateFileSet].map(({ permission }) => permission ?? '')
    const clerk = await company.user({ permissions })
    await portal.call(activateFileSet, clerk.token, { setId: set.id })
    const stopped = await settled(clerk)
    expect(stopped.state).toBe('Stopped')
    expect(stopped.sheets).toMatchObject([{ kind: 'product', state: 'Stopped', message: expect.any(String) }])
    expect(await countOf(productKind, owner)).toBe(0)
    expect(await portal.call(revertFileSet, clerk.token, { setId: set.id })).toMatchObject({ status: 403 })
    // Who may goes on where it stopped.
    await portal.call(activateFileSet, owner.token, { setId: set.id })
    expect(await settled(owner)).toMatchObject({ state: 'Done' })
    expect(await countOf(productKind, owner)).toBe(1)
  })

  it.each(['en', 'tr', 'de'] as const)(
    'begin with sample data where no file is at hand: %s',
    async (language) => {
      const user = await (await portal.company()).user()
      const taken = await portal.call(addSampleFiles, user.token, {}, { language })
      expect(taken).toMatchObject({ status: 200 })
      const set = await settled(user)
      expect(standing(set)).toEqual([
        'businessRelation: Ready',
        'location: Waits',
        'product: Ready',
        'productVariant: Waits',
        'stockLevel: Waits',
      ])
      await portal.call(activateFileSet, user.token, { setId: set.id })
      expect(await settled(user)).toMatchObject({ state: 'Done' })
      expect([await countOf(locationKind, user), await countOf(productKind, user)]).toEqual([4, 20])
      // One set at a time: the samples are removed without anything else.
      expect(await portal.call(addSampleFiles, user.token, {})).toMatchObject({ status: 409 })
      await portal.call(revertFileSet, user.token, { setId: set.id })
      expect(await settled(user)).toMatchObject({ state: 'Reverted' })
      expect([await countOf(locationKind, user), await countOf(productKind, user)]).toEqual([0, 0])
    },
  )

  it('keep what somebody uses when they are taken back, and say so', async () => {
    const user = await (await portal.company()).user()
    const set = await added(user, await workbook('eski.xlsx', customers))
    await portal.call(activateFileSet, user.token, { setId: set.id })
    await settled(user)
    const own = { ...pharmacies, rows: pharmacies.rows.slice(0, 1) }
    const sent = await portal.upload(locationKind.upload, user.token, { mode: 'Merge' }, [
      await workbook('own.xlsx', own),
    ])
    const proposed = sent.body as ChangeView
    await watch(portal, user.token, String(proposed.jobId))
    const used = await portal.call(locationKind.activate, user.token, {
      changeId: proposed.id,
      confirmed: true,
    })
    expect(used).toMatchObject({ status: 200 })
    await portal.call(revertFileSet, user.token, { setId: set.id })
    const stopped = await settled(user)
    expect(stopped).toMatchObject({ state: 'Stopped' })
    expect(stopped.sheets).toMatchObject([
      { state: 'Stopped', message: expect.stringContaining('Business relations') },
    ])
    expect(await countOf(businessRelationKind, user)).toBe(2)
  })
})
