import {
  apiParameterKind,
  blendedProductKind,
  boardPlanKind,
  fuelContactKind,
  fuelDayKind,
  fuelTaxKind,
} from '@kervan/contract/lma/parameters'
import { exact, hundred, sumOf } from '@kervan/contract/lma/exact'
import type { RowOfKind } from '../../kit/master/kind.ts'
import { serveMasterData } from '../../kit/master/serve-master-data.ts'
import { recheckAfter } from '../reckoning/recheck.ts'
import { productReference, toProduct } from './reference.ts'

export const fuelTaxes = serveMasterData(fuelTaxKind, {
  table: 'fuel_tax',
  recordType: 'fuelTax',
  ...productReference,
  rules: (_, rows) =>
    rows.forEach(({ after, addIssue }) => {
      if (after?.baseTax && exact(after.exciseTax).compare(exact(after.baseTax)) > 0)
        addIssue('exciseTax', 'TaxOverBase')
    }),
})

export const fuelDays = serveMasterData(fuelDayKind, {
  table: 'fuel_day',
  recordType: 'fuelDay',
  after: recheckAfter('day'),
})

/** Blends: the ratios sum to 100 per cent exactly, and no component stands in one twice. */
export const blendedProducts = serveMasterData(blendedProductKind, {
  table: 'blended_product',
  recordType: 'blendedProduct',
  columns: {
    mainProduct: 'main_product_id',
    firstComponent: 'first_component_id',
    secondComponent: 'second_component_id',
  },
  references: { mainProduct: toProduct, firstComponent: toProduct, secondComponent: toProduct },
  rules: (_, rows) => rows.forEach(checkBlend),
})

function checkBlend({ after, addIssue }: RowOfKind<typeof blendedProductKind>): void {
  if (!after) return
  const { mainRatio, firstRatio, secondRatio } = after
  const sum = sumOf([mainRatio, firstRatio, secondRatio ?? '0'].map(exact))
  if (sum.compare(hundred) !== 0) addIssue('mainRatio', 'RatiosNotWhole', { sum: sum.toFixed(4) })
  const components = [after.mainProduct, after.firstComponent, after.secondComponent ?? '']
  if (new Set(components).size < components.length) addIssue('firstComponent', 'ComponentTwice')
  if ((after.secondComponent === null) !== (secondRatio === null))
    addIssue('secondRatio', 'ComponentWithRatio')
}

export const apiParameters = serveMasterData(apiParameterKind, {
  table: 'api_parameter',
  recordType: 'apiParameter',
  ...productReference,
})

export const fuelContacts = serveMasterData(fuelContactKind, {
  table: 'fuel_contact',
  recordType: 'fuelContact',
})

/** What the board plans, by product and month. */
export const boardPlans = serveMasterData(boardPlanKind, {
  table: 'board_plan',
  recordType: 'boardPlan',
  ...productReference,
  rules: (_, rows) =>
    rows.forEach(
      ({ after, addIssue }) =>
        after && !after.planMonth.endsWith('-01') && addIssue('planMonth', 'FirstOfMonth'),
    ),
})
