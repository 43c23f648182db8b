import { plainText } from '@kervan/contract/kit/typed'
import type { Field, FieldValue, Values } from '@kervan/contract/kit/master-fields'
import * as company from '../src/company/master-samples.testing.ts'
import * as data from '../src/data/master-samples.testing.ts'
import * as lma from '../src/lma/master-samples.testing.ts'
import type { ServedKind } from '../src/kit/master/kind.ts'
import * as order from '../src/order/master-samples.testing.ts'
import * as services from '../src/services/master-samples.testing.ts'
import type { SampleContext, Samples } from './sample-records.ts'

// Records of any kind of master data, made up from its declaration, for the walk over all of them.

const ofAreas: Samples = {
  ...company.samples,
  ...data.samples,
  ...lma.samples,
  ...order.samples,
  ...services.samples,
}

/** The values of the n-th sample of a kind. References are filled by the area of the kind. */
export async function sampleValues(served: ServedKind, n: number, context: SampleContext): Promise<Values> {
  const values: Values = Object.fromEntries(
    served.fields.map(([name, field]) => [
      name,
      name === served.kind.validity?.from ? '2026-01-01' : sampleOf(name, field, n),
    ]),
  )
  const own = ownOf(served)
  return { ...values, ...(await own?.of(n, context)) }
}

/** Adds samples of a kind that only a test declares. */
export const addSamples = (samples: Samples): void => void Object.assign(ofAreas, samples)

function ownOf({ kind }: ServedKind) {
  const own = ofAreas[kind.key]
  return typeof own === 'function'
    ? { of: own, another: {} as Values, changes: undefined }
    : own && { changes: undefined, ...own }
}

function sampleOf(name: string, field: Field, n: number): FieldValue {
  if (field.optional && !field.key) return null
  switch (field.type) {
    case 'text':
      if (field.format === 'email') return `sample${n}@office.example`
      return `${name} ${n}`.slice(0, field.max ?? 40)
    case 'code':
      return field.format === 'currency' ? 'EUR' : `T-${n}`
    case 'choice':
      return field.values?.[0] ?? null
    case 'choices':
      return field.values?.slice(0, 2) ?? []
    case 'integer':
      return Math.min(field.max ?? 9, Math.max(field.min ?? 0, n))
    case 'decimal':
      return String((field.min ?? 0) + n)
    case 'date':
      return `2026-12-${String((n % 27) + 1).padStart(2, '0')}`
    case 'instant':
      return '2026-12-01T10:00:00.000Z'
    case 'flag':
      return n % 2 === 0
    case 'references':
      return []
    case 'properties':
      return {}
    default:
      return null
  }
}

/** Another value for the first field that may be changed, or the last one: its name and the value. */
export function anotherValue(
  served: ServedKind,
  values: Values,
  last = false,
): { name: string; value: FieldValue } {
  const plain = served.fields.filter(
    ([, field]) => !field.fixed && !field.key && ['text', 'code', 'decimal', 'integer'].includes(field.type),
  )
  const filled = plain.filter(([, field]) => !field.optional)
  const wanted = ownOf(served)?.changes
  const changeable = wanted
    ? plain.filter(([name]) => wanted.includes(name))
    : filled.length > (last ? 1 : 0)
      ? filled
      : plain
  const found = changeable.at(last ? -1 : 0)
  if (!found) throw new Error(`${served.kind.key} has no field that the walk can change`)
  const [name, field] = found
  const own = ownOf(served)?.another[name]
  if (own !== undefined) return { name, value: own }
  const before = values[name]
  if (field.format === 'currency') return { name, value: before === 'EUR' ? 'USD' : 'EUR' }
  if (field.type === 'text' || field.type === 'code')
    return { name, value: `other ${plainText(before)}`.trim().slice(0, field.max ?? 40) }
  if (field.type === 'integer') return { name, value: Number(before ?? 0) + 1 }
  return { name, value: String(Number(before ?? 0) + 1) }
}
