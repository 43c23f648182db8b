import {
  closeKigoMonth,
  getKigoMonths,
  kigoPaper,
  kigoReport,
  kigoTotals,
  myKigoReport,
  myKigoTotals,
} from '@kervan/contract/porta/kigo'
import { declineRequests } from '@kervan/contract/porta/discount-requests'
import { updatePortaPolicy } from '@kervan/contract/porta/policy'
import { existing } from '@kervan/contract/kit/typed'
import { addDays, addMonths } from '@kervan/contract/kit/days'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { page } from '../../../test/ordering.ts'
import { applyFor, openPharmacy, today, type Pharmacy } from '../../../test/pharmacy.ts'
import { startPortal, type Portal, type User } from '../../../test/portal.ts'
import { allInCompany, inCompany } from '../../../test/statements.ts'
import { workbookRows } from '../../../test/workbook-text.ts'
import { newId } from '../../kit/database/uuid.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

// Last month: it is over, and every request of these tests was sold in it.
const month = addMonths(`${today().slice(0, 7)}-01`, -1)
const soldOn = addDays(month, 9)
const window = { from: addMonths(month, -1), to: addDays(addMonths(month, 1), -1) }
const question = { ...window, sort: [], filters: {}, search: '' }
const wide = { ...window, to: today() }

type Desk = { pharmacy: Pharmacy; staff: User; pharmacist: User }

/** A pharmacy, and margins of wholesalers by the slices of the worked numbers. */
async function openDesk(): Promise<Desk> {
  const pharmacy = await openPharmacy({ portal })
  const { company } = pharmacy
  await allInCompany(
    portal,
    company.id,
    (
      [
        [1, '0', '9'],
        [2, '440.65', '7'],
        [3, '882.66', '4'],
      ] as const
    ).map(([slice, from, rate]) => ({
      text: `insert into wholesaler_margin (company_id, id, version, slice, valid_from, from_price, margin_rate) values ($1, $2, 1, $3, '2020-01-01', $4, $5)`,
      values: [company.id, newId(), slice, from, rate],
    })),
  )
  const pharmacist = await company.user({ locations: [pharmacy.location] })
  return { pharmacy, staff: await company.user(), pharmacist }
}

let serials = 0
type Given = { price: string; required: string; applied: string; state?: string; boughtOn?: string | null }
/** A request of last month, with price and rates of its product and its purchase in ITS. */
async function requestOf(
  { pharmacy, pharmacist }: Desk,
  { price, required, applied, state = 'Approved', boughtOn = addDays(soldOn, -5) }: Given,
): Promise<{ id: string; code: string }> {
  const { company, location } = pharmacy
  const product = await company.product()
  const own = await openPharmacy({ portal, company, location, product })
  const made = await applyFor({ ...own, origin: pharmacy.origin }, pharmacist, `KIGO${++serials}`)
  const says = {
    movements:
      boughtOn === null
        ? []
        : [
            {
              declarationId: '1',
              declaredAt: `${boughtOn}T09:00:00.000Z`,
              movement: 'Receipt',
              fromGln: '8689999200015',
              toGln: own.gln,
              resultCode: '00000',
            },
          ],
    sale: null,
  }
  await allInCompany(portal, company.id, [
    {
      text: 'update product set list_price = $3 where company_id = $1 and id = $2',
      values: [company.id, product.id, price],
    },
    {
      text: 'update discount_rate set required_rate = $3, applied_rate = $4 where company_id = $1 and product_id = $2',
      values: [company.id, product.id, required, applied],
    },
    {
      text: `update discount_request set state = $3, reject_reason = case when $3 = 'Rejected' then 'NoSaleOnITS' end, valid_sale_date = $4,
        declared_sale_date = $4, point_of_sale_gln = $5 where company_id = $1 and id = $2`,
      values: [company.id, made.id, state, soldOn, own.gln],
    },
    {
      text: `insert into pack_evidence (company_id, id, request_id, source, read_at, says) values ($1, $2, $3, 'ItsPortal', now(), $4)`,
      values: [company.id, newId(), made.id, says],
    },
  ])
  return made
}

/** The demo of the domain: three packs whose figures were worked out by hand. */
async function workedDesk(): Promise<Desk> {
  const desk = await openDesk()
  await requestOf(desk, { price: '200', required: '28', applied: '0' })
  await requestOf(desk, { price: '500', required: '28', applied: '0' })
  await requestOf(desk, { price: '1344.44', required: '38.5', applied: '32.5', state: 'Rejected' })
  return desk
}

