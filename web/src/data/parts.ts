import { mappingPart } from '../company/company.api.ts'
import type { ScreenPart } from '../kit/page/part.ts'

export const dataGroups = ['trade', 'definitions', 'places', 'deliveries'] as const
type DataPart = ScreenPart<(typeof dataGroups)[number]>

const part = (
  key: string,
  permission: string,
  group: DataPart['group'],
  component: DataPart['component'],
): DataPart => ({ key, permission: `dataManagement-${permission}`, group, component })

/**
 * The parts of data management in the order they are offered (DAT-001): what every company needs first, what needs others
 * behind them, what nobody needs for a first order last. A new kind is one line here; its name is `kind.<key>.many`.
 */
export const dataParts: readonly DataPart[] = [
  part('businessRelation', 'getBusinessRelations', 'trade', () => import('./businessRelations.ts')),
  part('discountRate', 'getDiscountRates', 'trade', () => import('./discountRates.ts')),
  part('paymentLocation', 'getPaymentLocations', 'trade', () => import('./paymentLocations.ts')),
  part('wholesalerMargin', 'getWholesalerMargins', 'trade', () => import('./wholesalerMargins.ts')),
  part('refundTerm', 'getRefundTerms', 'trade', () => import('./refundTerms.ts')),
  part('priceChange', 'getPriceChanges', 'trade', () => import('./priceChanges.ts')),
  {
    key: 'goodsIssue',
    permission: 'orderManagement-getGoodsIssues',
    group: 'trade',
    component: () => import('./goodsIssues.ts'),
  },
  part(
    'propertyDefinition',
    'getPropertyDefinitions',
    'definitions',
    () => import('./propertyDefinitions.ts'),
  ),
  part('predefinedValue', 'getPredefinedValues', 'definitions', () => import('./predefinedValues.ts')),
  {
    key: 'mciMapping',
    permission: 'customerPolicyData-getMciFields',
    group: 'definitions',
    component: mappingPart,
  },
  part('country', 'getCountries', 'places', () => import('./countries.ts')),
  part('city', 'getCities', 'places', () => import('./cities.ts')),
  part('district', 'getDistricts', 'places', () => import('./districts.ts')),
  part('regionCode', 'getRegionCodes', 'places', () => import('./regionCodes.ts')),
  part('locationType', 'getLocationTypes', 'places', () => import('./locationTypes.ts')),
  part('fileSet', 'addFiles', 'deliveries', () => import('./files/SeveralFiles.tsx')),
  part(
    'dataTransferCalendar',
    'getDataTransferCalendar',
    'deliveries',
    () => import('./transfers/DataTransferCalendar.tsx'),
  ),
  part('dataTransfer', 'getDataTransfers', 'deliveries', () => import('./transfers/dataTransfers.tsx')),
  part('change', 'getDataLog', 'deliveries', () => import('./DataLog.tsx')),
  part('approvalRule', 'getApprovalRules', 'deliveries', () => import('./ApprovalRules.tsx')),
]
