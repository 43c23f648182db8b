import { addDays, addMonths } from '@kervan/contract/kit/days'
import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import { Random } from '../../demo/random.ts'
import type { Demo } from '../../demo/world.ts'
import { dayIn } from '../../kit/clock.ts'
import type { DB } from '../../kit/database/db.gen.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { idOf } from '../../kit/database/uuid.ts'
import { fuels, makeMarket, type MadeMarket } from './generate.ts'

// Three years of the market, written in sets. Ids follow from what a record is, so the same moment gives the same data.

export type FuelDemo = Pick<Demo, 'tx' | 'company' | 'now' | 'timeZone'> & {
  today: string
  market: MadeMarket
}

const start = '2020-01-01'

export function fuelDemo({ tx, company, now, timeZone }: Demo): FuelDemo {
  const today = dayIn(timeZone, now)
  const market = makeMarket(new Random(company.id + 20_000), addMonths(today, -36), addDays(today, -1))
  return { tx, company, now, timeZone, today, market }
}

/** What every record of master data has. */
export const head = ({ company, now }: FuelDemo, kind: string, key: string) => ({
  company_id: company.id,
  id: idOf(`${kind} ${company.id} ${key}`),
  version: 1,
  created_at: now,
})
const idOfProduct = ({ company }: FuelDemo, code: string) => idOf(`fuel_product ${company.id} ${code}`)
export const productOf = (demo: FuelDemo, code: string) => ({ product_id: idOfProduct(demo, code) })

export async function insertProducts(demo: FuelDemo): Promise<void> {
  const { tx } = demo
  const product = (code: string, name: string, fuel_group: string, barrels: number | null) => ({
    ...head(demo, 'fuel_product', code),
    code,
    name,
    fuel_group,
    barrels_per_ton: barrels === null ? null : String(barrels),
  })
  await insertMany(tx, 'fuel_product', [
    ...fuels.map(({ code, name, barrels }) => product(code, name, 'Fuel', barrels)),
    product('LPG', 'LPG', 'Lpg', null),
    product('FAME', 'FAME', 'Bio', null),
    product('ETHANOL', 'Ethanol', 'Bio', null),
  ])
  const parameter = (
    code: string,
    density: number,
    more: Partial<Insertable<DB['fuel_parameter']>> = {},
  ) => ({
    ...head(demo, 'fuel_parameter', code),
    ...productOf(demo, code),
    valid_from: start,
    valid_to: null,
    density: String(density),
    threshold_rate: '3',
    quote_lag: 1,
    rate_lag: 0,
    fixed_premium: null,
    price_model: 'Formula',
    propane_share: null,
    ...more,
  })
  await insertMany(tx, 'fuel_parameter', [
    ...fuels.map(({ code, density }) => parameter(code, density)),
    parameter('LPG', 0.56, { fixed_premium: '95', propane_share: '30' }),
    parameter('FAME', 0.883),
    parameter('ETHANOL', 0.794),
  ])
  await insertMany(
    tx,
    'fuel_tax',
    fuels.flatMap(({ code, exciseTax, stockShare }) =>
      halfYears(demo.today).map(([valid_from, valid_to], at, all) => ({
        ...head(demo, 'fuel_tax', `${code} ${valid_from}`),
        ...productOf(demo, code),
        valid_from,
        valid_to,
        // Each half year a little more, up to what holds today.
        excise_tax: (exciseTax * 0.93 ** (all.length - 1 - at)).toFixed(4),
        stock_share: String(stockShare),
        vat_rate: '20',
        sliding_share: '0',
        base_tax: null,
      })),
    ),
  )
}

function halfYears(today: string): [string, string | null][] {
  const from: string[] = []
  const first = `${Number(today.slice(0, 4)) - 3}-07-01`
  for (let day = first; day <= today; day = addMonths(day, 6)) from.push(day)
  return from.map((day, at) => [
    at === 0 ? start : day,
    from[at + 1] === undefined ? null : addDays(from[at + 1] ?? '', -1),
  ])
}

