import { quotaRuleKind } from '@kervan/contract/order/quota-rules'
import { masterDataScreen } from '../../kit/master/MasterDataPart.tsx'
import { Amount } from '../../kit/master/masterGrid.tsx'
import type { MasterRow } from '../../kit/master/types.ts'
import { asText } from '../../kit/values/asText.ts'
import { useFormats } from '../../kit/values/format.ts'
import { AboutQuotaRule } from './AboutQuotaRule.tsx'
import { UsageOfRule } from './QuotaUsage.tsx'

/** Quota rules (QTA-001): a form that says what the rule will do, and what it has done. */
export default masterDataScreen(quotaRuleKind, {
  quickFilter: 'actionType',
  views: {
    code: { pinned: true, width: 120 },
    name: { width: 240 },
    active: { width: 90 },
    actionType: { width: 220 },
    valueType: { width: 100 },
    quotaValue: { width: 148 },
    frequencyUnit: { width: 110 },
    validFrom: { width: 120 },
    validTo: { width: 120 },
    bindingStrategy: { width: 180 },
  },
  renderers: { quotaValue: (row) => <Limit row={row} /> },
  targets: {
    businessRelation: async () =>
      (await import('@kervan/contract/company/business-relations')).businessRelationKind,
    location: async () => (await import('@kervan/contract/company/locations')).locationKind,
    product: async () => (await import('@kervan/contract/company/products')).productKind,
    productGroup: async () => (await import('@kervan/contract/company/product-tree')).productGroupKind,
  },
  tabs: { usage: UsageOfRule },
  about: AboutQuotaRule,
})

/** Pieces, or an amount of the company's currency. */
function Limit({ row: { valueType, quotaValue } }: { row: MasterRow }) {
  const format = useFormats()
  return valueType === 'Amount' ? (
    <Amount value={quotaValue} currency={null} />
  ) : (
    format.number(asText(quotaValue))
  )
}
