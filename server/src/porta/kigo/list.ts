import { kigoMonths, kigoReport, myKigoReport } from '@kervan/contract/porta/kigo'
import type { RequestSide } from '@kervan/contract/porta/states'
import { applicantMonths } from '@kervan/contract/porta/words'
import { addMonths } from '@kervan/contract/kit/days'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { pricesVisible } from '../../access/access.api.ts'
import type { SessionContext } from '../../kit/context.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import type { DayWindow } from '../../kit/lists/window.ts'
import { assertWithinReach, requestScope } from '../requests/scope.ts'
import { kigoRows } from './rows.sql.ts'

// The earnings report as a list (KIG-001): of all pharmacies for staff, of their own requests for applicants.

async function source(context: SessionContext, side: RequestSide, window: DayWindow) {
  const { actor } = context
  const months = side === 'applicant' ? applicantMonths : kigoMonths
  if (window.from > window.to || window.to > addMonths(window.from, months))
    throw refusal('WindowTooWide', { months })
  const company = actor.company.id
  return {
    from: sql`${await kigoRows(context, side, window)} join discount_request r on r.company_id = ${company} and r.id = k.request_id`,
    where: requestScope(actor, side),
    id: sql`k.id`,
    columns: {
      applicantId: sql`r.code`,
      validDataMatrix: sql`r.valid_code`,
      lotNumber: sql`r.lot_number`,
      serialNumber: sql`r.serial_number`,
      warehouseGln: sql`k.warehouse_gln`,
      warehouseName: sql`k.warehouse_name`,
      shipToLocation: sql`r.point_of_sale_code`,
      invoiceDate: sql`k.invoice_date`,
      ownerGln: sql`r.point_of_sale_gln`,
      ownerName: sql`r.point_of_sale_name`,
      ownerCity: sql`r.city`,
      gtin: sql`r.gtin`,
      productName: sql`r.product_name`,
      inquiryDate: sql`k.inquiry_at`,
      applicantDate: sql`r.recorded_at`,
      validSaleDate: sql`r.valid_sale_date`,
      paymentLocationName: sql`r.payment_location_name`,
      applicationStatus: sql`k.state`,
      sellIn: sql`k.sell_in`,
      sellInTax: sql`k.sell_in_tax`,
      sellOut: sql`k.sell_out`,
      sellOutTax: sql`k.sell_out_tax`,
      serviceCharge: sql`k.service_charge`,
      discountRatio: sql`k.ratio`,
      payment: sql`k.payment`,
      paymentTax: sql`k.payment_tax`,
      periodDay: sql`k.period_day`,
      rowKind: sql`k.kind`,
      monthClosed: sql`k.closed`,
      kigoNotes: sql`k.notes`,
      basisDay: sql`k.basis_day`,
      manufacturerPrice: sql`k.list_price`,
      requiredRate: sql`k.required_rate`,
      appliedRate: sql`k.applied_rate`,
      taxRate: sql`k.tax_rate`,
      serviceRate: sql`k.service_rate`,
      paidPrice: sql`k.paid_price`,
      duePrice: sql`k.due_price`,
    },
    extra: { requestId: sql`k.request_id` },
    search: sql`r.search_text`,
    code: sql`r.code`,
    pricesVisible: pricesVisible(actor.company.priceVisibility, actor),
  }
}

export const kigoList = serveList(kigoReport, 'kigoReport', (context, window: DayWindow) =>
  source(context, 'reviewer', window),
)

export const myKigoList = serveList(myKigoReport, 'myKigoReport', async (context, window: DayWindow) => {
  await assertWithinReach(context, window)
  return source(context, 'applicant', window)
})
