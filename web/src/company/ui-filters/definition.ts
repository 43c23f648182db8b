import {
  operandsOf,
  UIFilterDefinition,
  uiFilterSources,
  uiFilterTypes,
  type UIFilterCondition,
  type UIFilterView,
} from '@kervan/contract/company/ui-filters'
import { text } from '@kervan/contract/kit/values'
import { z } from 'zod'

// What the form of a filter holds, and the definition that it means. Pure.

const fields = z.object({
  customerPolicyName: text(120),
  orderIndex: z.int().min(0).max(9_999),
  type: z.enum(uiFilterTypes),
  source: z.enum(uiFilterSources),
  match: z.enum(['All', 'Any']),
  conditions: z.array(z.custom<UIFilterCondition>()),
  codes: z.string(),
  entityId: z.string(),
  field: z.string(),
})
export type FilterValues = z.infer<typeof fields>

export const blankCondition: UIFilterCondition = { field: '', operator: 'AnyOf', values: [] }

export const blankFilter: FilterValues = {
  customerPolicyName: '',
  orderIndex: 0,
  type: 'Location',
  source: 'Conditions',
  match: 'All',
  conditions: [blankCondition],
  codes: '',
  entityId: '',
  field: '',
}

/** The form of a filter that there is. */
export function valuesOf({ customerPolicyName, orderIndex, type, definition }: UIFilterView): FilterValues {
  const common = { ...blankFilter, customerPolicyName, orderIndex, type, source: definition.source }
  switch (definition.source) {
    case 'Conditions':
      return { ...common, match: definition.match, conditions: definition.conditions }
    case 'Codes':
      return { ...common, codes: definition.codes.join('\n') }
    case 'MciEntity':
      return { ...common, entityId: definition.entityId, field: definition.field }
  }
}

/** Pasted text as codes: one a line, or between comma, semicolon or tab. */
export function splitCodes(pasted: string): string[] {
  return pasted
    .split(/[\r\n\t,;]+/)
    .map((code) => code.trim())
    .filter((code) => code !== '')
}

const isComplete = ({ field, operator, values }: UIFilterCondition) =>
  field !== '' && (operandsOf[operator] === 'none' || values.length > 0)

/** What the form means, or null while something is missing. */
export function definitionOf(values: FilterValues): UIFilterDefinition | null {
  const { source, match, conditions, codes, entityId, field } = values
  if (source === 'Conditions' && !conditions.every(isComplete)) return null
  const made = {
    Conditions: { source, match, conditions },
    Codes: { source, codes: splitCodes(codes) },
    MciEntity: { source, entityId, field },
  }[source]
  return UIFilterDefinition.safeParse(made).data ?? null
}

/** Where what is missing is said. */
const placeOf = { Conditions: 'conditions', Codes: 'codes', MciEntity: 'entityId' } as const

export const FilterForm = fields.superRefine((values, context) => {
  if (definitionOf(values) === null)
    context.addIssue({ code: 'custom', path: [placeOf[values.source]], message: 'kit.issue.required' })
})
