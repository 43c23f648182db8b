import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getServiceMediaContents } from '@kervan/contract/access/web-resources'
import { getPolicy } from '@kervan/contract/administration/policy'
import { getApplicationSetup } from '@kervan/contract/porta/applications'
import { getPortaPolicy, updatePortaPolicy } from '@kervan/contract/porta/policy'
import { tutorialsOf, validationFlows } from '@kervan/contract/porta/words'
import { startPortal, type Company, type Portal, type User } from '../../test/portal.ts'
import { inCompany } from '../../test/statements.ts'

let portal: Portal
let company: Company
let manager: User
beforeAll(async () => {
  portal = await startPortal()
  company = await portal.company()
  manager = await company.user()
  const types = Object.values(tutorialsOf).flatMap((flows) => Object.values(flows).flat())
  for (const [at, type] of types.entries())
    await inCompany(
      portal,
      company.id,
      `insert into service_media_content (company_id, int_code, type, reference_key, reference_dt_key, language_key, url, title, thumbnail_url) values ($1, $2, $3, $3, $3, 'en', 'https://films.example', $3, '')`,
      [company.id, at + 1, type],
    )
})
afterAll(() => portal.close())

const options = {
  ValidateFromImage: ['imageFlowOff', 'disableValidateFromImage'],
  ValidateFromITS: ['itsFlowOff', 'disableITSValidation'],
  ValidateFromITSViaPortaMate: ['portaMateFlowOff', 'disablePortaMateValidation'],
} as const

const shown = async () =>
  (await portal.call(getServiceMediaContents, manager.token, {})).body.contents.map(
    ({ ServiceMediaContentType: type }) => type,
  )
const flows = async () => (await portal.call(getApplicationSetup, manager.token, {})).body.flows
const change = async (changes: object) => {
  const { body } = await portal.call(getPortaPolicy, manager.token, {})
  return portal.call(updatePortaPolicy, manager.token, { version: body.version, ...changes })
}

describe('[DSC-008] [DSC-010] each validation flow', () => {
  it.each(validationFlows)('%s is switched off by its option, and its tutorials with it', async (flow) => {
    const [setting, rule] = options[flow]
    const own = [...tutorialsOf.discount[flow], ...tutorialsOf.priceChange[flow]]
    expect(await flows()).toContain(flow)
    expect(await shown()).toEqual(expect.arrayContaining(own))
    expect(await change({ [setting]: true })).toMatchObject({ status: 200, body: { [setting]: true } })
    expect(await flows()).toEqual(validationFlows.filter((one) => one !== flow))
    expect((await shown()).filter((type) => own.some((one) => one === type))).toEqual([])
    expect(await shown()).toContain('KIGONewApplication')
    // One option, wherever it is looked at.
    expect((await portal.call(getPolicy, manager.token, {})).body).toMatchObject({ [rule]: true })
    await change({ [setting]: false })
    expect(await flows()).toContain(flow)
  })
})
