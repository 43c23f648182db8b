import { getPackPlaces, getPackTrace, readTraceCodes, tracedPacks } from '@kervan/contract/trace/inquiry'
import { getPackage, packagePacks, tracePackages, uploadPackage } from '@kervan/contract/trace/packages'
import { existing } from '@kervan/contract/kit/typed'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { page } from '../../test/ordering.ts'
import { dataMatrix } from '../../test/pharmacy.ts'
import { startPortal, type Company, type Portal, type User } from '../../test/portal.ts'
import { inCompany } from '../../test/statements.ts'
import { transferXml, zipped } from '../../test/transfer-package.ts'
import { translate } from '../kit/messages.ts'
import { keepMovements } from './keep-movements.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const [maker, warehouse, pharmacy] = ['8699999000003', '8689999200015', '8689999100018']
const gtin = '08689999001018'
const sscc = '086999990000000126'
const list = { gtin, lot: 'B24A07', expiry: '2031-12-31', serials: ['A1', 'A2'] }
const pallet = [
  {
    label: sscc,
    type: 'P',
    carriers: [
      { label: 'CASE-1', packs: [list] },
      { label: 'CASE-2', packs: [{ ...list, serials: ['A3'] }] },
    ],
  },
]

type Desk = { company: Company; user: User }
async function openDesk(): Promise<Desk> {
  const company = await portal.company()
  return { company, user: await company.user() }
}

/** Sends a package and waits until it is read. */
async function send({ user }: Desk, body: Buffer, name = 'package.zip') {
  const sent = await portal.upload(uploadPackage, user.token, {}, [{ name, body }])
  expect(sent.status).toBe(200)
  const id = (sent.body as { packageId: string }).packageId
  const look = () => portal.call(getPackage, user.token, { packageId: id })
  await expect
    .poll(async () => (await look()).body.packageState, { interval: 50, timeout: 60_000 })
    .not.toBe('Reading')
  return { id, tree: (await look()).body }
}
const ask = async ({ user }: Desk, asked: object) =>
  portal.call(tracedPacks.page, user.token, { ...page, ...asked } as never)

