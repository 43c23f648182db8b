import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tracePackages } from '@kervan/contract/trace/packages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { page } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { transferXml, zipped } from '../../../test/transfer-package.ts'
import { packageExchangeWork } from './drop.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const pallet = [
  {
    label: '086999990000000126',
    type: 'P',
    packs: [{ gtin: '08689999001018', lot: 'B24A07', expiry: '2031-12-31', serials: ['A1', 'A2'] }],
  },
]

async function open({ withGateway = true } = {}) {
  const company = await portal.company()
  const user = await company.user()
  const gateway = withGateway ? await company.user({ type: 'APIUser' }) : null
  const { rows } = await portal.owner.query<{ code: string }>('select code from company where id = $1', [
    company.id,
  ])
  const folder = join(portal.app.services.config.dataDir, 'drop', rows[0]?.code ?? '', 'pts', 'in')
  await mkdir(folder, { recursive: true })
  const drop = async (name: string, body: Buffer, seconds = 60) => {
    await writeFile(join(folder, name), body)
    const at = new Date(Date.now() - seconds * 1_000)
    await utimes(join(folder, name), at, at)
  }
  const look = async () => {
    const { services } = portal.app
    for (let more = true; more;)
      more =
        (
          await services.db.withCompany(company.id, (tx) =>
            packageExchangeWork.run({ tx, services, companyId: company.id, dueAt: new Date() }),
          )
        ).more ?? false
  }
  const listed = async () => (await portal.call(tracePackages.page, user.token, page)).body.rows
  return { folder, gateway, drop, look, listed }
}

describe('[TRC-004] packages by folder', () => {
  it('are taken once for the API user, and moved away, however often they come', async () => {
    const desk = await open()
    const body = zipped(transferXml(pallet))
    await desk.drop('first.zip', body)
    await Promise.all([desk.look(), desk.look()])
    await desk.drop('again.zip', body)
    await desk.look()
    expect(await desk.listed()).toMatchObject([{ fileName: 'first.zip', receivedBy: desk.gateway?.name }])
    const left = await readdir(desk.folder)
    expect(left).toEqual(['taken'])
    expect(await readdir(join(desk.folder, 'taken'))).toHaveLength(2)
  })

  it('wait while they are written, and where nobody may take them', async () => {
    const desk = await open()
    await desk.drop('fresh.zip', zipped(transferXml(pallet)), 0)
    await desk.look()
    const nobody = await open({ withGateway: false })
    await nobody.drop('first.zip', zipped(transferXml(pallet)))
    await nobody.look()
    expect([await desk.listed(), await nobody.listed()]).toEqual([[], []])
    expect(await readdir(nobody.folder)).toEqual(['first.zip'])
  })
})
