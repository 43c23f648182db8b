// A planner's desk for tests of the advisor services: a company with a project, its credit, and a strategy that runs.
import {
  authorizePrinciple,
  savePrinciple,
  type PrincipleContent,
} from '@kervan/contract/services/principles'
import { activateStrategy, addStrategy, getStrategy } from '@kervan/contract/services/strategies'
import { expect } from 'vitest'
import type { Company, Portal, User } from '../../test/portal.ts'
import { inCompany } from '../../test/statements.ts'
import { newId } from '../kit/database/uuid.ts'
import { compileStrategy } from './strategies/compile.ts'

export type Desk = { portal: Portal; company: Company; planner: User; approver: User }

/** A company with a PST project, its subscription, and things to evaluate. */
export async function openDesk(
  portal: Portal,
  { total = 100, letsExceed = false, subscribed = true } = {},
): Promise<Desk> {
  const company = await portal.company()
  const [planner, approver] = [await company.user(), await company.user()]
  const insert = (text: string, ...values: unknown[]) =>
    inCompany(portal, company.id, text, [company.id, ...values])
  await insert(
    `insert into project (company_id, code, service, name) values ($1, 'P1', 'PST', 'Store transfers')`,
  )
  if (subscribed)
    await insert(
      `insert into subscription (company_id, id, service_id, service_name, search_text, state, start_date, credit_period, total_credit, lets_exceed)
        values ($1, $2, 'PST-P1', 'Store transfers', 'store transfers', 'Active', '2026-01-01', 'Monthly', $3, $4)`,
      newId(),
      total,
      letsExceed,
    )
  await insert(
    `insert into credit_tariff (company_id, id, version, service, domain, valid_from, pairs, credits)
      values ($1, $2, 1, 'PST', 'Production', '2026-01-01', 1000000, 5)`,
    newId(),
  )
  const customer = await company.customer()
  await company.location(customer)
  await company.product()
  return { portal, company, planner, approver }
}

export const principle = {
  version: null,
  principleId: null,
  scope: null,
  pool: false,
  memo: 'As agreed with operations.',
  language: 'en' as const,
  keywords: ['network'],
  startDate: '2026-11-01',
  endDate: null,
  defaultValue: null,
  fieldNames: [],
  propertyDefinitionId: null,
  dataSource: 'None' as const,
  benchmarkHorizon: null,
}
const all = { locations: [], groups: [] }
export const contents: PrincipleContent[] = [
  {
    type: 'Setting',
    setting: 'retentionThreshold',
    value: '2',
    places: all,
    products: { products: [], groups: [] },
  },
  { type: 'WorkOrderTypes', types: ['SingularityRelatedReplenishment'] },
  { type: 'PSTShipmentType', flows: ['StoreToStore'] },
]

/** Days on which principles end, by their type. */
export type Ends = Partial<Record<PrincipleContent['type'], string>>

/** A strategy with these principles, authorised by a second person, compiled. */
export async function strategyOf(
  { portal, company, planner, approver }: Desk,
  wanted: readonly PrincipleContent[] = contents,
  { ends = {} }: { ends?: Ends } = {},
): Promise<string> {
  const added = await portal.call(addStrategy, planner.token, {
    strategyName: 'Weekly balance',
    description: null,
    projectCode: 'P1',
  })
  const { strategyId } = added.body
  for (const content of wanted)
    expect(
      await portal.call(savePrinciple, planner.token, {
        ...principle,
        strategyId,
        displayName: content.type,
        endDate: ends[content.type] ?? null,
        content,
      }),
    ).toMatchObject({ status: 200 })
  const { body } = await portal.call(getStrategy, approver.token, { strategyId })
  for (const { id, version } of body.principles)
    expect(
      await portal.call(authorizePrinciple, approver.token, {
        strategyId,
        principleId: id,
        version,
        note: null,
      }),
    ).toMatchObject({ status: 200 })
  expect(await portal.call(activateStrategy, planner.token, { strategyId })).toMatchObject({ status: 200 })
  await compileStrategy(portal.app.services, { companyId: company.id, strategyId, by: 'Planner' })
  return strategyId
}

export const weekly = (strategyId: string) => ({
  strategyId,
  rulePeriod: 'Weekly' as const,
  daysOfWeek: [5],
  daysOfMonth: [],
  dates: [],
  startDate: '2026-11-23',
  endDate: '2026-12-20',
})
