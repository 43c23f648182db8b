import { sql } from 'kysely'
import { entityOverview } from '@kervan/contract/company/mci-overview'
import { folded } from '../../kit/lists/fold.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'
import { judgedMapping } from './mapping.sql.ts'

/**
 * Where each entity stands (MCI-001). Without fields that are right no file of it is activated, so they come first. Then
 * the latest file of each input that services read; one that was active before waits for nobody.
 */
export const entityOverviewList = serveList(entityOverview, 'kind.mciOverview.many', ({ actor }) => {
  const company = actor.company.id
  const latest = (input: 'User' | 'Erp') =>
    sql`(select m.id, m.state from mci_file m where m.company_id = ${company} and m.entity_id = e.id and m.input = ${input}
      order by m.io_id desc limit 1)`
  const rowsOf = (generation: 'user_generation' | 'erp_generation') =>
    sql`select r.key from mci_row r where r.company_id = ${company} and r.entity_id = e.id and r.generation = ${sql.id('e', generation)}`
  return {
    from: sql`mci_entity e
      left join lateral ${latest('User')} u on true
      left join lateral ${latest('Erp')} p on true
      left join lateral (select m.activated_at, m.activated_by from mci_file m
        where m.company_id = ${company} and m.entity_id = e.id and m.state = 'Active' and ${isRead}
        order by m.activated_at desc limit 1) a on true
      left join lateral (select x.id, x.word from (
          select distinct on (m.input) m.id, case
            when m.state = 'Invalid' then 'FileInvalid'
            when m.state = 'ValidationFailed' then 'ValidationFailed'
            when m.state in ('Pending', 'Validating') then 'Working'
            when m.activated_at is not null then null
            when m.state = 'ReValidate' then 'ToValidate'
            when m.state = 'Succeeded' then case when (select c.edc_active from company c where c.id = ${company}) then 'ToActivate' else 'EdcNotActive' end end as word
          from mci_file m where m.company_id = ${company} and m.entity_id = e.id and ${isRead}
          order by m.input, m.io_id desc) x
        where x.word is not null
        order by array_position(array['FileInvalid', 'ValidationFailed', 'ToValidate', 'ToActivate', 'EdcNotActive', 'Working'], x.word) limit 1) n on true
      cross join lateral (${judgedMapping(company)}) q
      cross join lateral (select case
          when not exists (select from mci_field f where f.company_id = ${company} and f.entity_id = e.id and f.key_part) then 'NoKey'
          when cardinality(q.missing) > 0 then 'MappingIncomplete'
          when not q.in_order then 'MappingOrder' end as word) d`,
    where: [sql`e.company_id = ${company}`, ...wholeCompanyOnly(actor)],
    id: sql`e.id`,
    columns: {
      code: sql`e.code`,
      name: sql`e.name`,
      attention: sql`case
        when coalesce(d.word, n.word) is not null then coalesce(d.word, n.word)
        when (e.data_source = 'ManageByERPInput' or e.user_generation = 0)
          and (e.data_source = 'ManageByUserInput' or e.erp_generation = 0) then 'NeverFilled'
        else 'Nothing' end`,
      activeRows: sql`(case e.data_source
        when 'ManageByUserInput' then (select count(*) from (${rowsOf('user_generation')}) r)
        when 'ManageByERPInput' then (select count(*) from (${rowsOf('erp_generation')}) r)
        else (select count(*) from (${rowsOf('erp_generation')}) r)
          + (select count(*) from (${rowsOf('user_generation')}) o where not exists (
              select from mci_row r where r.company_id = ${company} and r.entity_id = e.id
                and r.generation = e.erp_generation and r.key = o.key)) end)::int`,
      userFileState: sql`u.state`,
      erpFileState: sql`p.state`,
      activatedAt: sql`a.activated_at`,
      activatedBy: sql`a.activated_by`,
      dataSource: sql`e.data_source`,
      purpose: sql`e.purpose`,
      orderIndex: sql`e.order_index`,
    },
    extra: {
      userFileId: sql`u.id`,
      erpFileId: sql`p.id`,
      attentionFileId: sql`case when d.word is null then n.id end`,
      missingBaseFields: sql`q.missing`,
    },
    search: folded(sql`concat_ws(' ', e.code, e.name)`),
  }
})

/** Of a file: services read what its input holds. */
const isRead = sql`(e.data_source = 'ManageByMergedInputs' or (e.data_source = 'ManageByUserInput') = (m.input = 'User'))`