export async function insertMarket(demo: FuelDemo): Promise<void> {
  const { tx, market, today } = demo
  // The last days come as files of the sources.
  const filesFrom = addDays(today, -filesOfDays)
  await insertMany(
    tx,
    'market_quote',
    market.quotes
      .filter(({ day }) => day < filesFrom)
      .map(({ code, day, high, low }) => ({
        ...head(demo, 'market_quote', `${code} ${day}`),
        ...productOf(demo, code),
        quote_day: day,
        price_high: high.toFixed(2),
        price_low: low.toFixed(2),
        market_unit: '$/TON',
        note: null,
      })),
  )
  await insertMany(
    tx,
    'fuel_rate',
    market.rates
      .filter(({ day }) => day < filesFrom)
      .map(({ day, selling }) => ({
        ...head(demo, 'fuel_rate', day),
        currency_code: 'USD',
        rate_day: day,
        buying: (selling - 0.0881).toFixed(4),
        selling: selling.toFixed(4),
        bulletin: null,
      })),
  )
  await insertMany(
    tx,
    'lpg_price',
    market.lpg.map(({ month, propane, butane }) => ({
      ...head(demo, 'lpg_price', month),
      lpg_supplier: 'SONATRACH',
      price_month: month,
      propane: String(propane),
      butane: String(butane),
    })),
  )
  const refinery = (
    code: string,
    validFrom: string,
    price: number,
    unit: string,
    base: [number, number] | null,
  ) => ({
    ...head(demo, 'refinery_price', `${code} ${validFrom}`),
    refinery: 'TuprasIzmit',
    ...productOf(demo, code),
    valid_from: validFrom,
    price: price.toFixed(2),
    refinery_unit: unit,
    base_quote: base && base[0].toFixed(3),
    base_rate: base && base[1].toFixed(4),
    reason: null,
  })
  await insertMany(tx, 'refinery_price', [
    ...market.prices.map(({ code, validFrom, price, quote, rate }) =>
      refinery(code, validFrom, price, 'TL/M3', [quote, rate]),
    ),
    ...market.lpg.map(({ validFrom, price }) => refinery('LPG', validFrom, price, 'TL/TON', null)),
  ])
  await insertMany(
    tx,
    'pump_price',
    market.prices.flatMap(({ code, validFrom, price }) => {
      const fuel = fuels.find((one) => one.code === code)
      const years = (Date.parse(today) - Date.parse(validFrom)) / 31_557_600_000
      const pump =
        fuel &&
        (price / 1_000 + (fuel.exciseTax + fuel.margin) * 0.86 ** years + fuel.stockShare / 1_000) * 1.2
      return pump
        ? [
            {
              ...head(demo, 'pump_price', `${code} ${validFrom}`),
              ...productOf(demo, code),
              valid_from: validFrom,
              price: pump.toFixed(2),
              note: null,
            },
          ]
        : []
    }),
  )
}

/** So many days come as files of the sources, with what goes wrong there. */
export const filesOfDays = 9

export async function insertRest(demo: FuelDemo): Promise<void> {
  const { tx, today } = demo
  const open = { valid_from: start, valid_to: null }
  await insertMany(
    tx,
    'import_cost',
    fuels.map(({ code, premium }) => ({
      ...head(demo, 'import_cost', code),
      ...productOf(demo, code),
      ...open,
      import_premium: String(premium + 10),
      domestic_cost: '180',
    })),
  )
  await insertMany(
    tx,
    'bio_price',
    (
      [
        ['FAME', '1250', '$/TON'],
        ['ETHANOL', '1050', '$/M3'],
      ] as const
    ).map(([code, price, market_unit]) => ({
      ...head(demo, 'bio_price', code),
      ...productOf(demo, code),
      ...open,
      price,
      market_unit,
      note: null,
    })),
  )
  await insertMany(
    tx,
    'blended_product',
    (
      [
        ['B05', 'Diesel with FAME', 'DIESEL', '99.5', 'FAME', '0.5'],
        ['E15', 'Gasoline with ethanol', 'GASOLINE95', '98.5', 'ETHANOL', '1.5'],
      ] as const
    ).map(([code, name, main, ratio, added, share]) => ({
      ...head(demo, 'blended_product', code),
      code,
      ...open,
      name,
      main_product_id: productOf(demo, main).product_id,
      main_ratio: ratio,
      first_component_id: productOf(demo, added).product_id,
      first_ratio: share,
      second_component_id: null,
      second_ratio: null,
      note: null,
    })),
  )
  await insertMany(
    tx,
    'board_plan',
    fuels.slice(0, 2).flatMap(({ code, level }) =>
      Array.from({ length: 6 }, (_, at) => {
        const plan_month = addMonths(`${today.slice(0, 7)}-01`, at - 2)
        return {
          ...head(demo, 'board_plan', `${code} ${plan_month}`),
          ...productOf(demo, code),
          plan_month,
          plan_quote: String(level),
          plan_rate: '48',
          plan_premium: '18',
          plan_margin: '9.8',
        }
      }),
    ),
  )
  await insertMany(
    tx,
    'market_symbol',
    (
      [
        ['GASOLINE95', 'AAWZB00', 'PREMUNL10-MED'],
        ['DIESEL', 'AAWYZ00', 'ULSD10-MED'],
        ['JETA1', 'AAZBN00', 'JETA1-MED'],
        ['FUELOIL1', 'PUAAJ00', 'FO1-MED'],
      ] as const
    ).flatMap(([product, platts, ric]) =>
      (
        [
          ['PLATTS', platts, 1],
          ['REFINITIV', ric, 2],
        ] as const
      ).map(([price_source, code, priority]) => ({
        ...head(demo, 'market_symbol', `${price_source} ${code}`),
        code,
        price_source,
        ...open,
        ...productOf(demo, product),
        market_unit: '$/TON',
        factor: '1',
        priority,
      })),
    ),
  )
}

