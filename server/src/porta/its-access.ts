import { dayIn } from '../kit/clock.ts'
import type { Services } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { itsOf } from './evidence/its.ts'
import type { ItsCredentials } from './evidence/port.ts'
import { companyItsAccess } from './policy.ts'
import { itsPausedUntil, portaSettings } from './settings.ts'

/** The company's own way into ITS; null where there is none or it is not asked for now. */
export async function itsAccessNow(
  tx: Tx,
  services: Services,
  companyId: number,
): Promise<ItsCredentials | null> {
  const { time_zone: timeZone } = await tx
    .selectFrom('company')
    .select('time_zone')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const settings = await portaSettings(tx, { id: companyId })
  const isPaused = itsPausedUntil(settings, dayIn(timeZone, services.clock.now())) !== null
  return isPaused || !itsOf(services) ? null : companyItsAccess({ tx, services }, companyId)
}