const rowsOf = async ({ staff }: Desk, asked: { from: string; to: string } = window) =>
  (
    await portal.call(kigoReport.page, staff.token, {
      ...page,
      ...asked,
      sort: [{ column: 'applicantId', direction: 'asc' }],
    })
  ).body.rows

describe('[KIG-001] a row of the report', () => {
  it('comes to the worked figures, to the kuruş', async () => {
    const rows = await rowsOf(await workedDesk())
    expect(rows).toMatchObject([
      {
        sellIn: '56.00',
        sellInTax: '61.60',
        sellOut: '61.04',
        sellOutTax: '67.14',
        discountRatio: '28.000',
        serviceCharge: '1.22',
        paidPrice: '218.00',
        duePrice: '156.96',
        paymentTax: '67.14',
      },
      {
        sellIn: '140.00',
        sellInTax: '154.00',
        sellOut: '151.41',
        sellOutTax: '166.55',
        discountRatio: '27.842',
        serviceCharge: '3.03',
        paidPrice: '543.81',
        duePrice: '392.40',
        paymentTax: '166.55',
      },
      {
        sellIn: '80.67',
        sellInTax: '88.74',
        sellOut: '85.57',
        sellOutTax: '94.13',
        discountRatio: '8.740',
        paidPrice: '979.09',
        duePrice: '893.52',
        paymentTax: '0.00',
      },
    ])
  })

  it('says which pack, where and when, and what its figures follow from', async () => {
    const desk = await openDesk()
    const { code } = await requestOf(desk, { price: '200', required: '28', applied: '0' })
    const [row] = await rowsOf(desk)
    expect(row).toMatchObject({
      applicantId: code,
      lotNumber: 'B24A07',
      warehouseGln: '8689999200015',
      invoiceDate: addDays(soldOn, -5),
      validSaleDate: soldOn,
      paymentLocationName: 'Pharmacy warehouse',
      applicationStatus: 'Approved',
      basisDay: addDays(soldOn, -5),
      manufacturerPrice: '200.0000',
      requiredRate: '28.00',
      appliedRate: '0.00',
      taxRate: '10.00',
      monthClosed: false,
      kigoNotes: [],
    })
  })

  it('takes rates, price and tax of the day of the invoice', async () => {
    const desk = await openDesk()
    const boughtOn = addDays(soldOn, -5)
    await requestOf(desk, { price: '999', required: '28', applied: '0', boughtOn })
    const { company } = desk.pharmacy
    await allInCompany(portal, company.id, [
      {
        text: `insert into price_change (company_id, id, version, product_id, change_date, old_price, new_price, entitlement_date)
          select $1, $2, 1, product_id, $3::date + 1, 200, 150, $3 from discount_request where company_id = $1`,
        values: [company.id, newId(), boughtOn],
      },
      {
        text: `insert into refund_term (company_id, id, version, valid_from, valid_to, tax_rate, service_rate) values ($1, $2, 1, $3::date - 40, $3, 20, 5)`,
        values: [company.id, newId(), boughtOn],
      },
    ])
    expect(await rowsOf(desk)).toMatchObject([
      {
        manufacturerPrice: '200.0000',
        sellOut: '61.04',
        taxRate: '20.00',
        sellOutTax: '73.25',
        serviceCharge: '3.05',
      },
    ])
  })

  it('says what is missing instead of a figure, and never a difference below nothing', async () => {
    const desk = await openDesk()
    await requestOf(desk, { price: '200', required: '10', applied: '28', boughtOn: null })
    expect(await rowsOf(desk)).toMatchObject([
      { sellOut: '0.00', paymentTax: '0.00', kigoNotes: ['InvoiceDateUnknown', 'NoDifference'] },
    ])
    await inCompany(portal, desk.pharmacy.company.id, 'delete from discount_rate where company_id = $1', [
      desk.pharmacy.company.id,
    ])
    expect(await rowsOf(desk)).toMatchObject([
      { sellOut: null, sellIn: null, payment: '0.00', kigoNotes: ['InvoiceDateUnknown', 'RateMissing'] },
    ])
  })

  it('is dated by the application where the company says so, and paid by the other reading', async () => {
    const desk = await openDesk()
    await requestOf(desk, { price: '200', required: '28', applied: '0' })
    const changed = await portal.call(updatePortaPolicy, desk.staff.token, {
      kigoPeriod: 'ApplicationDate',
      kigoPayment: 'SellOutMinusSellIn',
      version: 1,
    })
    expect(changed.status).toBe(200)
    expect(await rowsOf(desk)).toEqual([])
    // 61.04 - 56.00, and 67.14 - 61.60.
    expect(await rowsOf(desk, { from: today(), to: today() })).toMatchObject([
      { periodDay: today(), payment: '5.04', paymentTax: '5.54' },
    ])
  })

  it('needs its dates, at most a year apart', async () => {
    const { staff } = await openDesk()
    expect(await portal.call(kigoReport.page, staff.token, page as never)).toMatchObject({
      code: 'InvalidInput',
    })
    const years = { ...page, from: '2020-01-01', to: '2021-01-02' }
    expect(await portal.call(kigoReport.page, staff.token, years)).toMatchObject({ code: 'WindowTooWide' })
    const turned = { ...page, from: window.to, to: window.from }
    expect(await portal.call(kigoReport.page, staff.token, turned)).toMatchObject({ code: 'WindowTooWide' })
  })
})

