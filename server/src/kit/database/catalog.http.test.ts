import { coverClasses, reportDataKinds } from '@kervan/contract/report/words'
import { reportPeriods, reportRhythms, reportRunStates } from '@kervan/contract/report/view-words'
import { articleStates, knowledgeAreas, questionStates } from '@kervan/contract/knowledge/words'
import { jobKinds } from '@kervan/contract/kit/work'
import { ediFormats, ediSources, ediStates, ediVerdicts } from '@kervan/contract/order/edi'
import { transferKinds, transferSources, transferStates } from '@kervan/contract/data/data-transfers'
import { uiFilterSources, uiFilterStates, uiFilterTypes } from '@kervan/contract/company/ui-filters'
import { fileSetStates } from '@kervan/contract/kit/file-set'
import { mciFileStates, mciInputs } from '@kervan/contract/company/mci-files'
import {
  approvalSteps,
  changeActions,
  changeModes,
  changeSources,
  changeStates,
} from '@kervan/contract/kit/master-change'
import { kindWords } from '../../../test/kind-words.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import {
  acknowledgementChoices,
  acknowledgementKinds,
  companyRelationTypes,
  invitations,
  loginStates,
  membershipStates,
  passwordLimits,
  registrationPolicies,
  secondFactorPolicies,
  signInMethods,
  subscriptionStates,
  temporaryPasswordOrigins,
  userTypes,
  priceVisibilities,
  serviceProducts,
} from '@kervan/contract/access/words'
import { serviceMediaContentTypes } from '@kervan/contract/access/web-resources'
import { settingNames } from '@kervan/contract/services/settings'
import * as services from '@kervan/contract/services/words'
import { creditPeriods } from '@kervan/contract/administration/subscriptions'
import {
  averagePeriods,
  calendars,
  componentRoles,
  dayParts,
  fuelGroups,
  holidayRules,
  lpgSuppliers,
  mailStates,
  premiumUnits,
  priceModels,
  priceSources,
  purchaseTypes,
  refineries,
  expectationStates,
  yt04States,
  fileSources,
  marketFileStates,
  marketValueKinds,
  marketValueStates,
  marketWays,
  priceTypes,
  supplierModes,
  valueSources,
} from '@kervan/contract/lma/words'
import { marketUnits, refineryUnits } from '@kervan/contract/lma/price-units'
import { returnReasons, returnStates } from '@kervan/contract/order/return-words'
import { transferProblems } from '@kervan/contract/kit/transfer-problems'
import { ptsStates, traceLocationTypes, traceSources } from '@kervan/contract/trace/words'
import { jobStates } from '@kervan/contract/jobs/jobs'
import { kigoPayments, kigoPeriods, kigoRowKinds } from '@kervan/contract/porta/kigo'
import { dateFormats, languages } from '@kervan/contract/kit/values'
import { importResults, importStates } from '@kervan/contract/order/order-import'
import {
  documentStates,
  documentTypes,
  channels,
  lineStates,
  lineTypes,
  orderFlows,
  preApprovalReasons,
  preApprovalStates,
  orderStates,
  pendingScopes,
  quotaBookings,
  quotaStates,
  rejectReasons,
  roundingStrategies,
  shipmentMethods,
} from '@kervan/contract/order/words'
import { seasons } from '@kervan/contract/order/seasons'
import {
  declineReasons,
  evidenceSources,
  imageStates,
  rejectReasons as requestRejectReasons,
  requestKinds,
  requestStates,
  validationFlows,
} from '@kervan/contract/porta/words'
import { packStates } from '@kervan/contract/porta/pack-states'
import { priceChangeReasons, priceChangeScopes } from '@kervan/contract/porta/price-change-rules'
import { deliveryStates, findingLevels } from '@kervan/contract/kit/area-work'
import { scheduleStates } from '@kervan/contract/system/schedules'
import { registrationStates } from '@kervan/contract/registration/registration'
import { changeWords } from '../../../migrations/kit.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { appUrlOf } from './roles.ts'

