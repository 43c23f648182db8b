import { serviceProducts } from '../access/words.ts'
import { masterData } from '../kit/master-data.ts'
import { field } from '../kit/master-fields.ts'
import { projectDomains } from './words.ts'

/** What runs of a service cost, from when to when (SUB-001): so many credits for each so many pairs of location and product begun. */
export const creditTariffKind = masterData('creditTariff', {
  group: 'ProjectSetting',
  one: 'CreditTariff',
  many: 'CreditTariffs',
  order: 'serviceProduct',
  approval: true,
  validity: ['validFrom', 'validTo'],
  fields: {
    validFrom: field.date({ key: true, fixed: false }),
    serviceProduct: field.choice(serviceProducts, { words: 'serviceProduct', key: true }),
    projectDomain: field.choice(projectDomains, { words: 'projectDomain', key: true, start: 'Production' }),
    validTo: field.date({ optional: true }),
    tariffPairs: field.integer({ min: 1, max: 100_000_000, start: 1_000 }),
    tariffCredits: field.integer({ min: 0, max: 1_000_000, start: 1 }),
  },
})
