import { getSessions } from '@kervan/contract/access/own-security'
import { signIn } from '../../test/portal.ts'
import type { AreaFields } from '../../test/record-fields.ts'
import type { Filled, WorldStart } from '../../test/world.ts'

export const kinds = { session: 'person' } as const

export const fields: AreaFields = {
  byCall: { 'Session/EndSession.id': 'session' },
  noRecord: {
    code: 'proves something, names nothing',
    companyIntCode: 'a company, which everybody may name',
    CompanyIntCode: 'a company, which everybody may name',
    tenantId: 'an account at Microsoft',
    objectId: 'an account at Microsoft',
    clientId: 'an application at Microsoft',
  },
}

/** A second session, beside the one that the walk itself speaks in. */
export async function fill({ portal, company, me }: WorldStart): Promise<Filled<keyof typeof kinds>> {
  const second = await signIn(portal, company.id, me.username)
  const { body } = await portal.call(getSessions, second, {})
  return { records: { session: body.sessions.find((one) => one.current)?.id ?? '' } }
}
