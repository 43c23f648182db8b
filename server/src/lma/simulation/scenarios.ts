import {
  getScenarios,
  removeScenario,
  saveScenario,
  scenariosKept,
  type Scenario,
} from '@kervan/contract/lma/scenarios'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { newId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { record } from '../../kit/records/audit.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'

// Scenarios of the simulation belong to the company: colleagues see and change the same ones (LMA-004).

export const getScenariosHandler = handle(getScenarios, async ({ tx, actor }) => {
  const { rows } = await sql<Omit<Scenario, 'changedAt'> & { changedAt: Date }>`
    select s.id, s.name, p.code as "fuelProduct", s.inputs, s.made_by as "madeBy", s.changed_at as "changedAt"
    from price_scenario s join fuel_product p on p.company_id = s.company_id and p.id = s.product_id
    where ${sql.join([sql`s.company_id = ${actor.company.id}`, ...wholeCompanyOnly(actor)], sql` and `)}
    order by fold(s.name) limit ${scenariosKept}`.execute(tx)
  return { scenarios: rows.map((row) => ({ ...row, changedAt: row.changedAt.toISOString() })) }
})

export const saveScenarioHandler = handle(saveScenario, async (context) => {
  const { tx, actor, now, input } = context
  assertWholeCompany(context)
  const company = actor.company.id
  await sql`select pg_advisory_xact_lock(hashtextextended('price scenario', ${company}))`.execute(tx)
  const { rows } = await sql<{ product: string | null; taken: boolean; known: boolean; count: number }>`
    select (select p.id from fuel_product p where p.company_id = ${company} and p.code = ${input.fuelProduct}) as product,
      exists (select from price_scenario s where s.company_id = ${company} and fold(s.name) = fold(${input.name})
        and s.id is distinct from ${input.scenarioId}::uuid) as taken,
      exists (select from price_scenario s where s.company_id = ${company} and s.id = ${input.scenarioId}::uuid) as known,
      (select count(*)::int from price_scenario s where s.company_id = ${company}) as count`.execute(tx)
  const found = rows[0]
  if (!found?.product || (input.scenarioId !== null && !found.known)) throw refusal('NotFound')
  if (found.taken) throw refusal('ScenarioNameTaken', { name: input.name })
  if (input.scenarioId === null && found.count >= scenariosKept)
    throw refusal('TooManyScenarios', { limit: scenariosKept })
  const id = input.scenarioId ?? newId()
  const inputs = JSON.stringify(input.inputs)
  await (
    input.scenarioId === null
      ? sql`insert into price_scenario (company_id, id, name, product_id, inputs, made_by, changed_at)
        select ${company}, ${id}, ${input.name}, ${found.product}::uuid, ${inputs}::jsonb, ${actor.name}, ${now} returning id`
      : sql`update price_scenario set name = ${input.name}, product_id = ${found.product}, inputs = ${inputs}::jsonb, changed_at = ${now}
        where company_id = ${company} and id = ${id}`
  ).execute(tx)
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'fuel.scenarioSaved',
        recordType: 'priceScenario',
        recordId: id,
        recordCode: input.name,
        after: { product: input.fuelProduct },
      },
    ],
  })
  return { scenarioId: id }
})

export const removeScenarioHandler = handle(removeScenario, async (context) => {
  const { tx, actor, now, input } = context
  assertWholeCompany(context)
  const { rows } = await sql<{ name: string }>`
    delete from price_scenario where company_id = ${actor.company.id} and id = ${input.scenarioId} returning name`.execute(
    tx,
  )
  if (!rows[0]) throw refusal('NotFound')
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'fuel.scenarioRemoved',
        recordType: 'priceScenario',
        recordId: input.scenarioId,
        recordCode: rows[0].name,
        after: {},
      },
    ],
  })
  return { done: true } as const
})