// The rules every table must keep, asked of the catalog itself: tenant isolation (D01, D02, D06) and what distributed
// PostgreSQL needs (stack: no triggers, no serials, company first in every key).

let portal: Portal
let runtime: pg.Pool
beforeAll(async () => {
  portal = await startPortal({ own: true })
  const url = `postgres://${(portal.owner.options as { connectionString: string }).connectionString.split('://')[1]}`
  runtime = new pg.Pool({ connectionString: await appUrlOf(url), max: 2 })
})
afterAll(async () => {
  await runtime.end()
  await portal.close()
})

const shared = [
  'api_key_hash',
  'company',
  'entra_link',
  'entra_nonce',
  'entra_token',
  'identity',
  'installation_operator',
  'known_device',
  'linked_company',
  'login_attempt',
  'login_throttle',
  'manual_passage',
  'pairing_code',
  'recovery_code',
  'refused_company',
  'second_factor',
  'session',
  'temporary_password',
]
/** What each column with a list of words may hold. A new word comes with a migration that calls `changeWords`. */
const wordsOf: Record<string, readonly string[]> = {
  ...kindWords,
  'supply_policy.strategy': ['WarehousesAndStores', 'WarehousesOnly'],
  'master_approval.steps': approvalSteps,
  'master_change.approval': approvalSteps,
  'master_change.mode': changeModes,
  'master_change.source': changeSources,
  'file_set.state': fileSetStates,
  'master_change.state': changeStates,
  'master_change_row.action': changeActions,
  'ui_filter.source': uiFilterSources,
  'ui_filter.state': uiFilterStates,
  'ui_filter.type': uiFilterTypes,
  'data_transfer.data_kind': transferKinds,
  'data_transfer.source': transferSources,
  'data_transfer_due.state': transferStates,
  'mci_file.source': ['File', 'FileDrop'],
  'mci_file.input': mciInputs,
  'mci_file.state': mciFileStates,
  'schedule_run.state': scheduleStates,
  'acknowledgement.kind': acknowledgementKinds,
  'acknowledgement_choice.choice': acknowledgementChoices,
  'acknowledgement_draft.kind': acknowledgementKinds,
  'cart_line.shipment_method': shipmentMethods,
  'order_policy.order_flow': orderFlows,
  'edi_message.state': ediStates,
  'edi_message.format': ediFormats,
  'edi_message.source': ediSources,
  'edi_line.verdict': ediVerdicts,
  'diagnosis_finding.level': findingLevels,
  'report_data.kind': reportDataKinds,
  'report_view.period': reportPeriods,
  'report_view.rhythm': reportRhythms,
  'report_run.state': reportRunStates,
  'stock_sense.cover_class': coverClasses,
  'knowledge_article.area': knowledgeAreas,
  'knowledge_text.state': articleStates,
  'knowledge_question.state': questionStates,
  'knowledge_file.language': languages,
  'knowledge_text.language': languages,
  'knowledge_version.language': languages,
  'knowledge_passage.language': languages,
  'knowledge_vote.language': languages,
  'knowledge_question.language': languages,
  'manual_passage.language': languages,
  'delivery.state': deliveryStates,
  'discount_request.state': requestStates,
  'discount_request.validation_flow': validationFlows,
  'discount_request.kind': requestKinds,
  'discount_image.kind': requestKinds,
  'discount_report.kind': requestKinds,
  'discount_request.scope': priceChangeScopes,
  'discount_request.reject_reason': [...requestRejectReasons, ...priceChangeReasons],
  'discount_request.decline_reason': declineReasons,
  'discount_request.pack_state': packStates,
  'discount_image.state': imageStates,
  'porta_policy.kigo_period': kigoPeriods,
  'porta_policy.kigo_payment': kigoPayments,
  'kigo_row.kind': kigoRowKinds,
  'trace_place.type': traceLocationTypes,
  'product_return.state': returnStates,
  'product_return.reason': returnReasons,
  'trace_package.state': ptsStates,
  'trace_transfer_search.problem': transferProblems,
  'trace_pack.state': packStates,
  'trace_movement.source': traceSources,
  'fuel_product.fuel_group': fuelGroups,
  'fuel_parameter.price_model': priceModels,
  'market_symbol.price_source': priceSources,
  'market_symbol.market_unit': marketUnits,
  'market_quote.market_unit': marketUnits,
  'bio_price.market_unit': marketUnits,
  'lpg_price.lpg_supplier': lpgSuppliers,
  'refinery_price.refinery': refineries,
  'refinery_price.refinery_unit': refineryUnits,
  'local_expectation.refinery_unit': refineryUnits,
  'fuel_day.fuel_calendar': calendars,
  'fuel_day.day_part': dayParts,
  'api_parameter.component_role': componentRoles,
  'fuel_contact.language': languages,
  'transfer_item.average_period': averagePeriods,
  'transfer_item.holiday_rule': holidayRules,
  'transfer_leg.purchase_type': purchaseTypes,
  'transfer_leg.supplier_mode': supplierModes,
  'transfer_leg.dap_premium_unit': premiumUnits,
  'transfer_leg.fob_premium_unit': premiumUnits,
  'expectation_run.state': expectationStates,
  'fuel_mail.state': mailStates,
  'transfer_batch.state': yt04States,
  'market_file.source': fileSources,
  'market_file.way': marketWays,
  'market_file.state': marketFileStates,
  'market_value.source': valueSources,
  'market_value.price_type': priceTypes,
  'market_value.kind': marketValueKinds,
  'market_value.state': marketValueStates,
  'market_price.source': valueSources,
  'market_price.market_unit': marketUnits,
  'market_rate.source': valueSources,
  'pack_evidence.source': evidenceSources,
  'its_run_pack.result': ['Pending', 'Succeeded', 'Failed'],
  'pre_order.state': preApprovalStates,
  'pre_order.shipment_method': shipmentMethods,
  'pre_order.channel': channels,
  'pre_order.reject_reason': preApprovalReasons,
  'company.price_management_type': ['ListPrice', 'CustomerPrice'],
  'company_policy.price_visibility': priceVisibilities,
  'order_policy.pending_scope': pendingScopes,
  'company.relation_type': companyRelationTypes,
  'company.rounding_strategy': roundingStrategies,
  'company_policy.registration': registrationPolicies,
  'company_policy.second_factor': secondFactorPolicies,
  'job.kind': jobKinds,
  'job.state': jobStates,
  'location.status': ['Active', 'Passive'],
  'login_attempt.state': loginStates,
  'membership.date_format': dateFormats,
  'membership.invitation': invitations,
  'membership.state': membershipStates,
  'membership.user_type': userTypes,
  'cart_file.document_type': documentTypes,
  'order_document.document_type': documentTypes,
  'pre_order_document.document_type': documentTypes,
  'order_document.process_state': documentStates,
  'order_import.state': importStates,
  'order_import_line.result': importResults,
  'order_line.reject_reason': rejectReasons,
  'order_line.quota_state': quotaStates,
  'quota_entry.kind': quotaBookings,
  'order_line.shipment_method': shipmentMethods,
  'order_line.state': lineStates,
  'order_line.type': lineTypes,
  'partner.relation_type': ['Customer', 'Vendor', 'ThirdParty'],
  'product.season': seasons,
  'product.status': ['Active', 'Passive'],
  'product_variant.status': ['Active', 'Passive'],
  'project.service': serviceProducts,
  'project.domain': services.projectDomains,
  'strategy.state': services.strategyStates,
  'strategy.segment': services.strategySegments,
  'principle.type': services.principleTypes,
  'principle.state': services.principleStates,
  'principle.segment': services.principleSegments,
  'principle.data_source': services.dataSources,
  'service_plan.rule_period': services.rulePeriods,
  'service_plan.conflict_choice': services.conflictChoices,
  'service_plan.state': services.planStates,
  'service_date.state': services.planStates,
  'service_run.domain': services.projectDomains,
  'service_run.state': services.runStates,
  'service_run.waits_for': services.runWaits,
  'service_step.kind': services.stepKinds,
  'service_step.state': services.stepStates,
  'work_order.type': services.workOrderTypes,
  'work_order.state': services.workOrderStates,
  'work_order.ack': ['Taken', 'Refused'],
  'work_order.override_reason': services.overrideReasons,
  'service_file.type': services.serviceFileTypes,
  'service_setting.setting': settingNames,
  'credit_tariff.service': serviceProducts,
  'credit_tariff.domain': services.projectDomains,
  'credit_entry.kind': services.creditKinds,
  'registration.state': registrationStates,
  'sales_order.channel': channels,
  'sales_order.shipment_method': shipmentMethods,
  'sales_order.state': orderStates,
  'sales_order.type': lineTypes,
  'service_media_content.type': serviceMediaContentTypes,
  'session.method': signInMethods,
  'session.password_limit': passwordLimits,
  'subscription.credit_period': creditPeriods,
  'subscription.state': subscriptionStates,
  'temporary_password.origin': temporaryPasswordOrigins,
}
const ours = `n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname not like 'kysely%'`
const ask = async <T extends object>(text: string) => (await portal.owner.query<T>(text)).rows

