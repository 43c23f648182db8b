// A morning of the fuel prices from the file of a source to the export that SAP has acknowledged.
import { isWeekend } from '@kervan/contract/kit/days'
import { expect, test, type Page } from '@playwright/test'
import { answered, ask, expectAccessible, signIn } from './portal.ts'
import { languageOfTheDay, wordsOf } from './words.ts'

const company = 'Boğaç Akaryakıt'
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Istanbul' }).format(new Date())
const list = { page: 1, pageSize: 200, sort: [], filters: {}, search: '' }

type Value = { valueDay: string; symbol: string; fuelProduct: string; marketValueState: string }
type Price = { id: string; transferItem: string; terminal: string; yt04State: string }

test(`[LMA-002] [LMA-003] [LMA-006] [LMA-007] a morning goes from the file of a source to the acknowledged export, in ${languageOfTheDay(2)}`, async ({
  page,
  browser,
}) => {
  const language = languageOfTheDay(2)
  const t = wordsOf(language)
  await signIn(page, language, company, 'analyst@bogac.example')

  // Yesterday's file of the demo lacks a product: its quote is brought by hand.
  const { rows: values } = await ask<{ rows: Value[] }>(page, 'Lma/GetMarketValues', list)
  const held = values.find(({ marketValueState }) => marketValueState === 'Held')
  const day = held!.valueDay.replaceAll('-', '')
  await page.goto('/lma/input-data?part=marketFile')
  await page.getByRole('button', { name: t('state.marketWay.Upload'), exact: true }).click()
  const chooser = page.waitForEvent('filechooser')
  await page
    .getByRole('menuitem', { name: t('lma.sources.upload', { source: t('state.priceSource.PLATTS') }) })
    .click()
  await answered(page, 'Lma/UploadMarketFile', async () =>
    (await chooser).setFiles({
      name: 'late.ftp',
      mimeType: 'text/plain',
      buffer: Buffer.from(
        [
          `PlattsMarketData ${day}1741 10511 FINAL     CD  ${day}`,
          `N PUAAJ00h ${day}0000 452.75`,
          `N PUAAJ00l ${day}0000 451.25`,
          '',
        ].join('\n'),
      ),
    }),
  )
  await expect(page.getByRole('grid').getByText('late.ftp')).toBeVisible()
  await expectAccessible(page)

  // The jump of another product is looked at, and left out.
  await page.goto(
    '/lma/input-data?part=marketValue&f=%7B%22marketValueState%22%3A%7B%22in%22%3A%5B%22Held%22%5D%7D%7D',
  )
  const grid = page.getByRole('grid')
  await expect(grid.getByText(t('state.marketValueState.Held')).first()).toBeVisible()
  await grid.getByRole('gridcell').nth(1).click({ button: 'right' })
  await answered(page, 'Lma/DecideMarketValue', () =>
    page.getByRole('menuitem', { name: t('lma.sources.refuse'), exact: true }).click(),
  )

  // On a weekend there is none of today; that of the last weekday waits for its second person.
  await page.goto('/lma/price-expectation')
  if (!isWeekend(today))
    await answered(page, 'Lma/RunExpectation', () =>
      page.getByRole('button', { name: t('lma.expectation.run') }).click(),
    )
  const second = await (await browser.newContext()).newPage()
  await signIn(second, language, company, 'admin@bogac.example')
  const { rows: lines } = await ask<{ rows: { id: string; expectationState: string; runDay: string }[] }>(
    second,
    'Lma/GetExpectations',
    { ...list, sort: [{ column: 'runDay', direction: 'desc' }] },
  )
  await second.goto(
    `/lma/price-expectation?line=${lines.find(({ expectationState }) => expectationState === 'Made')!.id}`,
  )
  const drawer = second.getByRole('dialog').first()
  await expect(drawer.getByRole('table').first()).toBeVisible()
  await expectAccessible(second)
  await answered(second, 'Lma/ApproveExpectation', () =>
    drawer.getByRole('button', { name: t('lma.expectation.approve'), exact: true }).click(),
  )

  // The transfer prices wait for their checker; somebody else approves and exports them.
  const { rows: prices } = await ask<{ rows: Price[] }>(page, 'Lma/GetTransferPrices', list)
  const draft = prices.find(({ yt04State }) => yt04State === 'Draft')!
  const act = async (of: Page, word: string, call: string) => {
    await of.goto(`/lma/transfer-price?price=${draft.id}`)
    await answered(of, `Lma/${call}`, () =>
      of.getByRole('dialog').first().getByRole('button', { name: word, exact: true }).click(),
    )
  }
  await act(page, t('lma.transfer.act.check'), 'CheckTransferBatch')
  await act(second, t('lma.transfer.act.approve'), 'ApproveTransferBatch')
  await act(second, t('lma.transfer.act.export'), 'ExportTransferBatch')
  await act(second, t('lma.transfer.act.acknowledge'), 'AcknowledgeTransferBatch')
  await expect(
    second.getByRole('dialog').first().getByText(t('state.yt04State.Acknowledged')).first(),
  ).toBeVisible()
  await expectAccessible(second)
})
