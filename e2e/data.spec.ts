// What a company keeps of its own data: by form, by file, and back again.
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { expect, test, type Page } from '@playwright/test'
import { writeWorkbook } from '../server/src/kit/excel/write-workbook.ts'
import { answered, expectAccessible, expectDone, signIn } from './portal.ts'
import { languageOfTheDay, wordsOf } from './words.ts'

const address = '/data/data-management?part=locationType'

test(`[DAT-001, DAT-002] a location type is made in its form, changed by a workbook, and that reverted, in ${languageOfTheDay(0)}`, async ({
  page,
}) => {
  const language = languageOfTheDay(0)
  const t = wordsOf(language)
  await signIn(page, language, 'Selvi İlaç', 'admin@selvi.example')
  await page.goto(address)
  const drawer = page.getByRole('dialog')
  const press = (key: string) =>
    page
      .getByRole('button', { name: t(key), exact: true })
      .first()
      .click()

  await expect(page.getByRole('button', { name: t('kind.locationType.new') }).first()).toBeVisible()
  await page.keyboard.press('n')
  await drawer.getByRole('textbox', { name: t('column.code') }).fill('JOURNEY')
  await drawer.getByRole('textbox', { name: t('column.name') }).fill('Journey shop')
  await drawer.getByRole('combobox', { name: t('column.standsFor') }).click()
  await page.getByRole('option', { name: t('state.locationType.OnlineStore'), exact: true }).click()
  await expectAccessible(page)
  await drawer.getByRole('button', { name: t('masterData.save') }).click()
  await expectDone(page, t('masterData.saved'))
  await drawer
    .getByRole('button', { name: t('kit.action.close') })
    .first()
    .click()
  await expect(page.getByRole('grid').getByText('Journey shop')).toBeVisible()

  // The template with the records is what people change and bring back.
  await press('kit.action.more')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: t('masterData.menu.filled') }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.xlsx$/)
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')

  await propose(page, t, [
    [t('column.code'), t('column.name'), t('column.standsFor')],
    ['JOURNEY', 'Journey shop', 'Nowhere'],
  ])
  await expect(page.getByText(/Nowhere/)).toBeVisible()
  await expectAccessible(page)
  await press('masterData.back')

  await propose(page, t, [
    [t('column.code'), t('column.name'), t('column.standsFor')],
    ['JOURNEY', 'Shop from a file', t('state.locationType.OnlineStore')],
    ['JOURNEY2', 'Second from a file', t('state.locationType.OnlineStore')],
  ])
  await expect(page.getByRole('grid').getByText(/Journey shop → Shop from a file/)).toBeVisible()
  await expectAccessible(page)
  await press('masterData.do.activate')
  await expectDone(page, t('masterData.done.activate'))
  const changed = page.url()

  await press('masterData.back')
  await page.getByRole('grid').getByText('JOURNEY', { exact: true }).click()
  await drawer.getByRole('button', { name: t('masterData.tab.history') }).click()
  await expect(drawer.getByText('Shop from a file', { exact: true })).toBeVisible()
  await expect(drawer.getByText(t('state.changeSource.File'), { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.goto(changed)
  await press('masterData.do.revert')
  await answered(page, 'DataManagement/RevertLocationTypeChange', () => press('masterData.ask.revert.action'))
  await expectDone(page, t('masterData.done.revert'))
  await page.goto(address)
  await expect(page.getByRole('grid').getByText('Journey shop')).toBeVisible()
  await expect(page.getByRole('grid').getByText('JOURNEY2')).toHaveCount(0)
})

async function propose(
  page: Page,
  t: (key: string) => string,
  [header = [], ...rows]: readonly (readonly string[])[],
): Promise<void> {
  const columns = header.map((name) => ({ header: name, kind: 'text' as const }))
  await page.getByRole('button', { name: t('masterData.import'), exact: true }).click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'location-types.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await buffer(writeWorkbook({ sheets: [{ name: 'Data', columns, rows }] })),
  })
  await expect(page.getByRole('heading', { name: 'location-types.xlsx' })).toBeVisible()
}
