import { exportEpcis } from '@kervan/contract/trace/inquiry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { inCompany } from '../../../test/statements.ts'
import { keepMovements } from '../keep-movements.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

describe('[TRC-003] the answer of a trace inquiry', () => {
  it('is saved as events of EPCIS 2.0, each once however often its movement was told', async () => {
    const company = await portal.company()
    const [user, stranger] = [await company.user(), await (await portal.company()).user()]
    const pack = {
      gtin: '08689999001018',
      serialNumber: '7K2M9QX41B',
      lotNumber: 'B24A07',
      expiryDate: '2031-12-31',
      movements: [
        {
          declarationId: '1',
          at: '2026-11-01T09:00:00.000Z',
          movement: 'Production',
          fromGln: '8699999000003',
          toGln: null,
          resultCode: '00000',
        },
      ],
    }
    const keep = () =>
      portal.app.services.db.withCompany(company.id, (tx) => keepMovements(tx, company.id, [pack], 'Its'))
    await keep()
    await keep()
    const asked = { way: 'SerialNumber' as const, serialNumber: '7K2M9QX41B', packId: null }
    const saved = async (token: string) => {
      const answer = await portal.call(exportEpcis, token, asked)
      return (
        typeof answer.body === 'string' || Buffer.isBuffer(answer.body)
          ? JSON.parse(String(answer.body))
          : answer.body
      ) as {
        schemaVersion: string
        epcisBody: { eventList: { bizStep: string; eventID: string; epcList: string[] }[] }
      }
    }
    const document = await saved(user.token)
    expect(document.schemaVersion).toBe('2.0')
    expect(document.epcisBody.eventList).toMatchObject([
      { bizStep: 'commissioning', epcList: ['https://id.gs1.org/01/08689999001018/21/7K2M9QX41B'] },
    ])
    expect(document.epcisBody.eventList[0]?.eventID).toMatch(/^ni:\/\/\/sha-256;[0-9a-f]{64}\?ver=CBV2\.0$/)
    expect((await saved(stranger.token)).epcisBody.eventList).toEqual([])
    await inCompany(
      portal,
      company.id,
      `insert into trace_pack (company_id, id, gtin, serial_number, lot_number, state)
       select $1, gen_random_uuid(), '08689999001018', 'M' || n, 'MANY', 'Other' from generate_series(1, 5001) n`,
      [company.id],
    )
    const many = { way: 'LotNumber' as const, lotNumber: 'MANY', packId: null }
    expect((await portal.call(exportEpcis, user.token, many)).code).toBe('TraceTooManyPacks')
  })
})
