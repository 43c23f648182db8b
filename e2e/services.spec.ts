// An advisor service from a new strategy to a closed run with settled credit and work orders that the ERP acknowledged.
import { expect, test, type Page } from '@playwright/test'
import { existing } from '@kervan/contract/kit/typed'
import { answered, ask, expectAccessible, signIn } from './portal.ts'
import { languageOfTheDay, wordsOf } from './words.ts'

const company = 'Nar Keten'
const name = 'Journey of a strategy'
const principle = 'Refill stores'

test(`[SVC-002] [SVC-003] [SVC-004] [SVC-007] [SVC-008] [SUB-001] [ENG-001] [WRK-002] [WRK-003] a new strategy is authorised by a second person, planned for today, run and settled, and the ERP acknowledges what it proposed, in ${languageOfTheDay(1)}`, async ({
  page,
  browser,
}) => {
  // It waits for the demo to be whole, for the next minute, and for the ERP.
  test.setTimeout(720_000)
  const language = languageOfTheDay(1)
  const t = wordsOf(language)
  await signIn(page, language, company, 'planner@narketen.example')
  const drawer = page.getByRole('dialog').first()
  const dialog = page.getByRole('dialog').last()

  // Sales and stock of the demo come when the portal already answers.
  const [from, to] = [-30, 1].map((days) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  )
  const ordersOf = async (search: string) =>
    await ask<{ total: number; rows: Listed[] }>(page, 'WorkOrderManagement/GetWorkOrders', {
      from,
      to,
      search,
      page: 1,
      pageSize: 50,
      sort: [],
      filters: {},
    })
  await expect.poll(async () => (await ordersOf('')).total, { timeout: 200_000 }).toBeGreaterThan(0)

  // Without a frozen period, what is planned for today runs today.
  await page.goto('/services/service-settings?part=servicePolicy')
  await page.getByRole('textbox', { name: t('services.policy.frozenDays') }).fill('0')
  await page.getByRole('textbox', { name: t('services.policy.cutOffTime') }).fill('23:59')
  await page.getByRole('textbox', { name: t('services.policy.importTime') }).fill('00:00')
  await page.getByRole('textbox', { name: t('services.policy.serviceTime') }).fill('00:01')
  await answered(page, 'ServiceSetting/UpdateServicePolicy', () =>
    page.getByRole('button', { name: t('masterData.save') }).click(),
  )
  await expectAccessible(page)

  await page.goto('/services/service-strategies')
  await page.getByRole('button', { name: t('services.strategy.add') }).click()
  await dialog.getByRole('textbox', { name: t('column.strategyName') }).fill(name)
  await dialog.getByRole('combobox', { name: t('column.projectName') }).click()
  await page.getByRole('option', { name: /\(BALANCE\)/ }).click()
  await answered(page, 'ServiceStrategy/AddStrategy', () =>
    dialog.getByRole('button', { name: t('services.strategy.addAction') }).click(),
  )
  await drawer.getByRole('button', { name: t('services.principle.add') }).click()
  await dialog.getByRole('combobox', { name: t('column.principleType') }).click()
  await page.getByRole('option', { name: t('state.principleType.WorkOrderTypes'), exact: true }).click()
  await dialog
    .getByRole('textbox', { name: t('services.principle.displayName'), exact: true })
    .fill(principle)
  await dialog.getByRole('combobox', { name: t('services.principle.types') }).click()
  await page
    .getByRole('option', { name: t('state.workOrderType.DemandRelatedReplenishment'), exact: true })
    .click()
  await page.keyboard.press('Tab')
  await dialog
    .getByRole('textbox', { name: t('services.principle.memo') })
    .fill('Stores get what they will sell.')
  await answered(page, 'ServiceStrategy/SavePrinciple', () =>
    dialog.getByRole('button', { name: t('masterData.save') }).click(),
  )
  await expect(drawer.getByText(principle)).toBeVisible()
  await expectAccessible(page)

  const other = await browser.newContext()
  const second = await other.newPage()
  await signIn(second, language, company, 'admin@narketen.example')
  await second.goto(page.url())
  await answered(second, 'ServiceStrategy/AuthorizePrinciple', () =>
    second.getByRole('button', { name: t('services.principle.authorize'), exact: true }).click(),
  )
  await other.close()

  await page.reload()
  await drawer.getByRole('button', { name: t('services.strategy.activate.action') }).click()
  // Drawer and question have a button of the same name.
  const question = page.getByRole('dialog', { name: t('services.strategy.activate.title', { name }) })
  await answered(page, 'ServiceStrategy/ActivateStrategy', () =>
    question.getByRole('button', { name: t('services.strategy.activate.action') }).click(),
  )
  await expect(drawer.getByText(t('state.strategyState.Active'), { exact: true }).first()).toBeVisible()

  await page.goto('/services/service-calendar')
  await page.getByRole('button', { name: t('services.calendar.add'), exact: true }).click()
  await dialog.getByRole('combobox', { name: t('column.strategyName') }).fill(name)
  await page.getByRole('option', { name, exact: true }).click()
  await chooseToday(page, t('column.serviceDate'))
  await answered(page, 'Calendar/AddService', () =>
    dialog.getByRole('button', { name: t('services.calendar.addAction') }).click(),
  )

  // The portal looks each half minute.
  const runsOf = async () =>
    (
      await ask<{ rows: { id: string; runState: string }[] }>(page, 'ServiceOperations/GetServices', {
        from,
        to,
        search: name,
        page: 1,
        pageSize: 50,
        sort: [],
        filters: {},
      })
    ).rows
  await expect.poll(async () => (await runsOf()).length, { timeout: 240_000 }).toBe(1)
  await page.goto('/services/service-operations')
  await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: /^SR-/ }).click()
  await expect(drawer.getByText(t('state.serviceState.Closed'), { exact: true }).first()).toBeVisible({
    timeout: 120_000,
  })
  await expect(drawer.getByRole('table').last().getByText(t('state.creditKind.Settle'))).toBeVisible()
  await expectAccessible(page)
  const runCode =
    (await drawer
      .getByText(/^SR-\d+$/)
      .first()
      .textContent()) ?? ''

  // Why one was proposed, and another amount for it.
  const { rows } = await ordersOf(runCode)
  const order = existing(rows.find(({ amount }) => amount > 1))
  await page.goto(`/services/work-order-management?from=${from}&to=${to}&workOrder=${order.id}`)
  await expect(drawer.getByText(t('workOrders.reason.type.DemandRelatedReplenishment'))).toBeVisible()
  await expectAccessible(page)
  await drawer.getByRole('button', { name: t('kit.action.more'), exact: true }).click()
  await page.getByRole('menuitem', { name: t('workOrders.override.asking') }).click()
  const { pack } = await ask<{ pack: number }>(page, 'WorkOrderManagement/GetWorkOrder', {
    workOrderId: order.id,
  })
  const override = page.getByRole('dialog', {
    name: t('workOrders.override.title', { name: order.workOrderCode }),
  })
  await override.getByRole('textbox', { name: t('workOrders.override.amount') }).fill(String(pack))
  await override.getByRole('checkbox').check()
  await answered(page, 'WorkOrderManagement/OverrideWorkOrder', () =>
    override.getByRole('button', { name: t('workOrders.override.action'), exact: true }).click(),
  )
  await expect(drawer.getByText(t('state.workOrderState.Overridden'), { exact: true }).first()).toBeVisible()

  // All of the page are tried first, then handed over; each line is acknowledged.
  await page.goto(`/services/work-order-management?from=${from}&to=${to}&search=${runCode}`)
  await expect(page.getByRole('row').filter({ hasText: order.workOrderCode })).toBeVisible()
  await page
    .getByRole('checkbox', { name: t('kit.grid.selectPage') })
    .first()
    .check()
  await page.getByRole('button', { name: t('workOrders.transfer.asking') }).click()
  const shown = rows.length
  await expectAccessible(page)
  await answered(page, 'WorkOrderManagement/TransferWorkOrders', () =>
    page
      .getByRole('dialog')
      .getByRole('button', {
        name: t('workOrders.transfer.action', { count: shown, amount: shown }),
        exact: true,
      })
      .click(),
  )
  const states = async () => [
    ...new Set((await ordersOf(runCode)).rows.map(({ workOrderState }) => workOrderState)),
  ]
  await expect.poll(states, { timeout: 120_000 }).toEqual(['Transferred'])
  await page.goto(`/services/work-order-management?from=${from}&to=${to}&workOrder=${order.id}`)
  await expect(drawer.getByText(t('state.workOrderState.Transferred'), { exact: true }).first()).toBeVisible()
  await expect(drawer.getByText(/^WT-\d+$/)).toBeVisible()
})

type Listed = { id: string; workOrderCode: string; workOrderState: string; amount: number }

/** Types today by the company's clock. */
async function chooseToday(page: Page, label: string): Promise<void> {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Istanbul' }).format(new Date())
  const field = page.getByRole('dialog').last().getByRole('textbox', { name: label })
  await field.fill(day)
  await field.press('Tab')
}
