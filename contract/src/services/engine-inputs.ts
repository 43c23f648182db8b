import { masterData } from '../kit/master-data.ts'
import { field } from '../kit/master-fields.ts'
import { askedWorkOrderTypes } from './words.ts'

// What a company tells the engine beside stock and sales (ENG-001, ENG-003): which products stand in for which, what is on
// promotion, and what of the stock expires.

/**
 * A product that goes instead of another one that is short (ENG-003). A SKU stands in for the one of the same size, of the
 * same colour first; what has one SKU only stands in for every size. `substituteShare` of those who want the product buy it.
 */
export const productSubstituteKind = masterData('productSubstitute', {
  group: 'ServiceSetting',
  one: 'ProductSubstitute',
  many: 'ProductSubstitutes',
  order: 'substituteRank',
  approval: true,
  validity: ['validFrom', 'validTo'],
  fields: {
    product: field.reference('product', { key: true, searched: true }),
    substitute: field.reference('product', { key: true, searched: true }),
    validFrom: field.date({ key: true, fixed: false }),
    validTo: field.date({ optional: true }),
    substituteRank: field.integer({ min: 1, max: 99, start: 1 }),
    substituteShare: field.integer({ min: 1, max: 100, start: 60 }),
    note: field.text({ max: 200, optional: true, searched: true }),
  },
})

/**
 * A time in which a product is sold for less or advertised. What it sells then says little of an ordinary week, and what is
 * still to come is expected to sell more: `promotionLift` times as much where it is said, else as the engine has learned
 * from the promotions before. Without a location and a group it holds everywhere.
 */
export const salesPromotionKind = masterData('salesPromotion', {
  group: 'ServiceSetting',
  one: 'SalesPromotion',
  many: 'SalesPromotions',
  days: ['promotionFrom', 'promotionTo'],
  approval: true,
  fields: {
    code: field.code({ key: true, max: 40 }),
    product: field.reference('product', { searched: true }),
    locationGroup: field.text({ max: 60, optional: true, searched: true, section: 'where', bulk: false }),
    location: field.reference('location', { optional: true, searched: true, section: 'where' }),
    promotionFrom: field.date({ section: 'period' }),
    promotionTo: field.date({ section: 'period' }),
    priceOff: field.decimal({ scale: 2, min: 0, max: 90, start: '0' }),
    advertised: field.flag(),
    promotionLift: field.decimal({ scale: 2, min: 0.1, max: 50, optional: true }),
    note: field.text({ max: 200, optional: true, searched: true }),
  },
})

/**
 * What a location sold of a SKU on a day, and what lay there in the evening, as the till or the ERP delivers it (ENG-001). A
 * day without a row had no sale, and the stock of the last row before it.
 */
export const dailySaleKind = masterData('dailySale', {
  group: 'ServiceSetting',
  one: 'DailySale',
  many: 'DailySales',
  order: 'salesDay',
  fields: {
    location: field.reference('location', { key: true, searched: true }),
    variant: field.reference('productVariant', { key: true, searched: true }),
    salesDay: field.date({ key: true }),
    unitsSold: field.integer({ min: 0, max: 10_000_000 }),
    eveningStock: field.integer({ min: 0, max: 100_000_000, optional: true }),
  },
})

/** Pieces of the stock of a location that expire on a day. What expires before it sells covers no demand. */
export const stockBatchKind = masterData('stockBatch', {
  group: 'ServiceSetting',
  one: 'StockBatch',
  many: 'StockBatches',
  order: 'expiryDate',
  fields: {
    location: field.reference('location', { key: true, searched: true }),
    variant: field.reference('productVariant', { key: true, searched: true }),
    batchCode: field.text({ max: 40, key: true, searched: true }),
    expiryDate: field.date(),
    batchUnits: field.integer({ min: 0, max: 10_000_000 }),
  },
})

/**
 * A work order that another engine proposes for a service date of a project (ENG-001). Where a date has any, its run takes these
 * and computes nothing itself.
 */
export const foreignProposalKind = masterData('foreignProposal', {
  group: 'ServiceSetting',
  one: 'ForeignProposal',
  many: 'ForeignProposals',
  order: 'serviceDate',
  newestFirst: true,
  fields: {
    projectCode: field.text({ max: 40, key: true, searched: true }),
    serviceDate: field.date({ key: true }),
    sender: field.reference('location', { key: true, searched: true }),
    recipient: field.reference('location', { key: true, searched: true }),
    variant: field.reference('productVariant', { key: true, searched: true }),
    workOrderType: field.choice(askedWorkOrderTypes, { words: 'workOrderType' }),
    proposedUnits: field.integer({ min: 1, max: 1_000_000 }),
    netGain: field.decimal({ scale: 2, min: -100_000_000, max: 100_000_000, optional: true, price: true }),
    note: field.text({ max: 200, optional: true }),
  },
})