export async function insertTransfers(demo: FuelDemo): Promise<void> {
  const { tx } = demo
  const items = [
    ['DSL-IZMIR', 'DIESEL', 'İzmir', '1.5', '0.5', 'FAME', '95', 'DSL10', 'IZM1'],
    ['GAS-IZMIR', 'GASOLINE95', 'İzmir', '1.8', '1.5', 'ETHANOL', '95', 'GAS95', 'IZM1'],
    ['DSL-MERSIN', 'DIESEL', 'Mersin', '2', '0.5', 'FAME', '98.39', 'DSL10', 'MRS1'],
  ] as const
  await insertMany(
    tx,
    'transfer_item',
    items.map(([code, product, terminal, parameter, ratio, added, fee]) => ({
      ...head(demo, 'transfer_item', code),
      code,
      ...productOf(demo, product),
      terminal,
      valid_from: start,
      valid_to: null,
      yt04_parameter: parameter,
      blending_ratio: ratio,
      blended_in_id: productOf(demo, added).product_id,
      service_fee: fee,
      average_period: null,
      holiday_rule: 'PublishedDays',
    })),
  )
  const leg = (item: string, number: number, over: object) => ({
    ...head(demo, 'transfer_leg', `${item} ${number}`),
    item_id: idOf(`transfer_item ${demo.company.id} ${item}`),
    leg_number: number,
    fuel_supplier: 'Med Trading',
    purchase_type: 'Import',
    purchase_ratio: '60',
    rebate_ratio: '0',
    supplier_mode: 'Vessel',
    dap_ratio: '70',
    dap_premium_unit: '$/TON',
    dap_premium: '22',
    fob_ratio: '30',
    fob_premium_unit: '$/TON',
    fob_premium: '35',
    ...over,
  })
  const local = {
    fuel_supplier: 'TÜPRAŞ İzmir',
    purchase_type: 'Local',
    purchase_ratio: '40',
    rebate_ratio: '1.2',
    supplier_mode: 'Pipeline',
    dap_ratio: '100',
    dap_premium_unit: 'TL/TON',
    dap_premium: '150',
    fob_ratio: '0',
  }
  await insertMany(
    tx,
    'transfer_leg',
    items.flatMap(([code]) => [leg(code, 1, {}), leg(code, 2, local)]),
  )
  await insertMany(tx, 'sap_condition', [
    {
      ...head(demo, 'sap_condition', 'YT04'),
      code: 'YT04',
      sales_organization: '1000',
      condition_table: '501',
      price_condition: 'YT04',
      fee_condition: 'YFEE',
      vendor_code: '100001',
    },
  ])
  await insertMany(
    tx,
    'api_parameter',
    items.map(([code, product, terminal, , ratio, , , material, plant]) => ({
      ...head(demo, 'api_parameter', code),
      product_reference_code: material,
      location_reference_code: plant,
      ...productOf(demo, product),
      terminal,
      blending_ratio: ratio,
      further_parameter: null,
      component_role: 'Main',
    })),
  )
}

/** Who is told of what. After everything else, so that nothing of the demo itself is told of. */
export async function insertContacts(demo: FuelDemo): Promise<void> {
  const { tx, company } = demo
  await insertMany(tx, 'fuel_contact', [
    {
      ...head(demo, 'fuel_contact', 'prices'),
      email: `prices@${company.domain}`,
      name: 'Price desk',
      language: 'tr',
      fuel_mails: [
        'PriceExpectation',
        'MissingData',
        'Correction',
        'TransferPriceApproved',
        'SapExport',
      ] as never,
    },
    {
      ...head(demo, 'fuel_contact', 'board'),
      email: `board@${company.domain}`,
      name: 'Board',
      language: 'de',
      fuel_mails: ['PriceExpectation'] as never,
    },
  ])
  await sql`analyze market_quote, fuel_rate, refinery_price, market_price, market_value, pump_price`.execute(
    tx,
  )
}
