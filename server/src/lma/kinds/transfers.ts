import { sapConditionKind, transferItemKind, transferLegKind } from '@kervan/contract/lma/transfers'
import { exact, hundred } from '@kervan/contract/lma/exact'
import { sql } from 'kysely'
import type { RowOfKind } from '../../kit/master/kind.ts'
import { serveMasterData } from '../../kit/master/serve-master-data.ts'
import { toProduct } from './reference.ts'

/** Items of the transfer price. */
export const transferItems = serveMasterData(transferItemKind, {
  table: 'transfer_item',
  recordType: 'transferItem',
  columns: { fuelProduct: 'product_id', blendedIn: 'blended_in_id' },
  references: { fuelProduct: toProduct, blendedIn: toProduct },
  rules: (_, rows) =>
    rows.forEach(({ after, addIssue }) => {
      if (after && exact(after.blendingRatio).sign() > 0 && after.blendedIn === null)
        addIssue('blendedIn', 'BlendedInMissing')
    }),
  usedBy: [
    {
      by: 'transferLegs',
      find: (company, ids) =>
        sql`select l.item_id as id, l.leg_number::text as name from transfer_leg l where l.company_id = ${company} and l.item_id = any(${ids}::uuid[])`,
    },
  ],
})

/** Legs of items: the ratios of their incoterms sum to 100 per cent exactly. */
export const transferLegs = serveMasterData(transferLegKind, {
  table: 'transfer_leg',
  recordType: 'transferLeg',
  columns: { transferItem: 'item_id' },
  references: { transferItem: { table: 'transfer_item', name: 'terminal', keeps: 'id' } },
  rules: (_, rows) => rows.forEach(checkLeg),
})

function checkLeg({ after, addIssue }: RowOfKind<typeof transferLegKind>): void {
  if (!after) return
  const sum = exact(after.dapRatio).plus(exact(after.fobRatio))
  if (sum.compare(hundred) !== 0) addIssue('dapRatio', 'RatiosNotWhole', { sum: sum.toFixed(4) })
}

/** Under which keys SAP takes transfer prices. */
export const sapConditions = serveMasterData(sapConditionKind, {
  table: 'sap_condition',
  recordType: 'sapCondition',
})
