// Inputs that a call's schema accepts, made from the schema itself, valid and spoilt. What the contract says is what
// gets tried: a new call needs no new sample.
import fc from 'fast-check'
import { z } from 'zod'
import type { Call } from '@kervan/contract/kit/call'
import { checkDigitOf } from '@kervan/contract/kit/gs1/check-digits'

type Json = { [key: string]: unknown }
type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  additionalProperties?: unknown
}

// A walk asks for the same call many times, and each time would read its schema and its patterns anew.
const known = new Map<Call, fc.Arbitrary<Json>>()
const samples = new Map<Call, Json>()

/** Any input that the schema of the call accepts. */
export function validInput(call: Call): fc.Arbitrary<Json> {
  const made = known.get(call) ?? readSchema(call)
  known.set(call, made)
  return made
}

function readSchema(call: Call): fc.Arbitrary<Json> {
  const schema = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Schema
  // Patterns and refinements say more than the shape; what they refuse is not sent as valid.
  return (arbitrary(schema) as fc.Arbitrary<Json>).filter((input) => call.input.safeParse(input).success)
}

/** One valid input, the same all day. */
export function sampleInput(call: Call): Json {
  const made = samples.get(call) ?? fc.sample(validInput(call), { numRuns: 1, seed: 7 })[0]!
  samples.set(call, made)
  return structuredClone(made)
}

/** An input that was valid and had something done to it. */
export function spoiltInput(call: Call): fc.Arbitrary<unknown> {
  return fc
    .tuple(
      validInput(call),
      fc.array(fc.tuple(fc.nat(), fc.oneof(fc.constant(undefined), fc.jsonValue({ maxDepth: 2 }), hostile)), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(([input, changes]) => {
      const spoilt: Json = structuredClone(input)
      for (const [at, value] of changes) {
        const keys = [...Object.keys(spoilt), 'unknownField']
        spoilt[keys[at % keys.length] as string] = value
      }
      return spoilt
    })
}

const hostile = fc.constantFrom<unknown>(
  "' or 1=1 --",
  '../../etc/passwd',
  '\u0000',
  '💥'.repeat(50),
  'İIıi',
  '<script>alert(1)</script>',
  '=cmd()',
  '-1',
  '1e309',
  Number.MAX_SAFE_INTEGER,
  -1,
  0.1,
  1e30,
  null,
  [],
  {},
  true,
  '2026-02-30',
  'x'.repeat(10_000),
  { __proto__: { admin: true } },
  { toString: 1 },
  '00000000-0000-0000-0000-000000000000',
  '%',
  '_',
  '\\',
)

function arbitrary(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(arbitrary))
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return object(schema)
    case 'array':
      return fc.array(arbitrary(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, (schema.minItems ?? 0) + 3),
      })
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -1_000, -(2 ** 31)),
        max: Math.min(schema.maximum ?? 2 ** 31 - 1, 2 ** 31 - 1),
      })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return text(schema)
    default:
      return fc.jsonValue({ maxDepth: 1 })
  }
}

function object(schema: Schema): fc.Arbitrary<Json> {
  const properties = Object.entries(schema.properties ?? {}).map(
    ([key, value]) => [key, byName[key] ?? arbitrary(value)] as const,
  )
  return fc.record(Object.fromEntries(properties), { requiredKeys: schema.required ?? [] })
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

/** What a refinement asks for and no schema can say: nearly nothing that chance finds has a right check digit. */
const byName: Record<string, fc.Arbitrary<unknown>> = {
  domain: fc.stringMatching(/^[a-z]{2,10}$/).map((name) => `${name}.example`),
  timeZone: fc.constantFrom('Europe/Istanbul', 'Europe/Berlin', 'UTC'),
  referenceTimeZone: fc.constantFrom('Europe/Istanbul', 'Europe/Berlin', 'UTC'),
  month: fc.constantFrom('2026-01', '2026-11', '2027-02'),
  currency: fc.constantFrom('TRY', 'EUR', 'USD'),
  currencyCode: fc.constantFrom('TRY', 'EUR', 'USD'),
  publicKey: fc.uint8Array({ minLength: 32, maxLength: 32 }).map(base64url),
  signature: fc.uint8Array({ minLength: 64, maxLength: 64 }).map(base64url),
  gln: fc
    .integer({ min: 0, max: 999_999_999 })
    .map((number) => `868${String(number).padStart(9, '0')}`)
    .map((digits) => `${digits}${checkDigitOf(digits)}`),
  gtin: fc
    .integer({ min: 0, max: 999_999_999 })
    .map((number) => `0869${String(number).padStart(9, '0')}`)
    .map((digits) => `${digits}${checkDigitOf(digits)}`),
}

// Around today, whenever that is: many a call tells a day gone by from one to come.
const today = Date.parse(new Date().toISOString().slice(0, 10))
const aYear = 365 * 24 * 60 * 60_000
// Reading a pattern takes milliseconds, most of what a walk over all calls would spend.
const requestKey = fc.stringMatching(/^[a-z0-9]{8,20}$/)
const address = fc.stringMatching(/^[a-z]{3,12}$/).map((name) => `${name}@example.test`)
const day = fc.date({ min: new Date(today - aYear), max: new Date(today + aYear), noInvalidDate: true })

function text(schema: Schema): fc.Arbitrary<string> {
  if (schema.format === 'uuid') return fc.uuid({ version: 7 })
  if (schema.format === 'date') return day.map((date) => date.toISOString().slice(0, 10))
  if (schema.format === 'date-time') return day.map((date) => date.toISOString())
  if (schema.format === 'email') return address
  if (schema.pattern?.startsWith('^[a-z]+:'))
    return fc.constantFrom('grid:Orders', 'grid:OrderManagement/GetPendingOrders', 'view:x')
  if (schema.pattern?.startsWith('^[A-Za-z0-9_-]')) return requestKey
  if (schema.pattern?.includes('\\d{6}')) return fc.integer({ min: 100_000, max: 999_999 }).map(String)
  if (schema.pattern?.includes('\\d')) return fc.integer({ min: 0, max: 10_000 }).map(String)
  const maxLength = Math.min(schema.maxLength ?? 40, 40)
  const letters = fc.constantFrom(...Array.from('abc XYZ019 -_.:/\'"%ıİğŞß😀'))
  return fc
    .array(letters, {
      minLength: schema.minLength ?? 0,
      maxLength: Math.max(maxLength, schema.minLength ?? 0),
    })
    .map((all) => all.join('').slice(0, schema.maxLength ?? 200))
}
