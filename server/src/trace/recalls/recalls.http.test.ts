import { tracedPacks } from '@kervan/contract/trace/inquiry'
import { liftRecall, startRecall, traceRecalls } from '@kervan/contract/trace/recalls'
import { existing } from '@kervan/contract/kit/typed'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { page } from '../../../test/ordering.ts'
import { newGln } from '../../../test/pharmacy.ts'
import { startPortal, type Portal, type User } from '../../../test/portal.ts'
import { inCompany } from '../../../test/statements.ts'
import { keepMovements } from '../keep-movements.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const gtin = '08689999001018'
const recall = { gtin, lotNumber: 'B24A07', reason: 'Glass particles' }

async function desk() {
  const company = await portal.company()
  const user = await company.user()
  const packOf = (serialNumber: string, lotNumber: string) => ({
    gtin,
    serialNumber,
    lotNumber,
    expiryDate: '2031-12-31',
    movements: [
      {
        declarationId: serialNumber,
        at: '2026-11-01T09:00:00.000Z',
        movement: 'Production',
        fromGln: '8699999000003',
        toGln: null,
        resultCode: '00000',
      },
    ],
  })
  await portal.app.services.db.withCompany(company.id, (tx) =>
    keepMovements(tx, company.id, [packOf('A1', 'B24A07'), packOf('A2', 'B24A08')], 'Its'),
  )
  const statesOf = async (lotNumber: string) =>
    (await portal.call(tracedPacks.page, user.token, { ...page, way: 'LotNumber', lotNumber })).body.rows.map(
      ({ packState, holderGln }) => [packState, holderGln],
    )
  return { company, user, statesOf }
}

describe('[TRC-001] a recall', () => {
  it('makes the packs of its lot Waived, where they are, until it is lifted', async () => {
    const { user, statesOf } = await desk()
    const begun = await portal.call(startRecall, user.token, recall)
    expect(begun.body.packs).toBe(1)
    expect(await statesOf('B24A07')).toEqual([['Waived', '8699999000003']])
    expect(await statesOf('B24A08')).toEqual([['InCentralWarehouse', '8699999000003']])
    const waived = { ...page, way: 'LotNumber' as const, lotNumber: 'B24A07', packState: 'Waived' as const }
    expect((await portal.call(tracedPacks.page, user.token, waived)).body.rows).toHaveLength(1)
    const listed = await portal.call(traceRecalls.page, user.token, page)
    expect(listed.body.rows).toMatchObject([
      {
        lotNumber: 'B24A07',
        recallState: 'Running',
        recallPacks: 1,
        recallPacksOut: 1,
        actions: { lift: null },
      },
    ])
    const lift = { recallId: begun.body.recallId, reason: 'Analysis was clean' }
    const both = await Promise.all([
      portal.call(liftRecall, user.token, lift),
      portal.call(liftRecall, user.token, lift),
    ])
    expect(both.map(({ code }) => code).toSorted()).toEqual(['RecallLifted', null].toSorted())
    expect(await statesOf('B24A07')).toEqual([['InCentralWarehouse', '8699999000003']])
  })

  it('is begun once for a lot, of a GTIN, and is nobody else’s', async () => {
    const { user, company } = await desk()
    const both = await Promise.all([
      portal.call(startRecall, user.token, recall),
      portal.call(startRecall, user.token, recall),
    ])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(both.find(({ status }) => status !== 200)?.code).toBe('RecallTwice')
    const wrong = { ...recall, gtin: '08689999001019' }
    expect((await portal.call(startRecall, user.token, wrong)).code).toBe('RecallGtinWrong')
    const begun = existing(both.find(({ status }) => status === 200)).body
    const lift = { recallId: begun.recallId, reason: 'None of mine' }
    const stranger = await (await portal.company()).user()
    expect((await portal.call(liftRecall, stranger.token, lift)).code).toBe('NotFound')
    const customer = await company.user({ customer: await company.customer() })
    expect((await portal.call(liftRecall, customer.token, lift)).code).toBe('WholeCompanyNeeded')
    expect((await portal.call(traceRecalls.page, customer.token, page)).body.rows).toEqual([])
  })

  it('is told to those who see recalls and to places that have packs of the lot, of their own packs', async () => {
    const { user, company } = await desk()
    const [customer, other] = [await company.customer(), await company.customer()]
    const [mine, elsewhere] = [await company.location(customer), await company.location(other)]
    const [gln, otherGln] = [newGln(), newGln()]
    for (const [location, of] of [
      [mine, gln],
      [elsewhere, otherGln],
    ] as const)
      await inCompany(portal, company.id, 'update location set gln = $3 where company_id = $1 and id = $2', [
        company.id,
        location.id,
        of,
      ])
    const received = (serialNumber: string, toGln: string) => ({
      gtin,
      serialNumber,
      lotNumber: 'B24A07',
      expiryDate: '2031-12-31',
      movements: [
        {
          declarationId: `R${serialNumber}`,
          at: '2026-11-02T09:00:00.000Z',
          movement: 'Receipt',
          fromGln: '8699999000003',
          toGln,
          resultCode: '00000',
        },
      ],
    })
    await portal.app.services.db.withCompany(company.id, (tx) =>
      keepMovements(tx, company.id, [received('A1', gln), received('B2', gln), received('B3', gln)], 'Its'),
    )
    const colleague = await company.user()
    const pharmacist = await company.user({ customer })
    const stranger = await company.user({ customer: other })
    const begun = await portal.call(startRecall, user.token, recall)
    const noticesOf = async (reader: User) =>
      (
        await inCompany(
          portal,
          company.id,
          'select event, facts from notice where company_id = $1 and membership_id = $2 order by created_at',
          [company.id, reader.id],
        )
      ).map(({ event, facts }) => [event, (facts as { lot: string; count?: number }).count ?? null])
    expect(await noticesOf(colleague)).toEqual([['recall.started', null]])
    expect(await noticesOf(pharmacist)).toEqual([['recall.atPlace', 3]])
    expect(await noticesOf(stranger)).toEqual([])
    expect(await noticesOf(user)).toEqual([])
    await portal.call(liftRecall, user.token, { recallId: begun.body.recallId, reason: 'Clean' })
    expect((await noticesOf(pharmacist)).map(([event]) => event)).toEqual([
      'recall.atPlace',
      'recall.liftedAtPlace',
    ])
  })
})
