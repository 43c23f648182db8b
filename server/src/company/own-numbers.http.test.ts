import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locationKind } from '@kervan/contract/company/locations'
import { saveProductMatrix } from '@kervan/contract/company/product-matrix'
import { productVariantKind } from '@kervan/contract/company/products'
import { saveApprovalRule } from '@kervan/contract/data/data-log'
import type { ChangeView } from '@kervan/contract/kit/master-change'
import { startPortal, type Company, type Portal, type User } from '../../test/portal.ts'
import { watch } from '../../test/watch.ts'

// One place one GLN, one trade item one GTIN, on every way in: form, matrix, file, delivery; and what old data have twice.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const gln = '8680000000051'
const otherGln = '8680001084302'
const place = (code: string, over: object = {}) => ({
  code,
  name: `Place ${code}`,
  locationType: 'PrimaryPointOfSales' as const,
  city: 'Ankara',
  district: 'Çankaya',
  country: 'TR',
  status: 'Active',
  blacklisted: false,
  breakdownState: 'AutoActive',
  properties: {},
  ...over,
})

type Desk = { company: Company; user: User; savePlace: (values: object, over?: object) => Promise<Saved> }
type Saved = {
  status: number
  code?: string
  refused: unknown
  body: { id: string; version: number; changeId: string | null }
}

async function open(): Promise<Desk> {
  const company = await portal.company()
  const user = await company.user()
  return {
    company,
    user,
    savePlace: (values, over = {}) =>
      portal.call(locationKind.save, user.token, {
        id: null,
        version: null,
        confirmed: true,
        values,
        ...over,
      } as never) as Promise<Saved>,
  }
}

async function importFile({ user }: Desk, text: string): Promise<ChangeView> {
  const sent = await portal.upload(locationKind.upload, user.token, { mode: 'Merge' }, [
    { name: 'places.csv', body: text },
  ])
  const { id, jobId } = sent.body as ChangeView
  await watch(portal, user.token, jobId as string)
  return (await portal.call(locationKind.getChange, user.token, { changeId: id })).body
}

async function issuesOf({ user }: Desk, changeId: string): Promise<string[]> {
  const { body } = await portal.call(locationKind.changeRows.page, user.token, {
    page: 1,
    pageSize: 50,
    sort: [],
    filters: {},
    search: '',
    changeId,
  })
  return body.rows.map(({ record, message }) => `${record.split(' ')[0]}: ${message ?? ''}`)
}

const file = (...rows: [code: string, gln: string][]) =>
  [
    'Code;Name;Location type;City;District;GLN',
    ...rows.map(([code, number]) => `${code};Place ${code};Primary point of sale;Ankara;Çankaya;${number}`),
  ].join('\n')

