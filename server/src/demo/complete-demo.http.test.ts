import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../test/cluster.ts'
import { loadDemoData } from './load.ts'

// What each of the three companies has to have so that every screen of company data has something to show. A failure
// names the company and the kind of data that it lacks.

let database: TestDatabase
let owner: pg.Client

beforeAll(async () => {
  database = await createDatabase()
  await loadDemoData(database.ownerUrl, { now: new Date('2026-05-20T11:00:00Z'), orders: 60 })
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
}, 300_000)

afterAll(async () => {
  await owner.end()
  await database.drop()
})

/** `at least so many`: what is counted, of the company $1. */
const wanted: Readonly<Record<string, [least: number, count: string]>> = {
  'relations of the network': [50, 'from supply_relation t where'],
  'locations that other locations than warehouses supply': [
    1,
    `from supply_relation t join location s on s.company_id = t.company_id and s.id = t.supplier_id where s.type like '%PointOfSales' and`,
  ],
  'locations with custom properties': [50, `from location t where t.properties <> '{}' and`],
  'products with custom properties': [50, `from product t where t.properties <> '{}' and`],
  'locations without a custom property': [5, `from location t where t.properties = '{}' and`],
  'MCI entities with active rows': [
    3,
    `from mci_entity t where exists (select from mci_row r where r.company_id = t.company_id and r.entity_id = t.id and r.generation in (t.user_generation, t.erp_generation)) and`,
  ],
  'MCI entities without a file': [
    1,
    'from mci_entity t where not exists (select from mci_file f where f.company_id = t.company_id and f.entity_id = t.id) and',
  ],
  ...states('MCI files', 'mci_file', ['Active', 'Succeeded', 'ValidationFailed', 'Cancelled']),
  'faults of MCI files': [2, 'from mci_fault t where'],
  'UI filters on locations': [2, `from ui_filter t where t.type = 'Location' and`],
  'UI filters on products': [2, `from ui_filter t where t.type = 'Product' and`],
  'sources of UI filters': [3, 'distinct t.source from ui_filter t where'],
  ...states('UI filters', 'ui_filter', ['Passive', 'PreparationFailed']),
  ...states('due dates', 'data_transfer_due', ['Due', 'Received', 'Late', 'Faulty']),
  ...states('changes in the data log', 'master_change', [
    'Active',
    'ValidationFailed',
    'WaitingApproval',
    'Checked',
  ]),
  'faulty rows of deliveries': [5, `from master_change_row t where t.action = 'Faulty' and`],
  'changes that wait for a second person': [
    3,
    `from master_change t where t.state in ('WaitingApproval', 'Checked') and`,
  ],
  'versions of products': [50, `from master_change_row t where t.kind = 'product' and t.version > 1 and`],
  'versions of locations': [50, `from master_change_row t where t.kind = 'location' and t.version > 1 and`],
  'announced price changes to come': [1, `from price_change t where t.change_date > '2026-05-20' and`],
}

function states(name: string, table: string, of: readonly string[]): Record<string, [number, string]> {
  return Object.fromEntries(
    of.map((state) => [`${name} that are ${state}`, [1, `from ${table} t where t.state = '${state}' and`]]),
  )
}

test.each([
  [1, 'Selvi İlaç'],
  [2, 'Nar Keten'],
  [3, 'Boğaç Akaryakıt'],
])('[MCI-001] [UIF-001] [DAT-001] [LOC-001] [PRD-001] company %i, %s, lacks nothing', async (company) => {
  const lacks: string[] = []
  for (const [name, [least, counted]] of Object.entries(wanted)) {
    const { rows } = await owner.query<{ count: number }>(
      `select count(*)::int from (select ${counted} t.company_id = $1) c`,
      [company],
    )
    const count = rows[0]?.count ?? 0
    if (count < least) lacks.push(`${name}: ${count} of at least ${least}`)
  }
  expect(lacks).toEqual([])
})

test('[DAT-003] a change waits for a second person only where the company has the rule for it', async () => {
  const { rows } = await owner.query(
    `select c.company_id, c.kind, c.state, c.approval, a.steps from master_change c
     left join master_approval a on a.company_id = c.company_id and a.kind = c.kind
     where c.state in ('WaitingApproval', 'Checked')
       and (a.steps is distinct from c.approval or (c.state = 'Checked' and c.approval <> 'CheckerAndApprover'))`,
  )
  expect(rows).toEqual([])
})

