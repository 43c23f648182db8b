import { z } from 'zod'
import { call, Uuid } from '../kit/call.ts'
import { masterData } from '../kit/master-data.ts'
import { field } from '../kit/master-fields.ts'
import { column, pageList } from '../kit/page.ts'
import { DateOnly, Instant, Money } from '../kit/values.ts'
import {
  quotaActions,
  quotaBindings,
  quotaBookings,
  quotaLocationLevels,
  quotaProductLevels,
  quotaResults,
  quotaUnits,
  quotaValueTypes,
} from './words.ts'

// Limits on what is ordered (QTA-001 to QTA-003): the rules, what they would do, and how much of them is used.

/**
 * A quota rule. Standard counts each location and product by itself; Aggregate counts by the two levels. The lists say
 * what it covers, an empty one everything; none of them may be finer than the level that counts.
 */
export const quotaRuleKind = masterData('quotaRule', {
  group: 'ProjectSetting',
  one: 'QuotaRule',
  many: 'QuotaRules',
  name: 'name',
  approval: true,
  validity: ['validFrom', 'validTo'],
  refusals: ['QuotaNotActive'],
  fields: {
    code: field.code({ key: true, max: 40 }),
    name: field.text({ max: 120, searched: true }),
    active: field.flag({ start: true }),
    actionType: field.choice(quotaActions, { words: 'quotaAction', start: 'Warning' }),
    valueType: field.choice(quotaValueTypes, { words: 'quotaValue', start: 'Quantity' }),
    // Pieces, or an amount: `valueType` says which.
    quotaValue: field.decimal({ scale: 4 }),
    every: field.integer({ min: 1, max: 120, start: 1, section: 'period', list: 'hidden' }),
    frequencyUnit: field.choice(quotaUnits, { words: 'quotaUnit', start: 'Month', section: 'period' }),
    validFrom: field.date({ section: 'period' }),
    validTo: field.date({ optional: true, section: 'period' }),
    bindingStrategy: field.choice(quotaBindings, {
      words: 'quotaBinding',
      start: 'Standard',
      section: 'level',
    }),
    locationLevel: field.choice(quotaLocationLevels, {
      words: 'quotaLocationLevel',
      optional: true,
      section: 'level',
    }),
    productLevel: field.choice(quotaProductLevels, {
      words: 'quotaProductLevel',
      optional: true,
      section: 'level',
    }),
    locationGroup: field.text({ max: 60, optional: true, section: 'scope', list: 'hidden' }),
    customers: field.references('businessRelation', { section: 'scope' }),
    locations: field.references('location', { section: 'scope' }),
    categories: field.references('productGroup', { section: 'scope' }),
    products: field.references('product', { section: 'scope' }),
  },
})

/** What a rule says of a line: facts, told in the reader's language wherever they are shown (QTA-002). */
export const QuotaFacts = z.strictObject({
  ruleCode: z.string(),
  ruleName: z.string(),
  valueType: z.enum(quotaValueTypes),
  actionType: z.enum(quotaActions),
  /** What counts together, by name: a customer, a location and a product; empty for the whole company. */
  node: z.array(z.string()),
  /** The window, half open. */
  from: Instant,
  to: Instant,
  /** Null where prices are hidden from the reader and the quota is one of amounts (ORD-020). */
  limit: Money.nullable(),
  used: Money.nullable(),
  asked: Money.nullable(),
  left: Money.nullable(),
  exceeded: z.boolean(),
})
export type QuotaFacts = z.infer<typeof QuotaFacts>

/** How a rule would have judged what was ordered lately, without keeping anything (QTA-001). */
export const previewQuotaRule = call('ProjectSetting/PreviewQuotaRule', {
  reads: true,
  sharesPermission: 'GetQuotaRules',
  input: z.strictObject({ values: quotaRuleKind.values, months: z.int().min(1).max(12) }),
  output: z.strictObject({
    from: DateOnly,
    to: DateOnly,
    /** Lines that it would have looked at, and how they would have ended. */
    lines: z.int(),
    results: z.array(z.strictObject({ result: z.enum(quotaResults), lines: z.int() })),
    /** The fullest windows, most used first. */
    fullest: z.array(
      z.strictObject({ node: z.array(z.string()), from: Instant, to: Instant, used: Money, limit: Money }),
    ),
    /** More was ordered than is looked at; only the newest lines were. */
    truncated: z.boolean(),
  }),
  refusals: ['RecordInvalid'],
})

