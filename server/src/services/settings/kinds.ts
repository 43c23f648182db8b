import { serviceSettingKind } from '@kervan/contract/services/setting-values'
import { declaredSettings, settingFault, settingNames } from '@kervan/contract/services/settings'
import { creditTariffKind } from '@kervan/contract/services/tariff'
import { sql, type RawBuilder } from 'kysely'
import type { MasterContext, RowOfKind } from '../../kit/master/kind.ts'
import { serveMasterData } from '../../kit/master/serve-master-data.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'

type Row = RowOfKind<typeof serviceSettingKind>

const settingColumn = sql`t.setting`
/** What a setting is declared with, by its name in the table. */
const declared = (of: 'scope' | 'unit'): RawBuilder<unknown> =>
  sql`case ${settingColumn} ${sql.join(
    settingNames.map((name) => sql`when ${name} then ${declaredSettings[name][of]}`),
    sql` `,
  )} end`

/** Values of the settings of services by level (SVC-002). On one day one value of a setting holds at one place. */
export const serviceSettings = serveMasterData(serviceSettingKind, {
  table: 'service_setting',
  recordType: 'serviceSetting',
  columns: { location: 'location_id', product: 'product_id' },
  references: {
    location: { table: 'location', keeps: 'id' },
    product: { table: 'product', keeps: 'id' },
  },
  scope: wholeCompanyOnly,
  computed: {
    settingLevel: {
      of: () => sql`case when t.location_id is not null and t.product_id is not null then 'LocationProduct' when t.product_id is not null then 'Product'
        when t.location_id is not null then 'Location' when t.location_group is not null then 'LocationGroup' else 'Company' end`,
    },
    settingScope: { of: () => declared('scope') },
    settingUnit: { of: () => declared('unit') },
  },
  rules: async (context, rows) => {
    rows.forEach(checkBounds)
    await checkGroups(context, rows)
  },
  judgeAll: checkAlone,
})

function checkBounds({ after, addIssue }: Row): void {
  if (!after) return
  const name = after.setting
  const fault = settingFault(name, after.settingValue)
  const { least, most, places } = declaredSettings[name]
  if (fault === 'TooSmall') addIssue('settingValue', 'TooSmall', { limit: least })
  else if (fault === 'TooLarge') addIssue('settingValue', 'TooLarge', { limit: most })
  else if (fault) addIssue('settingValue', 'TooManyPlaces', { places })
  if (after.locationGroup !== null && (after.location !== null || after.product !== null))
    addIssue('locationGroup', 'GroupAlone')
}

/** A value for a group of locations names one that there is. */
async function checkGroups({ tx, actor }: MasterContext, rows: readonly Row[]): Promise<void> {
  const named = rows.flatMap(({ after }) => after?.locationGroup ?? [])
  if (named.length === 0) return
  const { rows: found } = await sql<{ name: string }>`
    select distinct l.location_group as name from location l where l.company_id = ${actor.company.id} and l.location_group = any(${named}::text[])`.execute(
    tx,
  )
  const known = new Set(found.map(({ name }) => name))
  for (const { after, addIssue } of rows)
    if (after?.locationGroup && !known.has(after.locationGroup))
      addIssue('locationGroup', 'LocationGroupUnknown', { value: after.locationGroup })
}

type Standing = {
  id: string
  code: string
  setting: string
  locationGroup: string | null
  location: string | null
  product: string | null
  validFrom: string
  validTo: string | null
}
type Spot = Pick<Standing, 'setting' | 'locationGroup' | 'location' | 'product'>

const spotOf = ({ setting, locationGroup, location, product }: Spot): string =>
  JSON.stringify([setting, locationGroup, location, product])
const meets = (a: Pick<Standing, 'validFrom' | 'validTo'>, b: Pick<Standing, 'validFrom' | 'validTo'>) =>
  (a.validTo === null || b.validFrom <= a.validTo) && (b.validTo === null || a.validFrom <= b.validTo)

/** Two values of one setting do not hold at one place on one day, whatever their codes: those of the change and those that stand. */
async function checkAlone({ tx, actor }: MasterContext, rows: readonly Row[]): Promise<void> {
  const company = actor.company.id
  const wanted = [...new Set(rows.flatMap(({ after }) => after?.setting ?? []))]
  if (wanted.length === 0) return
  const moved = rows.flatMap(({ recordId, action }) => (action === 'Added' ? [] : (recordId ?? [])))
  const { rows: standing } = await sql<Standing>`
    select s.id, s.code, s.setting, s.location_group as "locationGroup", l.code as location, p.code as product, s.valid_from::text as "validFrom", s.valid_to::text as "validTo"
    from service_setting s left join location l on l.company_id = ${company} and l.id = s.location_id left join product p on p.company_id = ${company} and p.id = s.product_id
    where s.company_id = ${company} and s.setting = any(${wanted}::text[]) and s.id <> all(${moved}::uuid[])`.execute(
    tx,
  )
  const taken = new Map<string, Pick<Standing, 'code' | 'validFrom' | 'validTo'>[]>()
  const take = (spot: Spot, one: Pick<Standing, 'code' | 'validFrom' | 'validTo'>) =>
    taken.set(spotOf(spot), [...(taken.get(spotOf(spot)) ?? []), one])
  for (const one of standing) take(one, one)
  for (const { after, addIssue } of rows) {
    if (!after) continue
    const other = taken.get(spotOf(after))?.find((one) => meets(one, after))
    if (other) addIssue('validFrom', 'SettingHeldAlready', { record: other.code })
    else take(after, after)
  }
}

/** What runs cost, from when to when (SUB-001). */
export const creditTariffs = serveMasterData(creditTariffKind, {
  table: 'credit_tariff',
  recordType: 'creditTariff',
  columns: {
    serviceProduct: 'service',
    projectDomain: 'domain',
    tariffPairs: 'pairs',
    tariffCredits: 'credits',
  },
  scope: wholeCompanyOnly,
})