test('[UIF-001] the fuel company shows the products on sale alone, the others everything', async () => {
  const { rows } = await owner.query(
    `select f.company_id, (select count(*)::int from product p where p.company_id = f.company_id and p.status = 'Active') = count(*) as right
     from ui_filter f join ui_filter_member m on m.company_id = f.company_id and m.filter_id = f.id and m.generation = f.active_generation group by 1`,
  )
  expect(rows).toEqual([{ company_id: 3, right: true }])
})

test('[SVC-002] [SVC-003] [SVC-004] [SVC-006] [SVC-008] the retailer has services in every state that lasts, a year of them', async () => {
  const { rows } = await owner.query<Record<string, unknown>>(`
    select (select array_agg(distinct s.state order by s.state) from strategy s where s.company_id = 2) as strategies,
      (select count(*)::int from strategy s where s.company_id = 2 and jsonb_typeof(s.errors) = 'array') as "strategyCount",
      (select count(*)::int from strategy_plan n where n.company_id = 2 and jsonb_typeof(n.sources) = 'array' and jsonb_typeof(n.plan) = 'object') as "planCount",
      (select count(*)::int from principle p where p.company_id = 2 and jsonb_typeof(p.content) <> 'object') as "oddPrinciples",
      (select array_agg(distinct p.state order by p.state) from principle p where p.company_id = 2) as principles,
      (select count(*)::int > 1 from principle p where p.company_id = 2 and p.segment = 'UDFPool') as pool,
      (select array_agg(distinct n.state || ' ' || n.rule_period order by n.state || ' ' || n.rule_period) from service_plan n where n.company_id = 2) as plans,
      (select array_agg(distinct r.state || coalesce(' ' || r.failure, '') order by r.state || coalesce(' ' || r.failure, '')) from service_run r where r.company_id = 2) as runs,
      (select max(r.service_date) - min(r.service_date) > 350 from service_run r where r.company_id = 2) as year,
      (select count(*)::int from service_date d where d.company_id = 2 and d.day = '2026-05-21' and d.state = 'Active' and d.strategy_id in (select id from strategy where name = 'Weekly balance')) as frozen,
      (select count(distinct (v.location_group is null, v.location_id is null, v.product_id is null))::int from service_setting v where v.company_id = 2) as levels,
      (select count(distinct w.run_id)::int from work_order w where w.company_id = 2) as worked`)
  expect(rows[0]).toEqual({
    strategies: ['Active', 'Passive', 'Pending'],
    strategyCount: 12,
    planCount: 8,
    oddPrinciples: 0,
    principles: ['Authorized', 'Pending', 'Rejected'],
    pool: true,
    plans: ['Active Custom', 'Active Monthly', 'Active Weekly', 'Cancelled Monthly', 'Closed Custom'],
    runs: ['Closed', 'CreditExceeded', 'Failed CreditNotToppedUp', 'Failed ImportMissing'],
    year: true,
    frozen: 1,
    levels: 5,
    worked: 4,
  })
})

test('[RPT-001] [SVC-010] [HOM-003] reports have figures from the start, and views that are shared and sent', async () => {
  const { rows } = await owner.query<Record<string, unknown>>(`
    select c.id, (select count(*)::int from report_data d where d.company_id = c.id and d.built_at is not null) as kinds,
      exists (select from stock_sense s where s.company_id = c.id and s.lost_units > 0) as lost,
      exists (select from primary_day d where d.company_id = c.id and d.sold > 0) and exists (select from primary_day d where d.company_id = c.id and d.received > 0) as moved,
      exists (select from service_insight i where i.company_id = c.id and i.realised > 0) as realised,
      (select array_agg(distinct v.report order by v.report) from report_view v join report_view_role r on r.company_id = v.company_id and r.view_id = v.id where v.company_id = c.id) as shared,
      (select count(*)::int from report_view v where v.company_id = c.id and v.next_at > '2026-05-20T11:00:00Z') as sent
    from company c order by 1`)
  const all = {
    kinds: 3,
    shared: ['orderReport', 'primaryDataReport', 'stockSenseReport'],
    sent: 2,
  }
  // Only the retailer has work orders, and sales that do not follow from these few orders.
  const expected = [1, 2, 3].map((id) => ({
    ...all,
    id,
    realised: id === 2,
    lost: id === 2,
    moved: id !== 3,
  }))
  expect(rows).toEqual(expected)
})

test('[SUB-001] every account of the demo holds what its entries say, and no more than there is', async () => {
  const { rows } = await owner.query(`
    select c.company_id, c.starts_on from credit_period c
    where c.used > c.total or c.used <> c.opening + coalesce((select sum(e.amount) from credit_entry e
      where e.company_id = c.company_id and e.subscription_id = c.subscription_id and e.period = c.starts_on and e.kind = 'Settle'), 0)`)
  expect(rows).toEqual([])
})
