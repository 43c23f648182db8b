import {
  overlappingQuotaRules,
  previewQuotaRule,
  quotaEntries,
  quotaRuleKind,
  quotaUsage,
  quotaWindows,
} from '@kervan/contract/order/quota-rules'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MemoryServer } from '../../../test/MemoryServer.ts'
import { rightsOf, serveKind, uuid, type MemoryRecord } from '../../../test/masterServer.ts'
import { rememberDictionaries, serveList } from '../../../test/memoryParts.ts'
import { expectNoAxeFaults, freshPortal, session, show } from '../../../test/render.tsx'
import QuotaRules from './quotaRules.tsx'
import QuotaUsagePart from './QuotaUsage.tsx'

const rule: MemoryRecord = {
  id: uuid(1),
  version: 2,
  values: {
    code: 'Q-1',
    name: 'Yearly budget',
    active: true,
    actionType: 'Warning',
    valueType: 'Quantity',
    quotaValue: '5000',
    every: 1,
    frequencyUnit: 'Month',
    validFrom: '2026-01-01',
    validTo: null,
    bindingStrategy: 'Standard',
    locationLevel: null,
    productLevel: null,
    locationGroup: null,
    customers: [],
    locations: [],
    categories: [],
    products: [],
  },
}
const usage = {
  id: uuid(50),
  ruleCode: 'Q-1',
  ruleName: 'Yearly budget',
  actionType: 'Warning',
  valueType: 'Quantity',
  currency: null,
  locationNode: 'Sincan shop',
  productNode: 'Gauze swab',
  windowFrom: '2026-10-31T21:00:00.000Z',
  windowTo: '2026-11-30T21:00:00.000Z',
  quotaLimit: '5000.00',
  quotaUsed: '5200.00',
  quotaLeft: '0.00',
  usedPercent: 104,
  ruleActive: true,
  quotasOver: 1,
}

const booking = {
  id: uuid(60),
  bookedAt: '2026-11-20T07:42:00.000Z',
  bookingKind: 'Submit',
  orderCode: 'SO-26-00042',
  lineNo: 3,
  productName: 'Gauze swab',
  customerName: 'Bozkır Hastane Tedarik',
  orderedBy: 'Ayşe Yıldız',
  booked: '200.00',
}

let server: MemoryServer
beforeEach(async () => {
  await page.viewport(1440, 900)
  const rights = [...rightsOf(quotaRuleKind), quotaUsage.page.permission ?? '', 'OrderManagement']
  server = await freshPortal({ session: { ...session, PermissionsUI: rights } })
  rememberDictionaries(server)
  serveKind(server, quotaRuleKind, [rule])
  serveList(server, quotaUsage, [usage])
  server.answer(overlappingQuotaRules, () => ({ rules: [] }))
})

