import { fuelParameterKind, fuelProductKind, marketSymbolKind } from '@kervan/contract/lma/products'
import { sql } from 'kysely'
import { serveMasterData } from '../../kit/master/serve-master-data.ts'
import type { RowOfKind } from '../../kit/master/kind.ts'
import { recheckAfter } from '../reckoning/recheck.ts'
import { productReference } from './reference.ts'

/** Products of the fuel price module. One that anything else names cannot be deleted. */
export const fuelProducts = serveMasterData(fuelProductKind, {
  table: 'fuel_product',
  recordType: 'fuelProduct',
  usedBy: [
    {
      by: 'fuelRecords',
      find: (company, ids) =>
        sql.join(
          uses.map(
            ([table, column]) =>
              sql`select u.${sql.id(column)} as id, ${table} as name from ${sql.table(table)} u where u.company_id = ${company} and u.${sql.id(column)} = any(${ids}::uuid[])`,
          ),
          sql` union all `,
        ),
    },
  ],
})

/** Whatever names a product, by table and column. */
const uses = [
  ['fuel_parameter', 'product_id'],
  ['market_symbol', 'product_id'],
  ['market_quote', 'product_id'],
  ['bio_price', 'product_id'],
  ['import_cost', 'product_id'],
  ['pump_price', 'product_id'],
  ['refinery_price', 'product_id'],
  ['local_expectation', 'product_id'],
  ['fuel_tax', 'product_id'],
  ['blended_product', 'main_product_id'],
  ['blended_product', 'first_component_id'],
  ['blended_product', 'second_component_id'],
  ['api_parameter', 'product_id'],
  ['board_plan', 'product_id'],
  ['transfer_item', 'product_id'],
  ['transfer_item', 'blended_in_id'],
  ['expectation', 'product_id'],
  ['transfer_price', 'product_id'],
  ['price_scenario', 'product_id'],
  ['market_value', 'product_id'],
] as const

export const fuelParameters = serveMasterData(fuelParameterKind, {
  table: 'fuel_parameter',
  recordType: 'fuelParameter',
  ...productReference,
  after: recheckAfter('validFrom'),
})

export const marketSymbols = serveMasterData(marketSymbolKind, {
  table: 'market_symbol',
  recordType: 'marketSymbol',
  ...productReference,
  rules: (_, rows) => rows.forEach(notManual),
})

/** What people enter has no symbol. */
function notManual({ after, addIssue }: RowOfKind<typeof marketSymbolKind>): void {
  if (after?.priceSource === 'Manual') addIssue('priceSource', 'NoSymbolByHand')
}
