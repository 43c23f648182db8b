import { masterData } from '../kit/master-data.ts'
import { field } from '../kit/master-fields.ts'
import { relationTypes } from './words.ts'

/** Between supplier and customer: terms of payment and delivery, limits, codes in other systems (ORD-022). */
export const businessRelationKind = masterData('businessRelation', {
  group: 'DataManagement',
  one: 'BusinessRelation',
  many: 'BusinessRelations',
  name: 'name',
  approval: true,
  refusals: ['RelationsNotActive'],
  fields: {
    code: field.code({ key: true, max: 40 }),
    name: field.text({ max: 200, searched: true }),
    relationType: field.choice(relationTypes, { words: 'relationType', fixed: true }),
    city: field.text({ max: 60, searched: true }),
    related: field.flag({ start: true }),
    blacklisted: field.flag({ list: 'hidden' }),
    discountPercent: field.decimal({ scale: 2, max: 100, section: 'terms', start: '0', price: true }),
    paymentTermDays: field.integer({ max: 720, section: 'terms', start: 30 }),
    leadTimeDays: field.integer({ max: 365, section: 'terms', start: 2 }),
    minimumAmount: field.money({ optional: true, section: 'terms', list: 'hidden', price: true }),
    maximumAmount: field.money({ optional: true, section: 'terms', list: 'hidden', price: true }),
    shipToErpCode: field.code({ max: 60, optional: true, section: 'codes', list: 'hidden' }),
    soldToErpCode: field.code({ max: 60, optional: true, section: 'codes', list: 'hidden' }),
    ediAddress: field.text({ max: 300, optional: true, section: 'codes', list: 'hidden' }),
    siloCode: field.code({ max: 60, optional: true, section: 'codes', list: 'hidden' }),
  },
})
