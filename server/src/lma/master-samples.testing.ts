import { addDays, addMonths } from '@kervan/contract/kit/days'
import { newId } from '../kit/database/uuid.ts'
import type { SampleContext, Samples } from '../../test/sample-records.ts'

/** A product that records are of. */
async function fuelProduct({ portal, company }: SampleContext, code = 'FUEL'): Promise<string> {
  await portal.owner.query(
    `insert into fuel_product (company_id, id, version, code, name, fuel_group)
     select $1, $2, 1, $3, 'Product', 'Fuel' where not exists (select from fuel_product where company_id = $1 and code = $3)`,
    [company.id, newId(), code],
  )
  return code
}

async function transferItem(context: SampleContext): Promise<string> {
  await fuelProduct(context)
  const { portal, company } = context
  await portal.owner.query(
    `insert into transfer_item (company_id, id, version, code, product_id, terminal, valid_from, yt04_parameter, blending_ratio, service_fee, holiday_rule)
     select $1, $2, 1, 'ITEM', (select id from fuel_product where company_id = $1 and code = 'FUEL'), 'Terminal', '2026-01-01', 0, 0, 0, 'PublishedDays'
     where not exists (select from transfer_item where company_id = $1 and code = 'ITEM')`,
    [company.id, newId()],
  )
  return 'ITEM'
}

/** The n-th Monday from the beginning of 2024. */
const monday = (n: number): string => addDays('2024-01-01', n * 7)
const month = (n: number): string => addMonths('2024-01-01', n)
const ofProduct = async (n: number, context: SampleContext) => ({
  fuelProduct: await fuelProduct(context, `FUEL-${n}`),
})

export const samples: Samples = {
  fuelParameter: async (n, context) => ({ ...(await ofProduct(n, context)), density: `0.8${n % 100}` }),
  marketSymbol: async (_, context) => ({ fuelProduct: await fuelProduct(context) }),
  marketQuote: {
    of: async (n, context) => ({
      fuelProduct: await fuelProduct(context),
      quoteDay: monday(n),
      priceHigh: String(700 + n),
      priceLow: String(600 + n),
    }),
    another: { priceHigh: '990', priceLow: '500' },
  },
  fuelRate: (n) => ({ rateDay: monday(n), selling: String(40 + n) }),
  lpgPrice: (n) => ({ priceMonth: month(n) }),
  bioPrice: ofProduct,
  importCost: ofProduct,
  pumpPrice: async (n, context) => ({ fuelProduct: await fuelProduct(context), validFrom: monday(n) }),
  refineryPrice: async (n, context) => ({ fuelProduct: await fuelProduct(context), validFrom: monday(n) }),
  localExpectation: async (n, context) => ({
    fuelProduct: await fuelProduct(context),
    expectedFor: monday(n),
  }),
  fuelTax: async (n, context) => ({ ...(await ofProduct(n, context)), vatRate: '20', slidingShare: '0' }),
  blendedProduct: {
    of: async (_, context) => ({
      mainProduct: await fuelProduct(context),
      mainRatio: '99.5',
      firstComponent: await fuelProduct(context, 'FAME'),
      firstRatio: '0.5',
    }),
    another: {},
    changes: ['name', 'note'],
  },
  apiParameter: async (n, context) => ({
    fuelProduct: await fuelProduct(context),
    productReferenceCode: `P-${n}`,
    locationReferenceCode: `L-${n}`,
  }),
  boardPlan: async (n, context) => ({ fuelProduct: await fuelProduct(context), planMonth: month(n) }),
  transferItem: {
    of: async (n, context) => ({
      fuelProduct: await fuelProduct(context),
      terminal: `Terminal ${n}`,
      blendingRatio: '0',
      serviceFee: String(n),
    }),
    another: {},
    changes: ['yt04Parameter', 'serviceFee'],
  },
  transferLeg: {
    of: async (n, context) => ({
      transferItem: await transferItem(context),
      legNumber: ((n - 1) % 20) + 1,
      purchaseRatio: '1',
      rebateRatio: '0',
      dapRatio: '100',
      dapPremium: '1',
      fobRatio: '0',
      fobPremium: '1',
    }),
    another: {},
    changes: ['fuelSupplier', 'rebateRatio'],
  },
}