describe('[TRC-004] a package', () => {
  it('is read into pallets, cases and packs, and searched by its document', async () => {
    const desk = await openDesk()
    const { id, tree } = await send(desk, zipped(transferXml(pallet)))
    expect(tree).toMatchObject({
      documentNumber: 'D-1',
      packageState: 'Read',
      carriers: [
        { no: 1, parent: null, label: sscc, packs: 0 },
        { no: 2, parent: 1, label: 'CASE-1', packs: 2 },
        { no: 3, parent: 1, label: 'CASE-2', packs: 1 },
      ],
      loosePacks: 0,
    })
    const inCase = await portal.call(packagePacks.page, desk.user.token, {
      ...page,
      packageId: id,
      carrierNo: 2,
    })
    expect(inCase.body.rows.map(({ serialNumber }) => serialNumber)).toEqual(['A1', 'A2'])
    const listed = await portal.call(tracePackages.page, desk.user.token, page)
    expect(listed.body.rows).toMatchObject([
      {
        documentNumber: 'D-1',
        packCount: 3,
        carrierCount: 3,
        ptsAction: 'Dispatch',
        sourceGln: maker,
        problem: null,
      },
    ])
    const found = await ask(desk, { way: 'PtsDocument', documentNumber: 'D-1' })
    expect(found.body.rows).toHaveLength(3)
    expect(found.body.rows[0]).toMatchObject({
      packState: 'InTransit',
      holderGln: maker,
      pendingGln: warehouse,
    })
  })

  it('that is faulty leaves a sentence and no pack', async () => {
    const desk = await openDesk()
    const wrong = transferXml(pallet).replace('<serialNumber>A3', '<serialNumber>A 3')
    const { tree } = await send(desk, zipped(wrong))
    expect(tree).toMatchObject({ packageState: 'Faulty', carriers: [], loosePacks: 0 })
    expect(tree.problem).toBe(translate('en', 'trace.packageFault.SerialWrong', { found: 'A 3' }))
    expect((await ask(desk, { way: 'SerialNumber', serialNumber: 'A1' })).body.rows).toEqual([])
  })

  it('counts once, however often it is sent; one that was faulty may be sent again', async () => {
    const desk = await openDesk()
    const body = zipped(transferXml(pallet))
    await send(desk, body)
    const again = await portal.upload(uploadPackage, desk.user.token, {}, [{ name: 'again.zip', body }])
    expect(again).toMatchObject({ status: 409, body: { ErrorCode: 'PackageTwice' } })
    const other = await openDesk()
    const at = await Promise.all(
      [1, 2].map(() => portal.upload(uploadPackage, other.user.token, {}, [{ name: 'p.zip', body }])),
    )
    expect(at.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('is nothing that a stranger finds', async () => {
    const desk = await openDesk()
    const { id } = await send(desk, zipped(transferXml(pallet)))
    const stranger = await openDesk()
    expect(await portal.call(getPackage, stranger.user.token, { packageId: id })).toMatchObject({
      code: 'NotFound',
    })
    expect((await ask(stranger, { way: 'PtsDocument', documentNumber: 'D-1' })).body.rows).toEqual([])
  })
})

describe('[TRC-001] packs are asked for', () => {
  const moved = (at: string, movement: string, fromGln: string | null, toGln: string | null, id: string) => ({
    declarationId: id,
    at,
    movement,
    fromGln,
    toGln,
    resultCode: '00000',
  })
  async function withPacks(): Promise<Desk> {
    const desk = await openDesk()
    const { services } = portal.app
    await services.db.withCompany(desk.company.id, (tx) =>
      keepMovements(
        tx,
        desk.company.id,
        ['X1', 'X2', 'X3'].map((serialNumber, at) => ({
          gtin,
          serialNumber,
          lotNumber: at === 2 ? 'OTHER' : 'B24A07',
          expiryDate: '2031-12-31',
          movements: [
            moved('2026-05-01T06:00:00.000Z', 'Production', maker, null, '1'),
            moved('2026-05-02T06:00:00.000Z', 'Dispatch', maker, warehouse, '2'),
            ...(at === 0 ? [] : [moved('2026-05-03T06:00:00.000Z', 'Receipt', maker, warehouse, '3')]),
          ],
        })),
        'Its',
      ),
    )
    return desk
  }
  const serialsOf = async (desk: Desk, asked: object) =>
    (await ask(desk, asked)).body.rows
      .map(({ serialNumber }: { serialNumber: string }) => serialNumber)
      .toSorted()

  it('by data matrix, location, serial number and lot, each narrowed by the state', async () => {
    const desk = await withPacks()
    const codes = ['X1', 'X2', 'NEVER'].map((serial) => dataMatrix({ gtin, serial })).join('\n')
    expect(await serialsOf(desk, { way: 'DataMatrix', dataMatrices: codes })).toEqual(['X1', 'X2'])
    expect(await serialsOf(desk, { way: 'DataMatrix', dataMatrices: codes, packState: 'InTransit' })).toEqual(
      ['X1'],
    )
    expect(await serialsOf(desk, { way: 'Location', location: warehouse, packState: 'ReadyToSell' })).toEqual(
      ['X2', 'X3'],
    )
    expect(await serialsOf(desk, { way: 'SerialNumber', serialNumber: 'X3' })).toEqual(['X3'])
    expect(await serialsOf(desk, { way: 'LotNumber', lotNumber: 'B24A07' })).toEqual(['X1', 'X2'])
  })

  it.each([
    ['DataMatrix', 'dataMatrices', {}],
    ['Location', 'location', { packState: 'ReadyToSell' }],
    ['Location', 'packState', { location: warehouse }],
    ['SerialNumber', 'serialNumber', {}],
    ['LotNumber', 'lotNumber', { lotNumber: ' ' }],
    ['PtsDocument', 'documentNumber', {}],
  ])('%s not without %s', async (way, field, given) => {
    const answer = await ask(await openDesk(), { way, ...given })
    expect(answer).toMatchObject({ status: 422, code: 'TraceFieldRequired' })
    expect(answer.refused).toMatchObject({ Facts: { traceField: field } })
  })

  it('with 500 codes at most, each line with what it is', async () => {
    const desk = await withPacks()
    const dataMatrices = [
      dataMatrix({ gtin, serial: 'X1' }),
      '',
      'nonsense',
      dataMatrix({ gtin, serial: 'NEVER' }),
    ].join('\n')
    const { body } = await portal.call(readTraceCodes, desk.user.token, { dataMatrices })
    expect(body.lines).toMatchObject([
      { line: 1, serialNumber: 'X1', isKnown: true, message: null },
      { line: 3, serialNumber: null, isKnown: false },
      { line: 4, serialNumber: 'NEVER', isKnown: false, message: null },
    ])
    const many = Array.from({ length: 501 }, (_, at) => dataMatrix({ gtin, serial: `M${at}` })).join('\n')
    expect(await ask(desk, { way: 'DataMatrix', dataMatrices: many })).toMatchObject({
      code: 'TraceTooManyCodes',
    })
  })

  it('[TRC-002] [TRC-003] and one is opened with where it stood, as what, and how it moved', async () => {
    const desk = await withPacks()
    await inCompany(
      portal,
      desk.company.id,
      `insert into trace_place (company_id, gln, name, type, city) values ($1, $2, 'Maker', 'Manufacturer', 'Gebze'), ($1, $3, 'Depot', 'PharmaceuticalWarehouse', 'Ankara')`,
      [desk.company.id, maker, warehouse],
    )
    const [found] = (await ask(desk, { way: 'SerialNumber', serialNumber: 'X2' })).body.rows
    const { body } = await portal.call(getPackTrace, desk.user.token, {
      packId: existing(found as { id: string }).id,
    })
    expect(body).toMatchObject({
      packState: 'ReadyToSell',
      receiver: null,
      stays: [
        {
          place: { gln: maker, name: 'Maker', locationType: 'Manufacturer' },
          from: '2026-05-01T06:00:00.000Z',
          to: '2026-05-03T06:00:00.000Z',
        },
        { place: { gln: warehouse, name: 'Depot', locationType: 'PharmaceuticalWarehouse' }, to: null },
      ],
      movements: [
        { movement: 'Production' },
        { movement: 'Dispatch' },
        { movement: 'Receipt', contradiction: null, source: 'Its' },
      ],
      packages: [],
    })
    const stranger = await openDesk()
    expect(await portal.call(getPackTrace, stranger.user.token, { packId: body.id })).toMatchObject({
      code: 'NotFound',
    })
  })

  it('[TRC-003] and an answer says where its packs are and how they moved together', async () => {
    const desk = await withPacks()
    const asked = { way: 'LotNumber', lotNumber: 'B24A07' } as const
    const { body } = await portal.call(getPackPlaces, desk.user.token, asked)
    expect(body).toMatchObject({
      packs: 2,
      isComplete: true,
      ways: [{ from: maker, to: warehouse, packs: 2, isOpen: true }],
      steps: [
        { day: '2026-05-01', movement: 'Production', from: { gln: maker }, to: null, packs: 2 },
        { day: '2026-05-02', movement: 'Dispatch', to: { gln: warehouse }, packs: 2 },
        { day: '2026-05-03', movement: 'Receipt', packs: 1 },
      ],
    })
    const at = new Map(body.places.map(({ gln, here, underWay }) => [gln, [here, underWay]]))
    expect(at.get(maker)).toEqual([0, 0])
    expect(at.get(warehouse)).toEqual([1, 1])
    const stranger = await openDesk()
    const { body: nothing } = await portal.call(getPackPlaces, stranger.user.token, asked)
    expect(nothing).toMatchObject({ packs: 0, places: [], ways: [], steps: [] })
    expect(await portal.call(getPackPlaces, desk.user.token, { way: 'LotNumber' })).toMatchObject({
      code: 'TraceFieldRequired',
    })
  })

  it('and an event that is told twice has no effect', async () => {
    const desk = await withPacks()
    const { services } = portal.app
    const once = { gtin, serialNumber: 'X2', lotNumber: null, expiryDate: null }
    const movements = [
      moved('2026-05-03T06:00:00.000Z', 'Receipt', maker, warehouse, '3'),
      moved('2026-05-04T06:00:00.000Z', 'Dispatch', warehouse, pharmacy, '4'),
    ]
    for (const _ of [1, 2])
      await services.db.withCompany(desk.company.id, (tx) =>
        keepMovements(tx, desk.company.id, [{ ...once, movements }], 'Its'),
      )
    const [found] = (await ask(desk, { way: 'SerialNumber', serialNumber: 'X2' })).body.rows
    expect(found).toMatchObject({ packState: 'InTransit', lotNumber: 'B24A07', pendingGln: pharmacy })
    const { body } = await portal.call(getPackTrace, desk.user.token, {
      packId: existing(found as { id: string }).id,
    })
    expect(body.movements).toHaveLength(4)
  })
})
