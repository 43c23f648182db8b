import { locationTypes } from '../kit/location-types.ts'
import { masterData } from '../kit/master-data.ts'
import { field } from '../kit/master-fields.ts'
import { actionRoles, breakdownStates, locationGroups, recordStates } from './words.ts'

/** The places of a company: warehouses, shops, customers' places of delivery (LOC-001 to LOC-003). */
export const locationKind = masterData('location', {
  group: 'Location',
  one: 'Location',
  many: 'Locations',
  name: 'name',
  approval: true,
  fields: {
    code: field.code({ key: true, max: 40 }),
    name: field.text({ max: 160, searched: true }),
    locationType: field.choice(locationTypes, { words: 'locationType' }),
    ownType: field.reference('locationType', { optional: true, list: 'hidden' }),
    groupType: field.choice(locationGroups, { words: 'locationGroup', optional: true }),
    locationGroup: field.text({ max: 60, optional: true, list: 'hidden' }),
    status: field.choice(recordStates, { words: 'recordState', start: 'Active' }),
    blacklisted: field.flag({ list: 'hidden' }),
    breakdownState: field.choice(breakdownStates, {
      words: 'breakdownState',
      start: 'AutoActive',
      section: 'advisor',
      list: 'hidden',
    }),
    actionRole: field.choice(actionRoles, { words: 'actionRole', optional: true, section: 'advisor' }),
    area: field.decimal({ scale: 2, max: 10_000_000, optional: true, section: 'advisor', list: 'hidden' }),
    country: field.text({ max: 60, section: 'address', list: 'hidden', start: 'TR', mayName: 'country' }),
    city: field.text({ max: 60, section: 'address', searched: true }),
    district: field.text({ max: 60, section: 'address', searched: true }),
    address: field.text({ max: 300, lines: 3, optional: true, section: 'address', list: 'hidden' }),
    latitude: field.decimal({
      scale: 6,
      min: -90,
      max: 90,
      optional: true,
      section: 'address',
      list: 'hidden',
    }),
    longitude: field.decimal({
      scale: 6,
      min: -180,
      max: 180,
      optional: true,
      section: 'address',
      list: 'hidden',
    }),
    gln: field.code({ max: 13, optional: true, searched: true, section: 'contact', list: 'hidden' }),
    email: field.email({ optional: true, section: 'contact', list: 'hidden' }),
    phone: field.text({ max: 40, optional: true, section: 'contact', list: 'hidden' }),
    customer: field.reference('businessRelation', { optional: true, section: 'contact', fixed: true }),
    properties: field.properties({ section: 'properties' }),
  },
})