describe('[KIG-002] the totals of a period', () => {
  it('are the sums of the rows shown, by what was decided', async () => {
    const desk = await workedDesk()
    const { body } = await portal.call(kigoTotals, desk.staff.token, question)
    expect(body).toEqual({
      approvedCount: 2,
      approvedAmount: '212.45',
      approvedAmountTax: '233.69',
      declinedCount: 1,
      declinedAmount: '85.57',
      declinedAmountTax: '94.13',
      pharmacyPayment: '212.45',
      pharmacyPaymentTax: '233.69',
      currency: 'TRY',
    })
    const filtered = await portal.call(kigoTotals, desk.staff.token, {
      ...question,
      filters: { sellOut: { from: '100' } },
    })
    expect(filtered.body).toMatchObject({ approvedCount: 1, approvedAmount: '151.41', declinedCount: 0 })
  })

  it('stand in the workbook and on paper with the same figures', async () => {
    const desk = await workedDesk()
    const book = await portal.call(kigoReport.excel, desk.staff.token, {
      ...question,
      columns: ['applicantId', 'sellOut', 'sellOutTax'],
    })
    const [, ...rows] = await workbookRows(book.body)
    expect(rows.map(([, out, taxed]) => `${out} ${taxed}`).toSorted()).toEqual([
      '151.41 166.55',
      '61.04 67.14',
      '85.57 94.13',
    ])
    const paper = await portal.call(kigoPaper, desk.staff.token, question)
    expect((paper.body as unknown as Buffer).subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('show no amount to who may see no prices', async () => {
    const desk = await workedDesk()
    await inCompany(
      portal,
      desk.pharmacy.company.id,
      `update company_policy set price_visibility = 'HideForAll' where company_id = $1`,
      [desk.pharmacy.company.id],
    )
    const seen = await portal.call(kigoReport.page, desk.staff.token, { ...page, ...window })
    expect(seen.body.rows[0]).toMatchObject({ sellOut: null, payment: null, manufacturerPrice: null })
    const { body } = await portal.call(kigoTotals, desk.staff.token, question)
    expect(body).toMatchObject({ approvedCount: 2, approvedAmount: null, pharmacyPaymentTax: null })
  })
})

describe('[KIG-001] a pharmacy', () => {
  it('sees its own rows and nothing of others', async () => {
    const desk = await workedDesk()
    const asked = { ...page, ...wide }
    const own = await portal.call(myKigoReport.page, desk.pharmacist.token, asked)
    expect(own.body.rows).toHaveLength(3)
    const { company } = desk.pharmacy
    const other = await company.user({ locations: [await company.location(await company.customer())] })
    expect((await portal.call(myKigoReport.page, other.token, asked)).body.rows).toEqual([])
    const totals = await portal.call(myKigoTotals, other.token, { ...question, ...wide })
    expect(totals.body).toMatchObject({ approvedCount: 0, pharmacyPaymentTax: '0.00' })
    const stranger = await (await portal.company()).user()
    expect((await portal.call(kigoReport.page, stranger.token, asked)).body.rows).toEqual([])
  })
})

describe('[KIG-001] a month', () => {
  it('that is closed stays as it was paid; what changes later is a row of its own', async () => {
    const desk = await openDesk()
    const { staff, pharmacy } = desk
    const paid = await requestOf(desk, { price: '200', required: '28', applied: '0' })
    await requestOf(desk, { price: '500', required: '28', applied: '0', state: 'Pending' })
    const { body } = await portal.call(getKigoMonths, staff.token, {})
    expect(body).toEqual({ closed: [], next: month })
    const closed = await portal.call(closeKigoMonth, staff.token, { firstDay: month })
    expect(closed.body).toMatchObject({ closed: [{ month, rows: 1 }], next: null })
    // The price is put right afterwards, and an inspector declines.
    await inCompany(portal, pharmacy.company.id, 'update product set list_price = 9 where company_id = $1', [
      pharmacy.company.id,
    ])
    const declined = await portal.call(declineRequests, staff.token, {
      selection: { mode: 'ids', ids: [paid.id] },
      dryRun: false,
      reason: 'StateChanged',
    })
    expect(declined.body).toMatchObject({ done: 1 })
    expect(await rowsOf(desk)).toMatchObject([
      {
        applicantId: paid.code,
        monthClosed: true,
        rowKind: 'Row',
        sellOut: '61.04',
        paymentTax: '67.14',
        applicationStatus: 'Approved',
      },
    ])
    const open = (await rowsOf(desk, { from: addMonths(month, 1), to: today() })).filter(
      ({ applicantId }) => applicantId === paid.code,
    )
    expect(open).toMatchObject([
      { monthClosed: false, rowKind: 'Correction', applicationStatus: 'Declined', paymentTax: '-67.14' },
    ])
    // Both together come to what the pharmacy has in the end.
    const both = await portal.call(kigoTotals, staff.token, { ...question, ...wide, search: paid.code })
    expect(both.body).toMatchObject({ approvedCount: 1, declinedCount: 0, pharmacyPaymentTax: '0.00' })
  })

  it('that was not decided in time comes in the next month that is open', async () => {
    const desk = await openDesk()
    const { staff, pharmacy } = desk
    await requestOf(desk, { price: '500', required: '28', applied: '0' })
    const late = await requestOf(desk, { price: '200', required: '28', applied: '0', state: 'Pending' })
    await portal.call(closeKigoMonth, staff.token, { firstDay: month })
    await inCompany(
      portal,
      pharmacy.company.id,
      `update discount_request set state = 'Approved' where company_id = $1 and id = $2`,
      [pharmacy.company.id, late.id],
    )
    expect(await rowsOf(desk, { from: addMonths(month, 1), to: today() })).toMatchObject([
      {
        applicantId: late.code,
        periodDay: addMonths(month, 1),
        kigoNotes: ['LateForMonth'],
        paymentTax: '67.14',
      },
    ])
  })

  it('is closed once, in its turn, by who works for the whole company', async () => {
    const desk = await openDesk()
    const { staff, pharmacist } = desk
    await requestOf(desk, { price: '200', required: '28', applied: '0' })
    expect(await portal.call(closeKigoMonth, staff.token, { firstDay: addMonths(month, 1) })).toMatchObject({
      code: 'KigoMonthNotNext',
    })
    expect(await portal.call(closeKigoMonth, pharmacist.token, { firstDay: month })).toMatchObject({
      code: 'WholeCompanyNeeded',
    })
    const twice = await Promise.all(
      [1, 2].map(() => portal.call(closeKigoMonth, staff.token, { firstDay: month })),
    )
    expect(twice.map(({ status, code }) => code ?? status).toSorted()).toEqual([200, 'KigoMonthNotNext'])
    const [row] = await rowsOf(desk)
    expect(existing(row)).toMatchObject({ monthClosed: true, paymentTax: '67.14' })
  })

  it('has at most 5,000 rows on paper', async () => {
    const desk = await openDesk()
    const { id } = await requestOf(desk, { price: '200', required: '28', applied: '0' })
    await portal.call(closeKigoMonth, desk.staff.token, { firstDay: month })
    await inCompany(
      portal,
      desk.pharmacy.company.id,
      `insert into kigo_row select k.company_id, gen_random_uuid(), k.month, k.request_id, k.kind, k.period_day, k.state, k.basis_day, k.invoice_date, k.warehouse_gln,
        k.warehouse_name, k.inquiry_at, k.list_price, k.required_rate, k.applied_rate, k.tax_rate, k.service_rate, k.paid_price, k.due_price, k.sell_in, k.sell_in_tax, k.sell_out,
        k.sell_out_tax, k.ratio, k.service_charge, k.payment, k.payment_tax, k.notes from kigo_row k, generate_series(1, 5000) where k.company_id = $1 and k.request_id = $2`,
      [desk.pharmacy.company.id, id],
    )
    expect(await portal.call(kigoPaper, desk.staff.token, question)).toMatchObject({
      code: 'TooManyForPaper',
    })
  })
})
