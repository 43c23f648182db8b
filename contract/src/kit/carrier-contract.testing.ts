import { masterData } from './master-data.ts'
import { amountWithCurrency, field } from './master-fields.ts'

/** A kind that only tests declare: it has what the kinds of the product have, and what no one of them has yet. */
export const carrierContractKind = masterData('carrierContract', {
  group: 'DataManagement',
  one: 'CarrierContract',
  many: 'CarrierContracts',
  approval: 'always',
  validity: ['validFrom', 'validTo'],
  fields: {
    code: field.code({ key: true, max: 40 }),
    validFrom: field.date({ key: true, fixed: false }),
    validTo: field.date({ optional: true }),
    carrier: field.reference('businessRelation'),
    region: field.reference('regionCode', { parts: 2 }),
    ...amountWithCurrency('rate', { price: true }),
    document: field.file({ optional: true }),
  },
})

const words = (many: string, one: string, column: Record<string, string>) => ({
  kind: { carrierContract: { many, one, new: one, column } },
})

/** What it is called in each language; what is not said here, all kinds call the same. */
export const carrierContractWords = {
  en: words('Carrier contracts', 'Carrier contract', {
    carrier: 'Carrier',
    region: 'Region served',
    rate: 'Freight rate',
    rateCurrency: 'Currency of the rate',
    document: 'Signed contract',
  }),
  de: words('Frachtverträge', 'Frachtvertrag', {
    carrier: 'Frachtführer',
    region: 'Bedientes Gebiet',
    rate: 'Frachtsatz',
    rateCurrency: 'Währung des Satzes',
    document: 'Unterschriebener Vertrag',
  }),
  tr: words('Taşıma sözleşmeleri', 'Taşıma sözleşmesi', {
    carrier: 'Taşıyıcı',
    region: 'Hizmet bölgesi',
    rate: 'Navlun bedeli',
    rateCurrency: 'Navlun para birimi',
    document: 'İmzalı sözleşme',
  }),
}
