import { refusal } from '@kervan/contract/kit/refusals'
import { getSettingsHere } from '@kervan/contract/services/setting-values'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import { handle } from '../../kit/http/handle.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { seesService, type Service } from '../scope.ts'
import { candidatesAt, ruleHoldsOn, valuesOn, type SettingRule } from './holding.ts'

/** Which value of each setting holds for a location and a product, and why (SVC-002). */
export const getSettingsHereHandler = handle(getSettingsHere, async (context) => {
  const { tx, actor, now, input } = context
  assertWholeCompany(context)
  const company = actor.company.id
  const day = input.day ?? dayIn(actor.company.timeZone, now)
  const { rows: places } = await sql<{ group: string | null }>`
    select l.location_group as "group" from location l where l.company_id = ${company} and l.code = ${input.locationCode}`.execute(
    tx,
  )
  const { rows: goods } = await sql<{ groups: string[] }>`
    with recursive above as (
      select g.code, g.parent_id from product p join product_group g on g.company_id = ${company} and g.id = p.category_id
      where p.company_id = ${company} and p.code = ${input.productCode}
      union select u.code, u.parent_id from above a join product_group u on u.company_id = ${company} and u.id = a.parent_id)
    select array(select code from above) as groups from product p where p.company_id = ${company} and p.code = ${input.productCode}`.execute(
    tx,
  )
  if ((input.locationCode !== null && !places[0]) || (input.productCode !== null && !goods[0]))
    throw refusal('NotFound')
  const { rows: planned } = await sql<{
    id: string
    code: string
    name: string
    service: Service
    rules: SettingRule[]
  }>`
    select s.id, s.code, s.name, p.service, n.plan -> 'rules' as rules
    from strategy s join project p on p.company_id = ${company} and p.code = s.project_code
      join strategy_plan n on n.company_id = ${company} and n.strategy_id = s.id and n.no = s.plan_no
    where s.company_id = ${company} and s.in_force order by s.name, s.code`.execute(tx)
  const strategies = planned.filter(({ service }) => seesService(actor, 'ServiceStrategy', service))
  const strategy = strategies.find(({ id }) => id === input.strategyId)
  if (input.strategyId !== null && !strategy) throw refusal('NotFound')
  const spot = {
    location: input.locationCode,
    locationGroup: places[0]?.group ?? null,
    product: input.productCode,
    productGroup: goods[0]?.groups ?? [],
  }
  return {
    day,
    locationGroup: spot.locationGroup,
    strategies: strategies.map(({ id, code, name }) => ({ id, code, name })),
    settings: candidatesAt(
      spot,
      await valuesOn(tx, company, day),
      (strategy?.rules ?? []).filter((rule) => ruleHoldsOn(rule, day)),
    ),
  }
})
