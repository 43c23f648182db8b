import { findForPrinciple, getStrategySetup, strategies } from '@kervan/contract/services/strategies'
import { deletePoolPrinciple, poolPrinciples } from '@kervan/contract/services/principles'
import {
  activateStrategy,
  deriveStrategy,
  deactivateStrategy,
  deleteStrategy,
  revertStrategy,
  updateStrategy,
} from '@kervan/contract/services/strategies'
import { savePrinciple } from '@kervan/contract/services/principles'
import { PrincipleContent } from '@kervan/contract/services/principles'
import type { StrategyAction } from '@kervan/contract/services/states'
import type { Language } from '@kervan/contract/kit/values'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { containing, fold } from '../../kit/lists/fold.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { offer } from '../../kit/records/offer.ts'
import { scopeOfLocations, scopeOfProducts, wholeCompanyOnly } from '../../kit/records/scope.ts'
import { lastFrozenDay, servicePolicy } from '../policy.ts'
import { serviceScope, seesService, type Service } from '../scope.ts'
import { refusedOnStrategy } from './load.ts'
import { sayPrinciple } from './sentences.ts'

// Strategies and the pool of principles as they are listed, and what forms of strategies offer.

export const strategyCalls = {
  edit: updateStrategy,
  derive: deriveStrategy,
  activate: activateStrategy,
  deactivate: deactivateStrategy,
  revert: revertStrategy,
  delete: deleteStrategy,
  addPrinciple: savePrinciple,
} as const satisfies Record<StrategyAction, unknown>

/** What a strategy says of its actions. */
export const strategyActionsOf = (
  context: Pick<SessionContext, 'actor' | 'language'>,
  strategy: Parameters<typeof refusedOnStrategy>[1],
) => offer(context, strategyCalls, (action) => refusedOnStrategy(action, strategy))

const principlesOf = (companyId: number, condition = sql`true`) => sql`
  (select count(*)::int from strategy_principle o join principle p on p.company_id = ${companyId} and p.id = o.principle_id
    where o.company_id = ${companyId} and o.strategy_id = s.id and ${condition})`

export const strategyList = serveList(
  strategies,
  'serviceStrategies',
  async ({ tx, actor, now }) => {
    const company = actor.company.id
    const { timeZone } = actor.company
    const today = dayIn(timeZone, now)
    const policy = await servicePolicy(tx, actor.company)
    return {
      from: sql`strategy s join project p on p.company_id = ${company} and p.code = s.project_code`,
      where: [sql`s.company_id = ${company}`, ...serviceScope(actor, 'ServiceStrategy', sql`p.service`)],
      id: sql`s.id`,
      key: sql`s.id`,
      code: sql`s.code`,
      columns: {
        strategyCode: sql`s.code`,
        strategyName: sql`s.name`,
        strategyState: sql`s.state`,
        strategySegment: sql`s.segment`,
        projectName: sql`p.name`,
        serviceProduct: sql`p.service`,
        projectDomain: sql`p.domain`,
        principleCount: principlesOf(company),
        pendingPrinciples: principlesOf(company, sql`p.state = 'Pending'`),
        expiredPrinciples: principlesOf(company, sql`p.end_date < ${today}::date`),
        nextServiceDate: sql`(select min(d.day) from service_date d where d.company_id = ${company} and d.strategy_id = s.id and d.state = 'Active' and d.day >= ${today}::date)`,
        planNo: sql`s.plan_no`,
        changedAt: sql`s.changed_at`,
        changedBy: sql`s.changed_by`,
        projectCode: sql`s.project_code`,
      },
      extra: { version: sql<number>`s.version` },
      facts: {
        frozenDays: sql<
          string[]
        >`array(select d.day::text from service_date d where d.company_id = ${company} and d.strategy_id = s.id and d.state = 'Active'
          and d.day between ${today} and ${lastFrozenDay(timeZone, policy, now)} order by d.day)`,
      },
      search: sql`s.search_text`,
      searched: ['strategyName', 'strategyCode'],
    }
  },
  ({ strategyCode, strategyState, strategySegment, planNo, frozenDays }, context) => ({
    actions: strategyActionsOf(context, {
      code: strategyCode,
      state: strategyState,
      segment: strategySegment,
      planNo,
      frozenDays,
    }),
  }),
)

