import { expect, test, type Page } from '@playwright/test'
import { drawScreenshot, madeUpPack, madeUpShot } from '../server/src/porta/demo/screenshots.ts'
import { Random } from '../server/src/demo/random.ts'
import { ask, expectAccessible, expectDone, signIn } from './portal.ts'
import { languageOfTheDay, wordsOf } from './words.ts'

const company = 'Selvi İlaç'

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

type Words = ReturnType<typeof wordsOf>
type Place = { name: string; gln: string; paymentLocations: { name: string }[] }

/** Applies for the discount on a pack with a picture of its sale, and waits until the picture was read. */
async function applied(
  pharmacist: Page,
  t: Words,
  pack: NonNullable<NonNullable<Parameters<typeof madeUpShot>[1]>['pack']>,
  place: Place,
): Promise<{ id: string; requestCode: string }> {
  const shot = madeUpShot(new Random(7), {
    pharmacyGln: place.gln,
    pack,
    hasCode: true,
    patient: null,
    declaredAt: `${day(-1)}T12:00:00`,
  })

  await pharmacist.goto('/order/my-institutional-discount-requests')
  await pharmacist.getByRole('button', { name: t('porta.new.open'), exact: true }).click()
  const form = pharmacist.getByRole('dialog', { name: t('porta.new.title') })
  const expiry = pack.expiryDate.slice(2).replaceAll('-', '')
  await form
    .getByRole('textbox', { name: t('column.dataMatrix') })
    .fill(`01${pack.gtin}21${pack.serialNumber}\u001d17${expiry}10${pack.lot}`)
  await expect(form.getByText(pack.serialNumber).last()).toBeVisible()
  await form
    .locator('input[type=file][multiple]')
    .setInputFiles({ name: 'sale.png', mimeType: 'image/png', buffer: await drawScreenshot(shot) })
  await expect(form.getByText('sale.png')).toBeVisible()
  await form.getByRole('combobox', { name: t('column.paymentLocationName') }).click()
  await pharmacist.getByRole('option', { name: place.paymentLocations[0]!.name }).click()
  await expectAccessible(pharmacist)
  await form.getByRole('button', { name: t('porta.new.send'), exact: true }).click()
  await expect(form).toHaveCount(0)

  // The picture is read beside; the request is Pending once it shows the pack.
  const found = async () => {
    const { rows: pending } = await ask<{
      rows: { id: string; requestCode: string; requestState: string }[]
    }>(pharmacist, 'MyPromotionRequests/GetRequests', {
      from: day(-1),
      to: day(1),
      tab: 'pending',
      page: 1,
      pageSize: 50,
      sort: [],
      filters: {},
      search: pack.serialNumber,
    })
    return pending[0] ?? null
  }
  await expect.poll(async () => (await found())?.requestState, { timeout: 120_000 }).toBe('Pending')
  return (await found())!
}

test('[DSC-004, DSC-006, DSC-011, DSC-016] a pack goes from the scanned code to the receipt of the warehouse', async ({
  browser,
}) => {
  const t = wordsOf(languageOfTheDay(0))
  const pharmacist = await (await browser.newContext()).newPage()
  await signIn(pharmacist, languageOfTheDay(0), company, 'pharmacy@selvi.example')
  const { pointsOfSale } = await ask<{ pointsOfSale: Place[] }>(
    pharmacist,
    'MyPromotionRequests/GetApplicationSetup',
    {},
  )
  const { rows } = await ask<{ rows: { gtin: string }[] }>(pharmacist, 'MyPromotionRequests/GetRequests', {
    from: day(-80),
    to: day(1),
    tab: 'closed',
    page: 1,
    pageSize: 50,
    sort: [],
    filters: {},
    search: '',
  })
  const [place, known] = [pointsOfSale[0]!, rows[0]!]
  const pack = { ...madeUpPack(new Random(Date.now() % 100_000)), gtin: known.gtin, resultCode: '00000' }
  const { id, requestCode } = await applied(pharmacist, t, pack, place)

  const reviewer = await (await browser.newContext()).newPage()
  await signIn(reviewer, languageOfTheDay(0), company, 'reviewer@selvi.example')
  await reviewer.goto(`/order/institutional-discount-requests?tab=pending&request=${id}`)
  const drawer = reviewer.getByRole('dialog', { name: requestCode })
  await expect(drawer.getByRole('table')).toBeVisible()
  await expectAccessible(reviewer)
  await reviewer.keyboard.press('a')
  await reviewer
    .getByRole('dialog', { name: t('porta.approve.titleOne', { name: requestCode }) })
    .getByRole('button', { name: t('porta.approve.action', { count: 1, amount: '1' }) })
    .click()
  await expectDone(reviewer, t('porta.approve.done', { count: 1, amount: '1' }))

  await reviewer.goto('/order/institutional-discount-requests?tab=reports')
  await reviewer.getByRole('button', { name: t('porta.reports.now') }).click()
  await expect
    .poll(
      async () => {
        const shown = await ask<{ receipt: string | null; requestState: string }>(
          reviewer,
          'PromotionManagement/GetRequest',
          { requestId: id },
        )
        return shown.receipt === null ? null : shown.requestState
      },
      { timeout: 120_000 },
    )
    .toBe('ApplicationOnThirdPartyDomain')
  await pharmacist.goto(`/order/my-institutional-discount-requests?tab=closed&request=${id}`)
  const own = pharmacist.getByRole('dialog', { name: requestCode })
  await expect(own.getByText(t('state.discountRequest.ApplicationOnThirdPartyDomain')).first()).toBeVisible()
  await expect(own.getByText(t('porta.receipt'))).toBeVisible()
})

