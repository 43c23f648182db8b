import { z } from 'zod'
import { call, Uuid } from '../kit/call.ts'

// "Why can't this user see this?": the chain of what the server asks before it shows something, each link ok or not.

export const ExplainTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('screen'), path: z.string().min(1).max(200) }),
  z.strictObject({ kind: z.literal('call'), name: z.string().min(1).max(120) }),
  z.strictObject({ kind: z.literal('order'), orderCode: z.string().min(1).max(40) }),
])
export type ExplainTarget = z.infer<typeof ExplainTarget>

/**
 * `member`: the user's state in this company. `invitation`: the person's own yes. `locations`: at least one, for who sees allocated ones only (ACC-012).
 * `acknowledgement`, `secondFactor`: what has to be done first. `permission`, `menu`: what roles give. `ready`: the
 * screen exists in this version. `scope`: the record is among those the user may see. `prices`: and its prices too.
 */
export const explainSteps = ['member', 'invitation', 'locations', 'acknowledgement', 'secondFactor', 'permission', 'menu', 'ready', 'scope', 'prices'] as const

const Step = z.strictObject({
  step: z.enum(explainSteps),
  ok: z.boolean(),
  /** False for what only tells: without the menu a screen is still reached by its address. */
  blocks: z.boolean(),
  permission: z.string().nullable(),
  /** Roles of the user that give the permission. */
  through: z.array(z.string()),
  /** Roles of the company that would give it. */
  wouldGive: z.array(z.string()),
})

export const explainAccess = call('UserManagement/ExplainAccess', {
  reads: true,
  input: z.strictObject({ membershipId: Uuid, target: ExplainTarget }),
  output: z.strictObject({ name: z.string(), allowed: z.boolean(), steps: z.array(Step) }),
  refusals: ['UserNotFound', 'ExplainTargetUnknown', 'OrderNotFound'],
})
