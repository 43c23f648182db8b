import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ediMessages } from '@kervan/contract/order/edi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, page } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { edifact } from '../../../test/edifact.ts'
import { watch } from '../../../test/watch.ts'
import { ediExchangeWork } from './exchange.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
}, 180_000)
afterAll(() => portal.close())

async function open() {
  const shop = await openShop(portal, { product: { stock: 500 } })
  const { rows } = await portal.owner.query<{ code: string }>('select code from company where id = $1', [
    shop.company.id,
  ])
  const folder = join(portal.app.services.config.dataDir, 'drop', rows[0]?.code ?? '', 'edi')
  await mkdir(join(folder, 'in'), { recursive: true })
  return { shop, folder, gateway: await shop.company.user({ type: 'APIUser' }) }
}
type Desk = Awaited<ReturnType<typeof open>>

async function drop({ folder }: Desk, text: string, name = 'order.edi', seconds = 60): Promise<void> {
  const path = join(folder, 'in', name)
  await writeFile(path, text)
  const at = new Date(Date.now() - seconds * 1_000)
  await utimes(path, at, at)
}

/** Looks until there is nothing more to do, and waits for the jobs that were begun. */
async function look({ shop, gateway }: Desk): Promise<void> {
  const { services } = portal.app
  for (let more = true; more;)
    more =
      (
        await services.db.withCompany(shop.company.id, (tx) =>
          ediExchangeWork.run({ tx, services, companyId: shop.company.id, dueAt: new Date() }),
        )
      ).more ?? false
  const { rows } = await portal.owner.query<{ job_id: string }>(
    'select distinct job_id from edi_message where company_id = $1',
    [shop.company.id],
  )
  for (const { job_id: jobId } of rows) await watch(portal, gateway.token, jobId)
}

const messages = async ({ shop }: Desk) =>
  (await portal.call(ediMessages.page, shop.boss.token, page)).body.rows
const out = ({ folder }: Desk) => readdir(join(folder, 'out')).catch(() => [])

describe('[ORD-023] messages by folder', () => {
  it('are ordered for the API user, moved away, and answered in the folder beside it', async () => {
    const desk = await open()
    await drop(desk, edifact(desk.shop))
    await Promise.all([look(desk), look(desk)])
    await look(desk)
    const [message, ...others] = await messages(desk)
    expect(others).toEqual([])
    expect(message).toMatchObject({
      ediState: 'Accepted',
      ediSource: 'FileDrop',
      recordUser: desk.gateway.name,
    })
    expect(await readdir(join(desk.folder, 'in'))).toEqual(['taken'])
    const [name, ...more] = await out(desk)
    expect(more).toEqual([])
    expect(name).toMatch(/^[0-9a-f]{12}-ORDRSP-PO-9\.edi$/)
    expect(await readFile(join(desk.folder, 'out', name ?? ''), 'latin1')).toContain('BGM+231+')
    await look(desk)
    expect(await out(desk)).toHaveLength(1)
  })

  it('that come again are answered with the first answer, and one that cannot be read with the reason', async () => {
    const desk = await open()
    await drop(desk, edifact(desk.shop))
    await look(desk)
    await drop(desk, edifact(desk.shop), 'again.edi')
    await drop(desk, edifact(desk.shop).slice(0, 120), 'half.edi')
    await look(desk)
    await look(desk)
    const states = (await messages(desk)).map(({ ediState }) => ediState)
    expect(states.toSorted()).toEqual(['Accepted', 'Failed', 'Repeated'])
    const names = await out(desk)
    expect(names.filter((name) => name.endsWith('ORDRSP-PO-9.edi'))).toHaveLength(2)
    const fault = names.find((name) => name.endsWith('half.edi.error.txt')) ?? ''
    expect(await readFile(join(desk.folder, 'out', fault), 'utf8')).toContain('ends too early')
  })

  it('are answered although the answer to another one cannot be written', async () => {
    const desk = await open()
    await drop(desk, edifact(desk.shop), 'first.edi')
    await look(desk)
    await look(desk)
    const [first] = await messages(desk)
    // A file in the place of the answer's own name keeps it from being written again.
    const [name = ''] = await out(desk)
    await rm(join(desk.folder, 'out', name))
    await mkdir(join(desk.folder, 'out', name, 'full'), { recursive: true })
    await portal.owner.query('update edi_message set answered_at = null where id = $1', [first?.id])
    await drop(desk, edifact(desk.shop), 'second.edi')
    await look(desk)
    await look(desk)
    expect((await messages(desk)).map(({ ediState }) => ediState).toSorted()).toEqual([
      'Accepted',
      'Repeated',
    ])
    expect(await out(desk)).toHaveLength(2 + 1)
  })

  it('are left alone while they may still be written', async () => {
    const desk = await open()
    await drop(desk, edifact(desk.shop), 'order.edi', 2)
    await look(desk)
    expect(await messages(desk)).toEqual([])
    expect(await readdir(join(desk.folder, 'in'))).toEqual(['order.edi'])
  })
})