describe('every tenant table', () => {
  it('forces row-level security with one policy for reading and writing', async () => {
    const rows = await ask<{ name: string; forced: boolean; policies: number; check: boolean }>(`
      select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced, count(p.oid)::int as policies, coalesce(bool_and(p.polwithcheck is not null and p.polpermissive), false) as check
      from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_policy p on p.polrelid = c.oid where ${ours} group by c.oid order by 1`)
    const tenant = rows.filter((row) => !shared.includes(row.name))
    expect(tenant.length).toBeGreaterThan(25)
    expect(tenant.filter((row) => !row.forced || row.policies !== 1 || !row.check)).toEqual([])
    expect(rows.filter((row) => shared.includes(row.name)).map((row) => row.name)).toEqual(shared)
  })

  it('starts every primary, unique and foreign key with company_id', async () => {
    const rows = await ask<{ name: string; key: string }>(`
      select c.relname as name, k.conname as key from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
      where ${ours} and k.contype in ('p', 'u', 'f') and a.attname <> 'company_id' and c.relname <> all(array['${shared.join("','")}'])
        and not (k.contype = 'f' and k.confrelid = any(array['company', 'identity']::regclass[]))`)
    expect(rows).toEqual([])
  })

  it('keeps the rules of distributed PostgreSQL: no triggers, no serials, no shared table that points at a company or a tenant’s', async () => {
    expect(
      await ask(
        `select tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace where ${ours} and not tgisinternal`,
      ),
    ).toEqual([])
    expect(
      await ask(
        `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'S'`,
      ),
    ).toEqual([])
    expect(
      await ask(
        `select k.conname from pg_constraint k where k.contype = 'f' and k.conrelid = any(array['${shared.join("','")}']::regclass[]) and (k.confrelid <> all(array['${shared.join("','")}']::regclass[]) or k.confrelid = 'company'::regclass)`,
      ),
    ).toEqual([])
  })

  it('[LOC-004] finds by an index what points at a record of company data, so that deleting many reads no whole table', async () => {
    const unindexed = await ask<{ key: string }>(
      `select k.conname as key from pg_constraint k
       where k.contype = 'f' and k.confrelid = any(array['location', 'product', 'product_variant', 'product_group', 'partner', 'city', 'country']::regclass[])
         and not exists (select from pg_index i where i.indrelid = k.conrelid and i.indisvalid and i.indpred is null
           and (select array_agg(c order by c) from unnest((i.indkey::int2[])[0:cardinality(k.conkey) - 1]) c)
             = (select array_agg(c order by c) from unnest(k.conkey) c)) order by 1`,
    )
    expect(unindexed).toEqual([])
  })

  it('names files by foreign keys only, because what no key points at is purged', async () => {
    const { rows } = await portal.owner.query<{ named: string }>(`
      select a.attrelid::regclass || '.' || a.attname as named
      from pg_attribute a join pg_class r on r.oid = a.attrelid and r.relkind in ('r', 'p') and r.relnamespace = 'public'::regnamespace
      where a.attname ~ '(^|_)files?_ids?$' and not a.attisdropped
        and (a.attname = 'file_id' or to_regclass(regexp_replace(a.attname, '_id$', '')) is null)
        and not exists (select from pg_constraint k where k.contype = 'f' and k.conrelid = a.attrelid and a.attnum = any(k.conkey))
      order by 1`)
    expect(rows).toEqual([])
  })

  it('leaves no view or function that could look around the wall', async () => {
    expect(
      await ask(
        `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('v', 'm')`,
      ),
    ).toEqual([])
    expect(
      await ask(
        `select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public' and p.prosecdef`,
      ),
    ).toEqual([])
  })

  it('takes the words of the contract, no more and no fewer, wherever it takes words', async () => {
    const checks = await ask<{ name: string; text: string }>(
      `select format('%s.%s', k.conrelid::regclass, a.attname) as name, pg_get_constraintdef(k.oid) as text from pg_constraint k
       join pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum] where k.contype = 'c' and k.connamespace = 'public'::regnamespace and pg_get_constraintdef(k.oid) like '%ARRAY[%' order by 1`,
    )
    const found = checks.map(({ name, text }) => [
      name,
      [...text.matchAll(/'([^']+)'::text/g)].map(([, word]) => word ?? '').toSorted(),
    ])
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(Object.entries(wordsOf).map(([name, words]) => [name, [...words].toSorted()])),
    )
  })
})