export const poolPrincipleList = serveList(
  poolPrinciples,
  'poolPrinciples',
  ({ actor }) => ({
    from: sql`principle p`,
    where: [sql`p.company_id = ${actor.company.id}`, sql`p.segment = 'UDFPool'`, ...wholeCompanyOnly(actor)],
    id: sql`p.id`,
    key: sql`p.id`,
    columns: {
      principleCode: sql`p.code`,
      principleName: sql`p.display_name`,
      principleType: sql`p.type`,
      principleState: sql`p.state`,
      strategyCount: sql`(select count(*)::int from strategy_principle u where u.company_id = ${actor.company.id} and u.principle_id = p.id)`,
      startDate: sql`p.start_date`,
      endDate: sql`p.end_date`,
      authorName: sql`p.author_name`,
    },
    extra: { version: sql<number>`p.version` },
    facts: {
      content: sql<unknown>`p.content`,
      inputId: sql<string | null>`coalesce(p.content ->> 'filterId', p.content ->> 'entityId')`,
      inputName: sql<string | null>`coalesce(
        (select f.name from ui_filter f where f.company_id = ${actor.company.id} and f.id::text = p.content ->> 'filterId'),
        (select e.name from mci_entity e where e.company_id = ${actor.company.id} and e.id::text = p.content ->> 'entityId'))`,
    },
    search: sql`p.search_text`,
  }),
  ({ content, inputId, inputName }, context) => ({
    actions: offer(context, { delete: deletePoolPrinciple }, () => null),
    principleSays: sayPrinciple(
      context.language,
      PrincipleContent.parse(content),
      new Map(inputId !== null && inputName !== null ? [[inputId, inputName]] : []),
    ),
  }),
)

export const getStrategySetupHandler = handle(getStrategySetup, async ({ tx, actor, now, language }) => {
  const company = actor.company.id
  const { rows: projects } = await sql<{
    code: string
    name: string
    service: Service
    projectDomain: 'Production'
  }>`
    select p.code, p.name, p.service, p.domain as "projectDomain" from project p where p.company_id = ${company} and p.active order by p.name`.execute(
    tx,
  )
  const { rows } = await sql<{ id: string; name: string; of: string }>`
    select f.id, f.name, 'filter' as of from ui_filter f where f.company_id = ${company} and f.state = 'ReadyToUse'
    union all select e.id, e.name, 'entity' from mci_entity e where e.company_id = ${company} and e.purpose = 'Data'
    union all select d.id, d.name, 'property' from property_definition d where d.company_id = ${company}
    order by 2`.execute(tx)
  const { rows: groups } = await sql<{ name: string }>`
    select distinct l.location_group as name from location l where ${sql.join([sql`l.company_id = ${company}`, sql`l.location_group is not null`, ...scopeOfLocations(actor, sql`l.id`)], sql` and `)} order by 1`.execute(
    tx,
  )
  const { rows: productGroups } = await sql<{ code: string; name: string }>`
    select g.code, ${productGroupName(language)} as name from product_group g where g.company_id = ${company} order by 2`.execute(
    tx,
  )
  const of = (kind: string) => rows.filter((row) => row.of === kind).map(({ id, name }) => ({ id, name }))
  return {
    projects: projects.filter(({ service }) => seesService(actor, 'ServiceStrategy', service)),
    filters: of('filter'),
    entities: of('entity'),
    properties: of('property'),
    locationGroups: groups.map(({ name }) => name),
    productGroups,
    today: dayIn(actor.company.timeZone, now),
  }
})

const productGroupName = (language: Language) => {
  const column = { en: 'name_english', tr: 'name_turkish', de: 'name_german' }[language]
  return sql`coalesce(${sql.ref(`g.${column}`)}, g.name)`
}

const most = 30

export const findForPrincipleHandler = handle(findForPrinciple, async (context) => {
  const { tx, input } = context
  const text = fold(input.search.trim())
  const { rows } = await sql<{
    code: string
    name: string
  }>`${found(context.actor, input.of, text)} limit ${most + 1}`.execute(tx)
  return { options: rows.slice(0, most), hasMore: rows.length > most }
})

function found(actor: Actor, of: 'Location' | 'Product', text: string) {
  const company = actor.company.id
  const like = containing(text)
  if (of === 'Location')
    return sql`
      select l.code, l.name from location l
      where ${sql.join([sql`l.company_id = ${company}`, sql`l.status = 'Active'`, ...scopeOfLocations(actor, sql`l.id`), sql`(l.code_folded like ${like} or l.name_folded like ${like})`], sql` and `)}
      order by l.name, l.code`
  return sql`
    select p.code, p.name from product p
    where ${sql.join([sql`p.company_id = ${company}`, sql`p.status = 'Active'`, ...scopeOfProducts(actor, sql`p.id`), sql`p.search_text like ${like}`], sql` and `)}
    order by p.name, p.code`
}