describe('[LOC-002] a GLN belongs to one location', () => {
  it('in the form, which names the other one, and stays with it when saved again', async () => {
    const desk = await open()
    const { body: made } = await desk.savePlace(place('E002', { gln }))
    expect(await desk.savePlace(place('X2', { gln }))).toMatchObject({
      status: 422,
      code: 'RecordInvalid',
      refused: {
        Facts: {
          issues: [
            { field: 'gln', code: 'NumberTaken', message: `${gln} already belongs to E002 – Place E002.` },
          ],
        },
      },
    })
    const again = await desk.savePlace(place('E002', { gln, city: 'Adana' }), { id: made.id, version: 1 })
    expect(again).toMatchObject({ status: 200, body: { version: 2 } })
  })

  it('of two saved at the same moment one is kept', async () => {
    const desk = await open()
    const answers = await Promise.all(['A', 'B', 'C'].map((code) => desk.savePlace(place(code, { gln }))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { rows } = await portal.owner.query(
      'select code from location where company_id = $1 and gln = $2',
      [desk.company.id, gln],
    )
    expect(rows).toHaveLength(1)
  })

  it('in a file: against the records and within it, each row told; moved from one to another it is taken', async () => {
    const desk = await open()
    await desk.savePlace(place('E002', { gln }))
    await desk.savePlace(place('E003', { gln: otherGln }))
    const faulty = await importFile(desk, file(['X2', gln], ['Y1', '8680001084319'], ['Y2', '8680001084319']))
    expect(faulty).toMatchObject({ state: 'ValidationFailed', counts: { added: 1, faulty: 2 } })
    expect(await issuesOf(desk, faulty.id)).toEqual([
      expect.stringContaining('belongs to E002'),
      'Y1: ',
      expect.stringContaining('already used for Y1 – Place Y1 in row 3'),
    ])
    const swapped = await importFile(desk, file(['E002', otherGln], ['E003', gln]))
    expect(swapped).toMatchObject({ state: 'Succeeded', counts: { changed: 2, faulty: 0 } })
    const active = await portal.call(locationKind.activate, desk.user.token, {
      changeId: swapped.id,
      confirmed: true,
    })
    expect(active).toMatchObject({ status: 200, body: { state: 'Active' } })
  })

  it('in a delivery: the rows that are fine take effect', async () => {
    const desk = await open()
    await desk.savePlace(place('E002', { gln }))
    const { body } = await portal.call(locationKind.deliver, desk.user.token, {
      rows: [place('N1', { gln: otherGln }), place('N2', { gln }), place('N3', { gln: otherGln })],
    })
    expect(body.rows.map(({ action }) => action)).toEqual(['Added', 'Faulty', 'Faulty'])
  })

  it('is asked again when what has waited for a second person takes effect', async () => {
    const desk = await open()
    const second = await desk.company.user({ like: desk.user })
    await portal.call(saveApprovalRule, desk.user.token, { kind: 'location', steps: 'Approver', version: 0 })
    const [one, two] = [await desk.savePlace(place('A', { gln })), await desk.savePlace(place('B', { gln }))]
    const decide = (changeId: string | null) =>
      portal.call(locationKind.decide, second.token, {
        changeId: changeId ?? '',
        decision: 'Approve',
        comment: '',
        confirmed: true,
      })
    expect(await decide(one.body.changeId)).toMatchObject({ body: { state: 'Active' } })
    expect(await decide(two.body.changeId)).toMatchObject({
      body: { state: 'ReValidate', counts: { added: 0, faulty: 1 } },
    })
    expect(await issuesOf(desk, two.body.changeId ?? '')).toEqual([
      expect.stringContaining('already belongs to A – Place A'),
    ])
  })

  it('what old data have twice can be edited, and is mended by giving one of them another', async () => {
    const desk = await open()
    const one = await desk.savePlace(place('A', { gln }))
    const two = await desk.savePlace(place('B'))
    await portal.owner.query('update location set gln = $2 where company_id = $1', [desk.company.id, gln])
    const edited = await desk.savePlace(place('B', { gln, city: 'Adana' }), { id: two.body.id, version: 1 })
    expect(edited).toMatchObject({ status: 200, body: { version: 2 } })
    const mended = await desk.savePlace(place('A', { gln: otherGln }), { id: one.body.id, version: 1 })
    expect(mended).toMatchObject({ status: 200 })
    expect(await desk.savePlace(place('A', { gln }), { id: one.body.id, version: 2 })).toMatchObject({
      status: 422,
    })
  })
})

describe('[PRD-002] a GTIN belongs to one variant', () => {
  const gtin = '08689901000443'
  const short = '8689901000443'

  it('compared without leading zeros, in form, delivery and matrix', async () => {
    const desk = await open()
    const product = await desk.company.product({ variants: 2 })
    const [first, second] = product.variants as [{ code: string; id: string }, { code: string; id: string }]
    const deliver = (code: string, number: string) =>
      portal.call(productVariantKind.deliver, desk.user.token, {
        rows: [{ product: product.code, code, gtin: number }],
      })
    expect((await deliver(first.code, gtin)).body.rows).toMatchObject([{ action: 'Changed' }])
    expect((await deliver(second.code, short)).body.rows).toMatchObject([
      {
        action: 'Faulty',
        issues: [{ field: 'gtin', message: `${short} already belongs to ${first.code}.` }],
      },
    ])
    const form = await portal.call(productVariantKind.save, desk.user.token, {
      id: second.id,
      version: 1,
      confirmed: true,
      values: { product: product.code, code: second.code, gtin, status: 'Active', sortOrder: 0 } as never,
    })
    expect(form).toMatchObject({ status: 422, refused: { Facts: { issues: [{ field: 'gtin' }] } } })
    const matrix = await portal.call(saveProductMatrix, desk.user.token, {
      productId: product.id,
      rows: [
        {
          id: second.id,
          version: 1,
          code: second.code,
          color: null,
          size: null,
          gtin: short,
          status: 'Active',
        },
      ] as never,
    })
    expect(matrix).toMatchObject({
      status: 422,
      refused: { Facts: { issues: [{ field: 'rows.0.gtin', code: 'NumberTaken' }] } },
    })
    // The same number written with or without its zeros is no other one.
    expect((await deliver(first.code, short)).body.rows).toMatchObject([{ action: 'Changed' }])
  })
})
