import { sql } from 'kysely'
import { businessRelationKind } from '@kervan/contract/company/business-relations'
import { ediAddressOf } from '@kervan/contract/company/edi-address'
import { refusal } from '@kervan/contract/kit/refusals'
import type { RowOfKind, MasterContext } from '../kit/master/kind.ts'
import { serveMasterData } from '../kit/master/serve-master-data.ts'
import { translate } from '../kit/messages.ts'
import { relationTitles, relationValues } from './file-titles.ts'
import { mayPostTo } from './edi-hosts.ts'
import { pricesVisible } from '../access/access.api.ts'
import { placeRules, placeSpelling } from './places.ts'
import { seesPartner } from './scope.ts'

/** Terms between supplier and customer (ORD-022); customer success has to have opened them for the company. */
export const businessRelations = serveMasterData(businessRelationKind, {
  table: 'partner',
  recordType: 'businessRelation',
  titles: relationTitles,
  valueTitles: relationValues,
  examples: { name: 'Lale Eczaneleri', city: 'İstanbul', paymentTermDays: 30, discountPercent: '5' },
  derived: { name_folded: (value) => sql`fold(${value('name')})` },
  created: {
    int_code: (company) =>
      sql`(select coalesce(max(p.int_code), ${company * 10_000}::int) from partner p where p.company_id = ${company}) + (row_number() over (order by r.position))::int`,
  },
  scope: seesPartner,
  pricesVisible: (actor) => pricesVisible(actor.company.priceVisibility, actor),
  spelling: placeSpelling,
  rules: async (context, rows) => {
    await assertActive(context)
    await placeRules(context, rows, ['city'])
    rows.forEach(amounts)
    for (const row of rows) address(context, row)
  },
  consequences: alteredStrategies,
  usedBy: [
    {
      by: 'locations',
      find: (company, ids) =>
        sql`select l.partner_id as id, l.code as name from location l where l.company_id = ${company} and l.partner_id = any(${ids}::uuid[])`,
    },
  ],
})

/** Throws `RelationsNotActive`. */
async function assertActive({ tx, actor }: MasterContext): Promise<void> {
  const { rows } = await sql<{ relations_active: boolean }>`
    select relations_active from company where id = ${actor.company.id}`.execute(tx)
  if (!rows[0]?.relations_active) throw refusal('RelationsNotActive')
}

type Row = RowOfKind<typeof businessRelationKind>

function amounts({ after, addIssue }: Row): void {
  const [least, most] = [after?.['minimumAmount'], after?.['maximumAmount']]
  if (typeof least === 'string' && typeof most === 'string' && Number(least) > Number(most))
    addIssue('minimumAmount', 'AboveMaximum', { limit: most })
}

/** Answers of EDI messages are posted to hosts that the operator has named, and nowhere else. */
function address({ services }: MasterContext, { before, after, addIssue }: Row): void {
  const to = after?.['ediAddress']
  if (typeof to !== 'string' || to === '' || to === before?.['ediAddress']) return
  const url = ediAddressOf(to)
  if (!url) addIssue('ediAddress', 'NotAnAddress')
  else if (!mayPostTo(services, to)) addIssue('ediAddress', 'HostNotAllowed', { host: url.host })
}

/** Whether two companies are related, and how long goods take between them, is what solution strategies were made from. */
async function alteredStrategies(
  { tx, actor, language }: MasterContext,
  changeId: string,
): Promise<string[]> {
  const { rows } = await sql<{ record: string }>`
    select r.record from master_change_row r
    where r.company_id = ${actor.company.id} and r.change_id = ${changeId} and r.action = 'Changed'
      and (r.before -> 'related' is distinct from r.after -> 'related' or r.before -> 'leadTimeDays' is distinct from r.after -> 'leadTimeDays')
    order by r.position limit 6`.execute(tx)
  if (rows.length === 0) return []
  const relations =
    rows
      .slice(0, 5)
      .map(({ record }) => record)
      .join(', ') + (rows.length > 5 ? ' …' : '')
  return [translate(language, 'company.consequence.relation', { relations })]
}
