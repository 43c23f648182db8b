import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entityFiles } from '@kervan/contract/company/mci-files'
import { activateMciFile, mciRows, openMciDesk, type MciDesk } from '../../test/mci.ts'
import { startPortal, type Portal } from '../../test/portal.ts'
import { watch } from '../../test/watch.ts'
import { fileDropWork } from './file-drop.ts'

// Files of MCI entities that another system puts into the drop folder, from the folder to the IO log and the rows.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

async function folderOf({ company }: MciDesk): Promise<string> {
  const { rows } = await portal.owner.query<{ code: string }>('select code from company where id = $1', [
    company.id,
  ])
  return join(portal.app.services.config.dataDir, 'drop', rows[0]?.code ?? '', 'mci')
}

async function drop(desk: MciDesk, text: string, { entity = 'SAFETY', name = 'stock.csv' } = {}) {
  const folder = join(await folderOf(desk), entity)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), text)
  const at = new Date(Date.now() - 60_000)
  await utimes(join(folder, name), at, at)
}

async function look({ company }: MciDesk): Promise<Record<string, number>> {
  const { services } = portal.app
  for (;;) {
    const { counts, more } = await services.db.withCompany(company.id, (tx) =>
      fileDropWork.run({ tx, services, companyId: company.id, dueAt: new Date() }),
    )
    if (!more) return counts
  }
}

/** The IO log of the company, newest first, once the files have been read. */
async function log({ company, user }: MciDesk) {
  const { rows } = await portal.owner.query<{ job_id: string }>(
    'select job_id from mci_file where company_id = $1',
    [company.id],
  )
  for (const { job_id: jobId } of rows) await watch(portal, user.token, jobId)
  const page = { page: 1, pageSize: 50, sort: [], filters: {}, search: '', entityId: null }
  return (await portal.call(entityFiles.page, user.token, page)).body.rows
}

describe('[DAT-002] [MCI-002] a file of an MCI entity in the drop folder', () => {
  it("is the ERP's input, is read and waits for activation, and is moved away under its id", async () => {
    const desk = await openMciDesk(portal, 'ManageByMergedInputs')
    await drop(desk, `Item;Pieces\n${desk.product};12\n`, { entity: 'safety' })
    await Promise.all([look(desk), look(desk)])
    const [file, ...others] = await log(desk)
    expect(others).toEqual([])
    expect(file).toMatchObject({ fileName: 'stock.csv', mciInput: 'Erp', state: 'Succeeded', rows: 1 })
    expect(await readdir(join(await folderOf(desk), 'safety', 'taken'))).toEqual([`${file?.id}-stock.csv`])
    expect((await mciRows(desk)).rows).toEqual([])
    expect((await activateMciFile(desk, file?.id ?? '')).status).toBe(200)
    expect((await mciRows(desk)).rows).toMatchObject([{ values: { Item: desk.product, Pieces: 12 } }])
  })

  it('with the same bytes again is moved away while the first waits, and is read again after it', async () => {
    const desk = await openMciDesk(portal)
    const text = `Item;Pieces\n${desk.product};12\n`
    await drop(desk, text)
    await look(desk)
    const [first] = await log(desk)
    expect(first).toMatchObject({ mciInput: 'User', state: 'Succeeded' })
    await drop(desk, text, { name: 'again.csv' })
    await look(desk)
    expect(await log(desk)).toHaveLength(1)
    await activateMciFile(desk, first?.id ?? '')
    await drop(desk, text, { name: 'third.csv' })
    await look(desk)
    expect((await log(desk)).map(({ state }) => state)).toEqual(['Succeeded', 'Active'])
  })

  it('with faults stands in the IO log; of an unknown entity it stays where it is', async () => {
    const desk = await openMciDesk(portal)
    await drop(desk, 'Item;Pieces\nNOWHERE;many\n')
    await drop(desk, 'Item;Pieces\n', { entity: 'SHIPS' })
    expect(await look(desk)).toEqual({ filesLeft: 0, filesOfUnknownKind: 1 })
    expect(await log(desk)).toMatchObject([{ state: 'ValidationFailed', rows: 0, faulty: 1 }])
    expect(await readdir(join(await folderOf(desk), 'SHIPS'))).toEqual(['stock.csv'])
  })
})