const codes = z.array(z.string().max(64)).max(1_000)

/** The other active rules that count a line which one like this would count: each counts it, and the strictest decides. */
export const overlappingQuotaRules = call('ProjectSetting/GetOverlappingQuotaRules', {
  reads: true,
  sharesPermission: 'GetQuotaRules',
  input: z.strictObject({
    /** The rule itself, which is none of the others; empty as long as it has no code. */
    ruleCode: z.string().max(64),
    validFrom: DateOnly,
    validTo: DateOnly.nullable(),
    locationGroup: z.string().max(60).nullable(),
    customers: codes,
    locations: codes,
    categories: codes,
    products: codes,
  }),
  output: z.strictObject({
    rules: z.array(z.strictObject({ id: z.uuid(), code: z.string(), name: z.string() })),
  }),
  refusals: [],
})

/** Use of every rule by node and window. */
export const quotaUsage = pageList('ProjectSetting/GetQuotaUsage', {
  columns: {
    ruleCode: column.code(),
    ruleName: column.text(),
    actionType: column.choice(quotaActions, { words: 'quotaAction' }),
    valueType: column.choice(quotaValueTypes, { words: 'quotaValue' }),
    locationNode: column.text(),
    productNode: column.text(),
    windowFrom: column.instant(),
    windowTo: column.instant(),
    quotaLimit: column.decimal(),
    quotaUsed: column.decimal(),
    quotaLeft: column.decimal(),
    /** Whole percent of the limit. */
    usedPercent: column.integer(),
    /** False for a rule that is switched off: what was used before stays to be seen. */
    ruleActive: column.flag(),
    /** 1 where more is used than the limit, so that groups say how many of their quotas are over it. */
    quotasOver: column.integer(),
  },
  summed: { sums: ['quotasOver'], groups: { locationNode: 'locationNode' } },
  extra: { id: z.uuid(), /** Of rules of amounts; null for pieces. */ currency: z.string().nullable() },
  /** `current`: only the windows that are open now, of rules that are not switched off. */
  scope: { current: z.boolean(), ruleCode: z.string().max(64).nullable() },
  defaultSort: [{ column: 'usedPercent', direction: 'desc' }],
  search: true,
})

/**
 * Use of a rule over its windows, oldest first, the newest 24: of all nodes together, or of one (`usageId`, a row of the
 * list above). `left` counts what the nodes that used something have left. Empty where amounts are hidden (ORD-020).
 */
export const quotaWindows = call('ProjectSetting/GetQuotaWindows', {
  reads: true,
  sharesPermission: 'GetQuotaUsage',
  input: z.strictObject({ ruleCode: z.string().max(64), usageId: Uuid.nullable() }),
  output: z.strictObject({
    /** What counts together, by name; empty for all nodes. */
    node: z.array(z.string()),
    windows: z.array(
      z.strictObject({ from: Instant, to: Instant, within: Money, over: Money, left: Money, nodes: z.int() }),
    ),
  }),
  refusals: [],
})

/** Who used a quota: what each line booked on one node and window. */
export const quotaEntries = pageList('ProjectSetting/GetQuotaEntries', {
  sharesPermission: { page: 'GetQuotaUsage', excel: 'ExportQuotaUsage' },
  columns: {
    bookedAt: column.instant(),
    bookingKind: column.choice(quotaBookings, { words: 'quotaBooking' }),
    orderCode: column.code(),
    lineNo: column.integer(),
    productName: column.text(),
    customerName: column.text(),
    orderedBy: column.text(),
    booked: column.decimal(),
  },
  extra: { id: z.uuid() },
  scope: { usageId: Uuid },
  defaultSort: [{ column: 'bookedAt', direction: 'desc' }],
  search: true,
})

const lineQuotas = (name: 'OrderManagement/GetLineQuotas' | 'OrderMy/GetLineQuotas') =>
  call(name, {
    reads: true,
    sharesPermission: 'GetOrder',
    input: z.strictObject({ orderCode: z.string().min(1).max(40), lineId: Uuid }),
    /** What each rule said when it last looked at the line; empty where the reader is not told (QTA-003). */
    output: z.strictObject({ quotas: z.array(QuotaFacts) }),
    refusals: ['OrderNotFound', 'LineNotFound'],
  })

export const getManagedLineQuotas = lineQuotas('OrderManagement/GetLineQuotas')
export const getMyLineQuotas = lineQuotas('OrderMy/GetLineQuotas')
