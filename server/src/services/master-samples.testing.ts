import { serviceProducts } from '@kervan/contract/access/words'
import { declaredSettings, settingNames } from '@kervan/contract/services/settings'
import {
  locationOf,
  productOf,
  variantOf,
  type SampleContext,
  type Samples,
} from '../../test/sample-records.ts'

/** Settings whose default may be one more. */
const changeable = settingNames.filter(
  (name) => Number(declaredSettings[name].start) + 1 <= declaredSettings[name].most,
)

/** A project, by its code. */
async function projectOf({ portal, company }: SampleContext, code = 'P-FOREIGN'): Promise<string> {
  await portal.owner.query(
    `insert into project (company_id, code, service, name) values ($1, $2, 'PST', 'Transfers') on conflict do nothing`,
    [company.id, code],
  )
  return code
}

export const samples: Samples = {
  // One value of a setting holds at one place: each sample is of another setting.
  serviceSetting: {
    of: (n) => {
      const setting = changeable[n % changeable.length] ?? 'retentionThreshold'
      return { setting, settingValue: String(Number(declaredSettings[setting].start)), note: 'As agreed' }
    },
    another: {},
    changes: ['settingValue', 'note'],
  },
  // A product does not stand in for itself.
  productSubstitute: async (n, context) => ({
    product: await productOf(context),
    substitute: await productOf(context, `P-S${n}`),
  }),
  salesPromotion: async (_, context) => ({
    product: await productOf(context),
    location: null,
    locationGroup: null,
    promotionFrom: '2026-10-01',
    promotionTo: '2026-10-31',
    priceOff: '20',
  }),
  stockBatch: async (n, context) => ({
    location: await locationOf(context, `W-${n}`, 'PrimaryCompanyDistributionCenter'),
    variant: await variantOf(context),
  }),
  // Sales are not known beforehand.
  dailySale: {
    of: async (n, context) => ({
      location: await locationOf(context, `W-${n}`, 'PrimaryCompanyDistributionCenter'),
      variant: await variantOf(context),
      salesDay: '2026-01-15',
    }),
    another: { salesDay: '2026-01-16' },
  },
  foreignProposal: {
    of: async (n, context) => ({
      projectCode: await projectOf(context),
      serviceDate: '2027-01-15',
      sender: await locationOf(context, `W-${n}`, 'PrimaryCompanyDistributionCenter'),
      recipient: await locationOf(context, `S-${n}`, 'PrimaryPointOfSales'),
      variant: await variantOf(context),
    }),
    another: { serviceDate: '2027-01-22' },
    changes: ['proposedUnits', 'note'],
  },
  creditTariff: (n) => ({ serviceProduct: serviceProducts[n % serviceProducts.length] ?? '' }),
}
