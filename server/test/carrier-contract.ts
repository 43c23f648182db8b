import { carrierContractKind, carrierContractWords } from '@kervan/contract/kit/carrier-contract.testing'
import { keysOf } from '@kervan/contract/kit/typed'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { masterTable } from '../migrations/kit.ts'
import { pricesVisible } from '../src/access/access.api.ts'
import { newId } from '../src/kit/database/uuid.ts'
import { appUrlOf } from '../src/kit/database/roles.ts'
import { serveMasterData, type ServedMasterData } from '../src/kit/master/serve-master-data.ts'
import { addMessages } from '../src/kit/messages.ts'
import { addSamples } from './master-samples.ts'
import type { Portal } from './portal.ts'
import type { SampleContext } from './sample-records.ts'

// Carrier contracts, a kind that only tests declare, as an area would have them.

export const serveCarrierContracts = (): ServedMasterData =>
  serveMasterData(carrierContractKind, {
    table: 'carrier_contract',
    recordType: 'businessRelation',
    columns: { carrier: 'carrier_id', region: 'region_id', document: 'document_id' },
    references: {
      carrier: { table: 'partner', keeps: 'id' },
      region: { table: 'region_code', code: ['subdivision', 'district'], name: 'region_code', keeps: 'id' },
    },
    pricesVisible: (actor) => pricesVisible(actor.company.priceVisibility, actor),
  })

/** What a migration, the messages and the samples of its area would say. */
export async function addCarrierContracts({ owner }: Portal): Promise<void> {
  const db = new Kysely<Record<string, never>>({ dialect: new PostgresDialect({ pool: owner }) })
  await db.connection().execute(async (one) => {
    const role = new URL(await appUrlOf(owner.options.connectionString ?? '')).username
    await sql`select set_config('kervan.runtime_role', ${role}, false)`.execute(one)
    await masterTable(
      one,
      'carrier_contract',
      `valid_from date not null, valid_to date, carrier_id uuid not null, region_id uuid not null,
       rate numeric(18, 4) not null, rate_currency text not null, document_id uuid`,
      {
        key: ['code', 'valid_from'],
        validity: ['valid_from', 'valid_to'],
        keys: {
          'company_id, carrier_id': 'partner',
          'company_id, region_id': 'region_code',
          'company_id, document_id': 'file',
        },
      },
    )
  })
  for (const language of keysOf(carrierContractWords)) addMessages(language, carrierContractWords[language])
  addSamples({
    carrierContract: async (n, context) => ({
      carrier: await carrierOf(context),
      region: await regionOf(context, n),
    }),
  })
}

export async function carrierOf({ portal: { owner }, company }: SampleContext): Promise<string> {
  await owner.query(
    `insert into partner (company_id, id, int_code, code, name, name_folded, relation_type, city)
     select $1, $2, 1, 'CARRIER', 'Carrier', 'carrier', 'ThirdParty', 'Ankara'
     where not exists (select from partner where company_id = $1 and code = 'CARRIER')`,
    [company.id, newId()],
  )
  return 'CARRIER'
}

export async function regionOf({ portal: { owner }, company }: SampleContext, n: number): Promise<string> {
  await owner.query(
    `insert into region_code (company_id, id, subdivision, district, region_code) values ($1, $2, 'Marmara', $3, $4) on conflict do nothing`,
    [company.id, newId(), `Tuzla ${n}`, `R-${n}`],
  )
  return `Marmara · Tuzla ${n}`
}
