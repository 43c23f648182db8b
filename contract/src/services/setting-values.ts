import { z } from 'zod'
import { call, Uuid } from '../kit/call.ts'
import { masterData } from '../kit/master-data.ts'
import { field } from '../kit/master-fields.ts'
import { column } from '../kit/page.ts'
import { DateOnly } from '../kit/values.ts'
import { settingLevels, settingNames, settingScopes, settingSources, settingUnits } from './settings.ts'

// What a company says of the settings of its services, by level and from when to when (SVC-002).

/**
 * A value of a setting. Where it holds follows from what is filled: nothing (the company), a location group, a location, a
 * product, or a location and a product.
 */
export const serviceSettingKind = masterData('serviceSetting', {
  group: 'ServiceSetting',
  one: 'ServiceSetting',
  many: 'ServiceSettings',
  approval: true,
  validity: ['validFrom', 'validTo'],
  computed: {
    settingLevel: column.choice(settingLevels, { words: 'settingLevel', nullable: true }),
    settingScope: column.choice(settingScopes, { words: 'settingScope', nullable: true }),
    settingUnit: column.choice(settingUnits, { words: 'settingUnit', nullable: true }),
  },
  fields: {
    code: field.code({ key: true, max: 40 }),
    setting: field.choice(settingNames, { words: 'serviceSetting', fixed: true }),
    settingValue: field.decimal({ scale: 2, min: 0, max: 1_000_000 }),
    locationGroup: field.text({ max: 60, optional: true, searched: true, section: 'where' }),
    location: field.reference('location', { optional: true, searched: true, section: 'where' }),
    product: field.reference('product', { optional: true, searched: true, section: 'where' }),
    validFrom: field.date({ section: 'period' }),
    validTo: field.date({ optional: true, section: 'period' }),
    note: field.text({ max: 200, optional: true, searched: true }),
  },
})

/** What could hold at a place: the value of a level, or of a principle of the strategy that is asked about. */
const Candidate = z.strictObject({
  level: z.enum(settingLevels),
  source: z.enum(settingSources),
  /** The code of the value or the principle; null for what the portal begins with. */
  code: z.string().nullable(),
  value: z.string(),
  validFrom: DateOnly.nullable(),
  validTo: DateOnly.nullable(),
})

/** Which value of each setting holds for a location and a product on a day, and what it stands before. */
export const getSettingsHere = call('ServiceSetting/GetSettingsHere', {
  sharesPermission: 'GetServiceSettings',
  reads: true,
  input: z.strictObject({
    locationCode: z.string().max(64).nullable(),
    productCode: z.string().max(64).nullable(),
    /** Its plan in force counts as well. */
    strategyId: Uuid.nullable(),
    /** Today of the company, where it is null. */
    day: DateOnly.nullable(),
  }),
  output: z.strictObject({
    day: DateOnly,
    locationGroup: z.string().nullable(),
    strategies: z.array(z.strictObject({ id: Uuid, code: z.string(), name: z.string() })),
    settings: z.array(
      z.strictObject({
        setting: z.enum(settingNames),
        /** The one that holds comes first, the others in the order in which they would. */
        candidates: z.array(Candidate).min(1),
      }),
    ),
  }),
  refusals: ['NotFound', 'WholeCompanyNeeded'],
})