const dialog = () => page.getByRole('dialog')
const about = () => dialog().getByRole('region', { name: 'What this rule does' })
const choose = async (field: RegExp, option: string) => {
  await dialog().getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

describe('[QTA-001] the form of a quota rule', () => {
  test('says in a sentence what the rule does, and says it anew with what is typed', async () => {
    await show(<QuotaRules />)
    await page.getByRole('button', { name: 'New quota rule' }).click()
    await expect.element(about().getByText(/^Fill in the rule first/)).toBeVisible()
    await expect.element(about().getByRole('button', { name: /^Try it/ })).toBeDisabled()
    await dialog().getByRole('textbox', { name: 'Limit' }).fill('1200')
    await expect
      .element(
        about().getByText(
          'Each location may order at most 1,200 pieces of each product in this period: Month. What exceeds it is marked and waits for a decision as usual.',
        ),
      )
      .toBeVisible()
    await choose(/^Counting/, 'By levels')
    await choose(/^By location/, 'Customer')
    await choose(/^By product/, 'All products')
    await choose(/^When exceeded/, 'Approve within, reject beyond')
    await dialog().getByRole('textbox', { name: 'Every' }).fill('2')
    await choose(/^Period/, 'Week')
    await expect
      .element(
        about().getByText(
          'Each customer may order at most 1,200 pieces of all products together in this period: 2 × Week. What fits is approved at once; what exceeds it is rejected.',
        ),
      )
      .toBeVisible()
    await expectNoAxeFaults()
  })

  test('names the other rules that count the same lines, and leads to them', async () => {
    const other = { id: uuid(2), code: 'Q-2', name: 'Monthly per category' }
    server.answer(overlappingQuotaRules, ({ customers }) => ({ rules: customers.length > 0 ? [] : [other] }))
    await show(<QuotaRules />, `/here?record=${rule.id}`)
    await expect.element(about().getByText(/^Another rule counts the same lines/)).toBeVisible()
    expect(server.sentTo(overlappingQuotaRules).map(({ input }) => input)).toMatchObject([
      { ruleCode: 'Q-1', validFrom: '2026-01-01', validTo: null, customers: [] },
    ])
    const link = about().getByRole('link', { name: 'Monthly per category (Q-2)' })
    expect(link.element().getAttribute('href')).toContain(`record=${other.id}`)
    await dialog().getByRole('switch', { name: 'Active' }).click({ force: true })
    await expect.element(link).not.toBeInTheDocument()
  })

  test('is tried on the orders of the last months, and says when the rule has changed since', async () => {
    server.answer(previewQuotaRule, () => ({
      from: '2026-08-20',
      to: '2026-11-20',
      lines: 1_340,
      results: [
        { result: 'WithinQuota' as const, lines: 1_300 },
        { result: 'ExceededQuota' as const, lines: 40 },
      ],
      fullest: [
        {
          node: ['ANK-1', 'P-7'],
          from: '2026-10-31T21:00:00.000Z',
          to: '2026-11-30T21:00:00.000Z',
          used: '5200.00',
          limit: '5000.00',
        },
      ],
      truncated: false,
    }))
    await show(<QuotaRules />)
    await page.getByRole('grid').getByText('Q-1').click()
    await about().getByRole('button', { name: 'Try it on the last 3 months' }).click()
    await expect
      .element(about().getByText('1,340 lines ordered from 20 Aug 2026 to 20 Nov 2026 fall under this rule.'))
      .toBeVisible()
    await expect.element(about().getByText('40 Quota exceeded')).toBeVisible()
    await expect.element(about().getByRole('row', { name: /^ANK-1 · P-7.*\+200 over/ })).toBeVisible()
    expect(server.sentTo(previewQuotaRule)[0]?.input).toMatchObject({ months: 3, values: { code: 'Q-1' } })
    await expectNoAxeFaults()
    await expect.element(about().getByText('The rule has changed since.')).not.toBeInTheDocument()
    await dialog().getByRole('textbox', { name: 'Limit' }).fill('6000')
    await expect.element(about().getByText('The rule has changed since.')).toBeVisible()
  })

  test('an end before its start is refused at the field of the end', async () => {
    server.answer(quotaRuleKind.save, () =>
      server.refuse(quotaRuleKind.save, 'RecordInvalid', {
        issues: [{ field: 'validTo', code: 'EndsBeforeStart', message: 'The end is before the start.' }],
        reasons: '',
      }),
    )
    serveKind(server, quotaRuleKind, [{ ...rule, values: { ...rule.values, validTo: '2025-12-31' } }])
    await show(<QuotaRules />)
    await page.getByRole('grid').getByText('Q-1').click()
    const end = dialog().getByRole('textbox', { name: /^Valid to/ })
    await dialog().getByRole('textbox', { name: 'Limit' }).fill('6000')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect.element(end).toHaveAccessibleDescription(/The end is before the start\./)
    await expect.element(end).toHaveFocus()
  })
})

describe('[QTA-003] what was used of a quota', () => {
  const windows = (node: string[]) => ({
    node,
    windows: [
      {
        from: '2026-09-30T21:00:00.000Z',
        to: '2026-10-31T21:00:00.000Z',
        within: '3000.00',
        over: '0.00',
        left: '2000.00',
        nodes: 1,
      },
      {
        from: '2026-10-31T21:00:00.000Z',
        to: '2026-11-30T21:00:00.000Z',
        within: '5000.00',
        over: '200.00',
        left: '0.00',
        nodes: 1,
      },
    ],
  })

  test('stands in its list as limit, used and left; a row names who used it, and draws it', async () => {
    server.answer(quotaWindows, ({ usageId }) => windows(usageId ? ['Sincan shop', 'Gauze swab'] : []))
    serveList(server, quotaEntries, [booking])
    const { search } = await show(<QuotaUsagePart />)
    await expect.element(page.getByRole('grid').getByText('+200 over')).toBeVisible()
    expect(server.sentTo(quotaUsage.page)[0]?.input).toMatchObject({ current: true, ruleCode: null })
    await page.getByRole('grid').getByText('Sincan shop').click()
    await expect.poll(() => search()).toMatchObject({ usage: usage.id, rule: 'Q-1' })
    await expect.element(dialog().getByText('Sincan shop · Gauze swab')).toBeVisible()
    await expect
      .element(dialog().getByRole('row', { name: /^SO-26-00042 20 Nov 2026.* 200 Ayşe Yıldız/ }))
      .toBeVisible()
    expect(server.sentTo(quotaEntries.page)[0]?.input).toMatchObject({ usageId: usage.id })
    await expectNoAxeFaults()
    await dialog().getByRole('button', { name: 'Use over time' }).click()
    const figures = dialog().getByRole('table', { name: 'Use over time' })
    await expect.element(figures.getByRole('row', { name: /5,000 200 0$/ })).toBeInTheDocument()
    await expectNoAxeFaults()
    await dialog().getByRole('button', { name: 'Close' }).click()
    await page.getByText('All', { exact: true }).click()
    await expect.poll(() => server.sentTo(quotaUsage.page).at(-1)?.input).toMatchObject({ current: false })
  })

  test('[QTA-003] what a rule that is switched off has counted is marked', async () => {
    serveList(server, quotaUsage, [{ ...usage, ruleActive: false }])
    await show(<QuotaUsagePart />, '/here?span=all')
    await expect.element(page.getByRole('grid').getByText('Rule inactive')).toBeVisible()
    await expectNoAxeFaults()
  })

  test('a booking opens its order for who manages orders', async () => {
    server.answer(quotaWindows, () => windows(['Sincan shop']))
    serveList(server, quotaEntries, [booking])
    const { router } = await show(<QuotaUsagePart />, `/here?usage=${usage.id}&rule=Q-1`)
    await dialog().getByRole('button', { name: 'SO-26-00042' }).click()
    await expect.poll(() => router.state.location.href).toBe('/order/order-management?order=SO-26-00042')
  })

  test('stands in the record of its rule, over all that count', async () => {
    server.answer(quotaWindows, () => windows([]))
    const { search } = await show(<QuotaRules />)
    await page.getByRole('grid').getByText('Q-1').click()
    await dialog().getByRole('button', { name: 'Usage' }).click()
    await expect
      .element(
        dialog()
          .getByRole('table', { name: 'Use over time' })
          .getByRole('row', { name: /3,000 0 2,000$/ }),
      )
      .toBeInTheDocument()
    expect(server.sentTo(quotaWindows)[0]?.input).toEqual({ ruleCode: 'Q-1', usageId: null })
    expect(server.sentTo(quotaUsage.page)[0]?.input).toMatchObject({ current: false, ruleCode: 'Q-1' })
    await expect.element(dialog().getByRole('grid').getByText('+200 over')).toBeVisible()
    await expectNoAxeFaults()
    await dialog().getByRole('grid').getByText('Sincan shop').click()
    await expect
      .poll(() => search())
      .toEqual({ part: 'quotaUsage', span: 'all', usage: usage.id, rule: 'Q-1' })
  })
})
