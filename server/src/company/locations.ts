import { sql } from 'kysely'
import { locationKind } from '@kervan/contract/company/locations'
import { isGln } from '@kervan/contract/kit/gs1/check-digits'
import type { RowOfKind, MasterContext } from '../kit/master/kind.ts'
import { serveMasterData } from '../kit/master/serve-master-data.ts'
import { translate } from '../kit/messages.ts'
import { locationTitles, locationValues } from './file-titles.ts'
import { placeRules, placeSpelling } from './places.ts'
import { refreshSupplyPaths } from './supply-paths.ts'
import { propertiesOf, propertyRules } from './properties.ts'
import { keepFilters } from './ui-filters/prepare.ts'
import { seesLocation } from './scope.ts'

const keepLocationFilters = keepFilters('Location')
const namedAtOnce = 5

/** The locations of a company (LOC-001 to LOC-003). Who sees allocated locations sees those here as well. */
export const locations = serveMasterData(locationKind, {
  table: 'location',
  recordType: 'location',
  columns: { locationType: 'type', customer: 'partner_id' },
  references: {
    ownType: { table: 'location_type', keeps: 'code' },
    country: { table: 'country', keeps: 'code' },
    customer: { table: 'partner', keeps: 'id' },
  },
  titles: locationTitles,
  valueTitles: locationValues,
  examples: {
    name: 'Lale Eczanesi',
    locationType: 'PrimaryPointOfSales',
    breakdownState: 'AutoActive',
    country: 'TR',
    city: 'İstanbul',
    district: 'Kadıköy',
    address: 'Moda Cad. 1',
    latitude: '40.9829',
    longitude: '29.0258',
    gln: '8680000000013',
    phone: '+90 216 555 00 00',
  },
  derived: { name_folded: (value) => sql`fold(${value('name')})` },
  scope: seesLocation,
  spelling: placeSpelling,
  rules: async (context, rows) => {
    for (const row of rows) coordinates(row)
    await placeRules(context, rows, ['city', 'district'])
    await propertyRules('Location')(context, rows)
  },
  numbers: { gln: { plain: (gln) => gln, forms: (gln) => [gln] } },
  consequences: changedRoles,
  after: async (context, changeId) => {
    await suppliersChanged(context, changeId)
    await keepLocationFilters(context, changeId)
  },
  properties: (context) => propertiesOf(context, 'Location'),
  usedBy: [
    {
      by: 'users',
      find: (company, ids) => sql`select m.location_id as id, i.first_name || ' ' || i.last_name as name
        from membership_location m join membership p on p.company_id = ${company} and p.id = m.membership_id
          join identity i on i.id = p.identity_id
        where m.company_id = ${company} and m.location_id = any(${ids}::uuid[])`,
    },
    {
      by: 'supplyRelations',
      find: (company, ids) => sql`select x.id, s.code || ' → ' || v.code as name from location x
          join supply_relation r on r.company_id = ${company} and x.id in (r.supplier_id, r.receiver_id)
          join location s on s.company_id = ${company} and s.id = r.supplier_id
          join location v on v.company_id = ${company} and v.id = r.receiver_id
        where x.company_id = ${company} and x.id = any(${ids}::uuid[])`,
    },
    {
      by: 'stock',
      find: (company, ids) => sql`select s.location_id as id, v.code as name from stock s
          join product_variant v on v.company_id = ${company} and v.id = s.variant_id
        where s.company_id = ${company} and s.location_id = any(${ids}::uuid[]) and s.on_hand > 0`,
    },
    {
      by: 'shippingBlocks',
      find: (company, ids) => sql`select b.location_id as id, p.code as name from shipping_block b
          join product p on p.company_id = ${company} and p.id = b.product_id
        where b.company_id = ${company} and b.location_id = any(${ids}::uuid[])`,
    },
  ],
})

/** A location that may supply others now, or no longer, changes who supplies whom. */
async function suppliersChanged({ tx, actor }: MasterContext, changeId: string): Promise<void> {
  const company = actor.company.id
  const { rows } = await sql`select from master_change_row r
    where r.company_id = ${company} and r.change_id = ${changeId}
      and (r.before -> 'status', r.before -> 'blacklisted', r.before -> 'locationType')
        is distinct from (r.after -> 'status', r.after -> 'blacklisted', r.after -> 'locationType')
      and (${canSupply(sql`r.before`)} or ${canSupply(sql`r.after`)}) limit 1`.execute(tx)
  if (rows.length > 0) await refreshSupplyPaths(tx, company)
}

const canSupply = (values: ReturnType<typeof sql>) =>
  sql`coalesce(${values} ->> 'locationType', '') ~ '(DistributionCenter|PointOfSales|OnlineStore)$'`

/** Both coordinates or none, and a GLN with its check digit. */
function coordinates({ after, addIssue }: RowOfKind<typeof locationKind>): void {
  if (!after) return
  if ((after['latitude'] === null) !== (after['longitude'] === null))
    addIssue(after['latitude'] === null ? 'latitude' : 'longitude', 'CoordinatesIncomplete')
  const gln = after['gln']
  if (typeof gln === 'string' && !isGln(gln)) addIssue('gln', 'CheckDigitWrong', { value: gln })
}

/** Another action role alters the solution strategies of a location (LOC-003), so somebody has to want that. */
async function changedRoles({ tx, actor, language }: MasterContext, changeId: string): Promise<string[]> {
  const { rows } = await sql<{ record: string; total: number }>`
    select r.record, (count(*) over ())::int as total from master_change_row r
    where r.company_id = ${actor.company.id} and r.change_id = ${changeId} and r.action = 'Changed'
      and r.before ->> 'actionRole' is distinct from r.after ->> 'actionRole'
    order by r.position limit ${namedAtOnce}`.execute(tx)
  const [first] = rows
  if (!first) return []
  const more = first.total > rows.length ? ` +${first.total - rows.length}` : ''
  const locationNames = rows.map(({ record }) => record).join(', ') + more
  return [
    translate(language, 'company.consequence.actionRole', { count: first.total, locations: locationNames }),
  ]
}
