import { masterData } from '../kit/master-data.ts'
import { field } from '../kit/master-fields.ts'
import { otherLanguages } from '../kit/master-names.ts'

// Countries, cities, districts and the codes of sales regions (DAT-001).

export const countryKind = masterData('country', {
  group: 'DataManagement',
  one: 'Country',
  many: 'Countries',
  name: 'name',
  fields: {
    code: field.code({ key: true, max: 2 }),
    name: field.text({ max: 80, searched: true }),
    active: field.flag({ start: true }),
    ...otherLanguages('name', { max: 80 }),
  },
})

export const cityKind = masterData('city', {
  group: 'DataManagement',
  one: 'City',
  many: 'Cities',
  name: 'name',
  fields: {
    code: field.code({ key: true, max: 12 }),
    name: field.text({ max: 80, searched: true }),
    country: field.reference('country'),
  },
})

export const districtKind = masterData('district', {
  group: 'DataManagement',
  one: 'District',
  many: 'Districts',
  name: 'name',
  fields: {
    code: field.code({ key: true, max: 20 }),
    name: field.text({ max: 80, searched: true }),
    cityCode: field.reference('city'),
  },
})

/** Which sales region a district belongs to; a file replaces all of them. */
export const regionCodeKind = masterData('regionCode', {
  group: 'DataManagement',
  one: 'RegionCode',
  many: 'RegionCodes',
  modes: ['Replace'],
  fields: {
    subdivision: field.text({ key: true, max: 80 }),
    district: field.text({ key: true, max: 80 }),
    regionCode: field.code({ max: 40, searched: true }),
  },
})
