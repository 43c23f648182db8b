import { z } from 'zod'
import { call, Uuid } from '../kit/call.ts'

// "Why can't this user see this?": the chain of what the server asks before it shows something, each link ok or not.

const locations = [
  z.strictObject({ kind: z.literal('screen'), path: z.string().min(1).max(200) }),
  z.strictObject({ kind: z.literal('call'), name: z.string().min(1).max(120) }),
] as const

/**
 * What one may ask about oneself: where one was turned away. A part of a screen goes by its permission. A record that is not
 * one's to see does not exist.
 */
export const OwnExplainTarget = z.discriminatedUnion('kind', [
  ...locations,
  z.strictObject({ kind: z.literal('part'), permission: z.string().min(1).max(120) }),
])
export type OwnExplainTarget = z.infer<typeof OwnExplainTarget>

/** A kind of record is one line here, an entry in the server's table of the same name, and its words. */
export const ExplainTarget = z.discriminatedUnion('kind', [
  ...locations,
  z.strictObject({ kind: z.literal('order'), orderCode: z.string().min(1).max(40) }),
  z.strictObject({ kind: z.literal('user'), membershipId: Uuid }),
  z.strictObject({ kind: z.literal('location'), locationId: Uuid }),
  z.strictObject({ kind: z.literal('registration'), registrationId: Uuid }),
])
export type ExplainTarget = z.infer<typeof ExplainTarget>

/** Records that are chosen from those the asker sees; an order is known by its code. */
export const explainLookups = ['user', 'location', 'registration'] as const
export type ExplainLookup = (typeof explainLookups)[number]

/**
 * `member`: the user's state in this company. `invitation`: the person's own yes. `locations`: at least one, for who sees allocated ones only (ACC-012).
 * `acknowledgement`, `secondFactor`: what has to be done first. `permission`, `menu`: what roles give. `scope`: the record is among those the user may see. `filters`: and no active UI
 * filter hides it (UIF-001). `deliverable`: and something may be delivered there. `prices`: and its prices are seen too.
 */
export const explainSteps = [
  'member',
  'invitation',
  'locations',
  'acknowledgement',
  'secondFactor',
  'permission',
  'menu',
  'scope',
  'filters',
  'deliverable',
  'prices',
] as const

const Role = z.strictObject({ id: Uuid, name: z.string() })

const Step = z.strictObject({
  step: z.enum(explainSteps),
  ok: z.boolean(),
  /** False for what only tells: without the menu a screen is still reached by its address. */
  blocks: z.boolean(),
  permission: z.string().nullable(),
  /** Roles of the user that give the permission. */
  through: z.array(Role),
  /** Managers who have named the user deputy and lend the permission, where no role of the user gives it (ORD-010). */
  lentBy: z.array(z.string()),
  /** Roles of the company that would give it. */
  wouldGive: z.array(Role),
  /** Names of the UI filters that hide the record from everybody. */
  hiddenBy: z.array(z.string()),
})
export type ExplainStep = z.infer<typeof Step>

export const explainAccess = call('UserManagement/ExplainAccess', {
  reads: true,
  input: z.strictObject({ membershipId: Uuid, target: ExplainTarget }),
  output: z.strictObject({ name: z.string(), allowed: z.boolean(), steps: z.array(Step) }),
  refusals: ['UserNotFound', 'ExplainTargetUnknown', 'OrderNotFound', 'LocationNotFound', 'NotFound'],
})

/** The same of oneself, for anybody signed in. Roles that would help are named only to who may explain others. */
export const explainOwnAccess = call('Session/ExplainOwnAccess', {
  access: 'session',
  reads: true,
  input: z.strictObject({ target: OwnExplainTarget }),
  output: z.strictObject({ allowed: z.boolean(), steps: z.array(Step) }),
  refusals: ['ExplainTargetUnknown'],
})

/** Records one may ask about, by code or name; at most fifty. Only what the asker sees elsewhere, by the same rules. */
export const getExplainTargets = call('UserManagement/GetExplainTargets', {
  reads: true,
  input: z.strictObject({ kind: z.enum(explainLookups), search: z.string().max(100) }),
  output: z.strictObject({
    targets: z.array(z.strictObject({ id: Uuid, code: z.string(), name: z.string() })),
    hasMore: z.boolean(),
  }),
  refusals: [],
})