test('[DSC-011, DSC-014] requests are decided on by keyboard alone, three keys each', async ({ page }) => {
  const t = wordsOf('en')
  await signIn(page, 'en', company, 'reviewer@selvi.example')
  await page.goto('/order/institutional-discount-requests?tab=pending')
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('row').nth(8)).toBeVisible()
  await grid.getByRole('gridcell').nth(2).focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: /^DR-\d+$/ })
  const decisions = 6
  let keys = 1
  const began = Date.now()
  for (let at = 0; at < decisions; at++) {
    await expect(drawer.getByRole('table')).toBeVisible()
    const code =
      (await drawer
        .getByText(/^DR-\d+$/)
        .first()
        .textContent()) ?? ''
    await page.keyboard.press('a')
    const asking = page.getByRole('dialog', { name: t('porta.approve.titleOne', { name: code }) })
    await expect(
      asking.getByRole('button', { name: t('porta.approve.action', { count: 1, amount: '1' }) }),
    ).toBeFocused()
    await page.keyboard.press('Enter')
    keys += 2
    await expect(asking).toHaveCount(0)
    await expect(page.getByRole('dialog', { name: code, exact: true })).toHaveCount(0)
  }
  expect(keys).toBeLessThanOrEqual(decisions * 3)
  const minutes = (Date.now() - began) / 60_000
  console.log(`${decisions} decisions, ${keys} keys, ${Math.round(decisions / minutes)} a minute`)
})

test('[PCR-005, KIG-001, TRC-003] a changed price reaches the KIGO row and the passport of the pack', async ({
  browser,
}) => {
  const language = languageOfTheDay(1)
  const t = wordsOf(language)
  const pageOf = async (user: string) => {
    const own = await (await browser.newContext()).newPage()
    await signIn(own, language, company, user)
    return own
  }
  const window = { from: day(-80), to: day(1) }
  const list = { page: 1, pageSize: 50, sort: [], filters: {}, search: '' }
  const reviewer = await pageOf('reviewer@selvi.example')
  const { rows: refunds } = await ask<{ rows: { gtin: string; productName: string }[] }>(
    reviewer,
    'PriceChangeManagement/GetRequests',
    { ...list, ...window, tab: 'closed' },
  )
  const { gtin, productName } = refunds[0]!

  // What the price of the product became when it changed last.
  const administrator = await pageOf('admin@selvi.example')
  const { rows: changes } = await ask<{ rows: { product: string; changeDate: string; newPrice: string }[] }>(
    administrator,
    'DataManagement/GetPriceChanges',
    { ...list, pageSize: 200, day: null },
  )
  const changed = changes
    .filter(({ product, changeDate }) => product === productName && changeDate < day(-1))
    .toSorted((one, other) => other.changeDate.localeCompare(one.changeDate))[0]!

  const pharmacist = await pageOf('pharmacy@selvi.example')
  const { pointsOfSale } = await ask<{ pointsOfSale: Place[] }>(
    pharmacist,
    'MyPromotionRequests/GetApplicationSetup',
    {},
  )
  const pack = { ...madeUpPack(new Random(Date.now() % 90_001)), gtin, resultCode: '00000' }
  const { id, requestCode } = await applied(pharmacist, t, pack, pointsOfSale[0]!)

  await reviewer.goto(`/order/institutional-discount-requests?tab=pending&request=${id}`)
  const drawer = reviewer.getByRole('dialog', { name: requestCode })
  await expect(drawer.getByRole('table')).toBeVisible()
  await reviewer.keyboard.press('a')
  await reviewer
    .getByRole('dialog', { name: t('porta.approve.titleOne', { name: requestCode }) })
    .getByRole('button', { name: t('porta.approve.action', { count: 1, amount: '1' }) })
    .click()
  await expectDone(reviewer, t('porta.approve.done', { count: 1, amount: '1' }))

  const kigo = { ...list, ...window, search: pack.serialNumber }
  const { rows: earned } = await ask<{ rows: { applicantId: string; manufacturerPrice: string }[] }>(
    reviewer,
    'PromotionManagement/GetKigoReport',
    kigo,
  )
  expect(earned).toHaveLength(1)
  expect(earned[0]).toMatchObject({ applicantId: requestCode })
  expect(Number(earned[0]!.manufacturerPrice)).toBe(Number(changed.newPrice))
  await reviewer.goto(`/porta/kigo-report?q=${pack.serialNumber}`)
  await expect(reviewer.getByRole('grid').getByText(requestCode)).toBeVisible()

  await reviewer.goto(`/order/institutional-discount-requests?tab=closed&request=${id}`)
  await reviewer
    .getByRole('dialog', { name: requestCode })
    .getByRole('link', { name: t('kit.packPassport') })
    .click()
  await expect(reviewer.getByText(t('state.packEntry.DiscountApproved'))).toBeVisible()
  await expect(reviewer.getByRole('link', { name: requestCode })).toBeVisible()
  // Of orders a reviewer is told nothing, whether there are any or not.
  await expect(reviewer.getByText(t('trace.passport.notAllowed')).first()).toBeVisible()
  await expectAccessible(reviewer)

  await pharmacist.goto(`/services/pack-passport?code=${gtin.padStart(14, '0')}%20${pack.serialNumber}`)
  await expect(pharmacist.getByRole('link', { name: requestCode })).toBeVisible()
})
