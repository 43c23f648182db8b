import type { serviceProducts } from '@kervan/contract/access/words'
import { refusal } from '@kervan/contract/kit/refusals'
import { variantServices } from '@kervan/contract/services/words'
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../kit/context.ts'
import { wholeCompanyOnly } from '../kit/records/scope.ts'

// Who sees which rows of the advisor services: they are the whole company's, and rows of a project whose service has a
// variant of the screen's permission need that variant (SVC-003, SVC-006, SVC-008).

export type Service = (typeof serviceProducts)[number]
export type ServiceScreen = 'ServiceStrategy' | 'ServiceSchedule' | 'ServiceOperations'

const variantOf = (service: Service) => variantServices.find((one) => one === service)

/** The permission that rows of a service need in this screen; null where none is needed. */
export function neededVariant(screen: ServiceScreen, service: Service): string | null {
  const variant = variantOf(service)
  return variant === undefined ? null : `${screen}${variant}`
}

export function seesService(
  { permissions }: Pick<Actor, 'permissions'>,
  screen: ServiceScreen,
  service: Service,
) {
  const needed = neededVariant(screen, service)
  return needed === null || permissions.has(needed)
}

/** Throws `VariantMissing` where the actor may not work with projects of this service. */
export function assertVariant(actor: Actor, screen: ServiceScreen, service: Service): void {
  if (!seesService(actor, screen, service))
    throw refusal('VariantMissing', { permission: neededVariant(screen, service) ?? '' })
}

/** Conditions on rows by the column with their service. */
export function serviceScope(
  actor: Actor,
  screen: ServiceScreen,
  service: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  const hidden = variantServices.filter((one) => !seesService(actor, screen, one))
  return [
    ...wholeCompanyOnly(actor),
    ...(hidden.length > 0 ? [sql`${service} <> all(${hidden}::text[])`] : []),
  ]
}
