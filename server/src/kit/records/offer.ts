import type { Call } from '@kervan/contract/kit/call'
import type { Refusal } from '@kervan/contract/kit/refusals'
import { keysOf } from '@kervan/contract/kit/typed'
import type { SessionContext } from '../context.ts'
import { holds } from '../http/gates.ts'
import { refusalMessage } from '../messages.ts'

/**
 * What a record says of its actions to this reader: null where one is open, otherwise why not. An action without the
 * permission for its call is left out. `refused` is the rule that the handlers of the calls ask as well.
 */
export function offer<A extends string>(
  { actor, language }: Pick<SessionContext, 'actor' | 'language'>,
  calls: Readonly<Partial<Record<A, Pick<Call, 'permission'>>>>,
  refused: (action: A) => Refusal | null,
): { [K in A]?: string | null } {
  const offered: { [K in A]?: string | null } = {}
  for (const action of keysOf(calls)) {
    if (!holds({ permission: calls[action]?.permission ?? null }, actor)) continue
    const refusal = refused(action)
    offered[action] = refusal && refusalMessage(language, refusal)
  }
  return offered
}