it('changes a list of words: the new ones are taken, those left out are refused', async () => {
  const db = new Kysely<Record<string, never>>({ dialect: new PostgresDialect({ pool: portal.owner }) })
  await changeWords(db, 'location', 'status', ['Active', 'Passive', 'Planned'])
  const company = await portal.company()
  const location = await company.location(null)
  const set = (status: string) =>
    portal.owner.query('update location set status = $1 where id = $2', [status, location.id])
  await set('Planned')
  await expect(set('Other')).rejects.toThrow(/location_status_check/)
  await set('Active')
  await changeWords(db, 'location', 'status', ['Active', 'Passive'])
  await expect(set('Planned')).rejects.toThrow(/location_status_check/)
})

describe('the runtime role', () => {
  const tables = () =>
    ask<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours} and c.relname <> all(array['${shared.join("','")}'])`,
    )

  it('gets an error and not an empty answer when no company is set', async () => {
    const company = await portal.company()
    await company.user()
    await expect(runtime.query('select * from membership')).rejects.toThrow(/app.company_id/)
  })

  it('sees, changes and adds nothing of another company', async () => {
    const [one, two] = [await portal.company(), await portal.company()]
    await one.user()
    const client = await runtime.connect()
    try {
      await client.query(`begin; set local app.company_id = '${two.id}'`)
      for (const { name } of await tables()) {
        const { rows } = await client.query<{ count: string }>(
          `select count(*) from ${name} where company_id = ${one.id}`,
        )
        expect([name, Number(rows[0]?.count)]).toEqual([name, 0])
      }
      await expect(
        client.query(`insert into counter (company_id, name, value) values (${one.id}, 'order', 1)`),
      ).rejects.toThrow(/row-level security/)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it('may not rewrite the audit log or the time line, nor create, own or empty anything', async () => {
    const company = await portal.company()
    for (const statement of [
      'delete from audit_entry',
      "update audit_entry set actor_name = 'x'",
      'delete from record_event',
      'update record_event set by_name = null',
      "update login_attempt set state = 'Succces'",
      'delete from login_attempt',
      'truncate counter',
      'create table mine (id int)',
      'create temp table mine (id int)',
      'alter table counter disable row level security',
      'update company set name = null',
      `set role ${new URL(portal.owner.options.connectionString ?? '').username}`,
    ]) {
      const client = await runtime.connect()
      await client.query(`begin; set local app.company_id = '${company.id}'`)
      await expect(client.query(statement), statement).rejects.toThrow(/permission denied|must be owner/)
      client.release(true)
    }
  })
})
