import type { Actor } from './context.ts'

/** Who works for a customer, for a third party or for some places sees part of the company only. */
export function seesPartOnly(
  actor: Pick<Actor, 'partnerId' | 'thirdPartyLocationId' | 'locationScoped'>,
): boolean {
  return actor.partnerId !== null || actor.thirdPartyLocationId !== null || actor.locationScoped
}
