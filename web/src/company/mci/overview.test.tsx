import { mciEntityKind, mciFieldKind } from '@kervan/contract/company/mci'
import { downloadEntityTemplate } from '@kervan/contract/company/mci-files'
import { entityOverview, getEntityMapping, getEntitySample } from '@kervan/contract/company/mci-overview'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import MappingPart from './Mapping.tsx'
import Overview from './Overview.tsx'
import Sample from './Sample.tsx'

const entityId = '00000000-0000-4000-8000-000000000001'
const fileId = '00000000-0000-4000-8000-000000000002'
const rights = [
  mciEntityKind.find,
  mciFieldKind.find,
  entityOverview.page,
  getEntitySample,
  getEntityMapping,
  downloadEntityTemplate,
].flatMap(({ permission }) => permission ?? [])

async function begin({
  language = 'en',
  width = 1440,
  over = {},
}: { language?: 'en' | 'de'; width?: number; over?: object } = {}): Promise<MemoryServer> {
  await page.viewport(width, 900)
  const server = await freshPortal({ session: { ...session, PermissionsUI: rights }, language })
  rememberDictionaries(server)
  server.answer(mciEntityKind.find, () => ({
    options: [{ id: entityId, code: 'SAFETY', name: 'Safety stock' }],
    hasMore: false,
  }))
  serveList(server, entityOverview, [
    {
      id: entityId,
      code: 'SAFETY',
      name: 'Safety stock',
      attention: 'ToActivate',
      activeRows: 1200,
      userFileState: 'Succeeded',
      userFileId: fileId,
      erpFileState: null,
      erpFileId: null,
      attentionFileId: fileId,
      missingBaseFields: [],
      activatedAt: '2026-11-20T07:00:00.000Z',
      activatedBy: 'Nil Aksoy',
      dataSource: 'ManageByUserInput',
      purpose: 'Policy',
      orderIndex: 1,
      ...over,
    },
  ])
  const shownField = {
    code: 'Item',
    name: 'Item',
    type: 'Product' as const,
    mandatory: true,
    keyPart: true,
  }
  const fields = [{ ...shownField, id: entityId }]
  server.answer(getEntityMapping, () => ({
    name: 'Safety stock',
    purpose: 'Policy' as const,
    baseFields: [
      { base: 'Product' as const, mandatory: false, field: 'Item' },
      { base: 'Value' as const, mandatory: true, field: null },
    ],
    fields,
    inOrder: false,
  }))
  server.answer(getEntitySample, () => ({
    name: 'Safety stock',
    fields: [shownField],
    sample: [{ values: { Item: 'P-1' } }],
    active: [{ values: { Item: 'A-9' } }],
    activeRows: 1200,
  }))
  return server
}

describe('[MCI-001] the overview', () => {
  test('each figure leads to what it counts', async () => {
    await begin()
    await show(<Overview />)
    const rows = page.getByRole('link', { name: '1,200' })
    await expect.element(rows).toHaveAttribute('href', expect.stringContaining(entityId))
    const attention = page.getByRole('link', { name: 'Waiting for activation' })
    await expect.element(attention).toHaveAttribute('href', expect.stringContaining(fileId))
    await expect.element(page.getByRole('gridcell', { name: 'User only' })).toBeVisible()
    await expectNoAxeFaults()
  })

  test('[MCI-003] names what is missing of the base class, and leads to the mapping', async () => {
    const over = { attention: 'MappingIncomplete', attentionFileId: null, missingBaseFields: ['Value'] }
    await begin({ over })
    await show(<Overview />)
    const attention = page.getByRole('link', { name: 'Mapping incomplete: Value' })
    await expect.element(attention).toHaveAttribute('href', expect.stringContaining('mciMapping'))
    await expect.element(attention).toHaveAttribute('href', expect.stringContaining(entityId))
    await begin({ language: 'de', width: 390, over })
    await show(<Overview />)
    await expect.element(page.getByText('Zuordnung unvollständig: Wert')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await expectNoAxeFaults()
  })

  test('in German, on a telephone', async () => {
    await begin({ language: 'de', width: 390 })
    await show(<Overview />)
    await expect.element(page.getByText(/^Aktiviert .* von Nil Aksoy$/)).toBeVisible()
    await expect.element(page.getByText('Nur Benutzer')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await expectNoAxeFaults()
  })
})

describe('[MCI-003] the mapping', () => {
  test('is a picture that is told in words as well', async () => {
    await begin()
    await show(<MappingPart />)
    await expect.element(page.getByText(/without an assigned field: Value/)).toBeVisible()
    await expect.element(page.getByText(/do not follow the order/)).toBeVisible()
    await expect
      .element(page.getByRole('listitem').filter({ hasText: 'Product: Item (Item)' }))
      .toBeInTheDocument()
    await expect
      .element(
        page
          .getByRole('listitem')
          .filter({ hasText: 'Value (Mandatory): Mandatory, but no field is assigned' }),
      )
      .toBeInTheDocument()
    await expectNoAxeFaults()
  })

  test('is a list on a telephone', async () => {
    await begin({ width: 390 })
    await show(<MappingPart />)
    await expect.element(page.getByRole('link', { name: 'Item (Item)' })).toBeVisible()
    await expectNoAxeFaults()
  })
})

describe('[MCI-001] sample data', () => {
  test('shows made-up rows and active ones, and is downloaded as a workbook', async () => {
    const server = await begin()
    server.answer(downloadEntityTemplate, () => new File(['x'], 'sample.xlsx'))
    await show(<Sample />)
    await expect.element(page.getByRole('cell', { name: 'P-1' })).toBeVisible()
    await expect.element(page.getByRole('cell', { name: 'A-9' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'See all 1,200 rows' })).toBeVisible()
    await page.getByRole('button', { name: 'Download sample' }).click()
    await expect.poll(() => server.sentTo(downloadEntityTemplate)[0]?.input).toMatchObject({ rows: 'Sample' })
    await expectNoAxeFaults()
  })
})
