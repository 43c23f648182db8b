import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { audit } from '../kit/records/audit.ts'
import { openDatabase, type Shared, type Tx } from '../kit/database/db.ts'
import { isWarehouse } from '@kervan/contract/kit/location-types'
import { fold } from '../kit/lists/fold.ts'
import { refreshSupplyPaths } from '../order/order.api.ts'
import { hashPassword } from '../access/access.api.ts'
import { demoPassword } from './accounts.ts'
import { insertAcknowledgements } from './acknowledgements.ts'
import { insertApiKeys, insertErpKey } from './api-keys.ts'
import { fillBare } from './bare-tables.ts'
import { withLocationProperties } from './custom-properties.ts'
import { calendarOf, dayLong, type Calendar } from './calendar.ts'
import { companies } from './companies.ts'
import { insertCompanyData } from './company-data.ts'
import { type DemoCompany } from './people.ts'
import { newsOf, projectsOf, subscriptionsOf, videosOf } from './contents.ts'
import { insertOrderTemplates } from './order-templates.ts'
import { insertDocuments } from './documents.ts'
import { insertEdiMessages } from './edi-messages.ts'
import { insertContacts } from './contacts.ts'
import { insertMany } from '../kit/database/insert-many.ts'
import { insertIdentities, insertMembers, type Identities } from './members.ts'
import type { Batch } from './order-rows.ts'
import { makeOrders } from './orders.ts'
import { type Change } from './world.ts'
import { type Book } from './world.ts'
import { makeLocations, type DemoPartner, type LocationRow } from './locations.ts'
import { insertProducts } from './insert-products.ts'
import { makeProducts, stockOf, type DemoVariant, type ProductRow } from './products.ts'
import { Random } from './random.ts'
import { insertDeputies, insertExternalApprovals, insertGoodsIssues, insertPreOrders } from './fulfilment.ts'
import { insertHealthNotifications } from './medula.ts'
import { insertQuotas } from './quotas.ts'
import { insertUIFilters } from './ui-filters.ts'
import { insertRegistrations } from './registrations.ts'
import { insertDeliveredRows } from './delivered-rows.ts'
import { insertEntities, type StoreFile } from './mci.ts'
import { insertTransfers } from './transfers.ts'
import { insertWaitingChanges } from './waiting-changes.ts'
import { supplierOf, supplyRelations, withSupplyRoles } from './supply.ts'

export type DemoOptions = {
  now: Date
  /** Orders of the three companies together. */
  orders?: number
  /** Keeps the bytes of a file; without it the demo's files have none. */
  store?: StoreFile
}

const timeZone = 'Europe/Istanbul'
const defaultOrders = 18_000
const auditedChanges = 150
const largeTables = ['product', 'product_variant', 'stock', 'sales_order', 'order_line', 'record_event']

/**
 * Fills an empty database with the demo: three companies and a year of their work up to `now`. The same moment gives
 * the same data. A database that has a company already is left as it is; of two who come at once, one loads.
 */
export async function loadDemoData(
  ownerUrl: string,
  { now, orders = defaultOrders, store = async () => {} }: DemoOptions,
): Promise<void> {
  const db = openDatabase(ownerUrl, { max: 1, onError: () => {} })
  const isLoaded = async (from: Shared) =>
    (await from.selectFrom('company').select('id').limit(1).executeTakeFirst()) !== undefined
  try {
    if (await isLoaded(db.shared)) return
    const passwordHash = await hashPassword(demoPassword)
    await db.withCompany(1, async (tx) => {
      // One long transaction on a database that nobody uses yet: it may take its time on a slow machine.
      for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
        await sql.raw(`set local ${limit} = 0`).execute(tx)
      await sql`select pg_advisory_xact_lock(hashtext('kervan demo data'))`.execute(tx)
      if (await isLoaded(tx)) return
      const calendar = calendarOf(timeZone, now)
      const since = new Date(now.getTime() - 400 * dayLong)
      const identities = await insertIdentities(tx, new Random(1923), since, now, passwordHash)
      await fillBare(
        (statement) => statement.execute(tx).then(({ rows }) => rows),
        largeTables,
        async () => {
          for (const company of companies)
            await loadCompany(tx, company, identities, {
              calendar,
              since,
              orders: Math.round(orders * company.share),
              store,
            })
        },
      )
      await sql.raw(`analyze ${largeTables.join(', ')}`).execute(tx)
      // Quotas count what was ordered, which takes a minute without keys and statistics.
      for (const company of companies) {
        await bindTo(tx, company)
        await insertQuotas(tx, company, timeZone, new Random(company.id + 12_000), now)
      }
    })
  } finally {
    await db.close()
  }
}

/** An owner that is no superuser is bound by row-level security as everybody is. */
const bindTo = (tx: Tx, { id }: DemoCompany) => sql.raw(`set local app.company_id = '${id}'`).execute(tx)

async function loadCompany(
  tx: Tx,
  company: DemoCompany,
  identities: Identities,
  { calendar, since, orders, store }: { calendar: Calendar; since: Date; orders: number; store: StoreFile },
): Promise<void> {
  await bindTo(tx, company)
  const now = new Date(calendar.now)
  await insertCompany(tx, company, now, since)
  const random = new Random(company.id)
  const { partners, locations } = makeLocations(company, random, since.getTime())
  const { groups, products, variants } = makeProducts(company, random, since.getTime())
  const prices = agreedPrices(partners, variants, random)
  const blocks = blocksOf(products, partners, random)
  const blockIds = new Random(company.id + 12_000)
  const made = <R extends object>(rows: readonly R[]) => rows.map((row) => ({ ...row, created_at: since }))
  await insertMany(tx, 'partner', made(partners.map(({ row }) => row)))
  await insertMany(tx, 'location', made(withLocationProperties(company, withSupplyRoles(locations))))
  const relations = supplyRelations(locations, new Random(company.id + 11_000), since.getTime())
  await insertMany(tx, 'supply_relation', made(relations))
  await insertProducts(tx, company, since, { groups, products, variants })
  await insertMany(
    tx,
    'customer_price',
    [...prices].flatMap(([partner, own]) =>
      [...own].map(([variant, price]) => ({
        company_id: company.id,
        partner_id: partner,
        variant_id: variant,
        unit_price: price,
      })),
    ),
  )
  await insertMany(
    tx,
    'shipping_block',
    made(
      blocks.map(([product, location]) => ({
        company_id: company.id,
        id: blockIds.id(since.getTime()),
        product_id: product.id,
        location_id: location.id,
      })),
    ),
  )
  await insertMany(tx, 'service_media_content', [...newsOf(company), ...videosOf(company)])
  await insertMany(tx, 'project', projectsOf(company))
  await insertMany(tx, 'subscription', subscriptionsOf(company, new Random(company.id + 7_000), now))

  const people = await insertMembers(tx, company, identities, partners, random, since, now)
  await insertAcknowledgements(tx, company, random, now, since)
  await insertRegistrations(tx, company, locations, new Random(company.id + 10_000), now)
  await insertApiKeys(tx, company, people.gateway, new Random(company.id + 8_000), now)
  if (company.trade === 'pharma')
    await insertErpKey(tx, company, people.gateway, new Random(company.id + 17_000), now)
  const world = {
    company,
    partners,
    variants,
    customerPrices: prices,
    blocks: new Set(blocks.map(([product, location]) => `${product.id} ${location.id}`)),
    people,
    calendar,
    supplierOf: supplierOf(locations, relations),
  }
  const book: Book = { last: 0, reserved: new Map(), changes: [] }
  let writing = Promise.resolve()
  for (const batch of makeOrders(world, orders, random, book)) {
    await writing
    writing = writeBatch(tx, batch)
    // Lets the statements leave before the next orders are made.
    await setImmediate()
  }
  await writing
  const warehouses = locations.filter(({ type }) => isWarehouse(type)).map(({ id }) => id)
  await insertMany(tx, 'stock', stockOf(company, variants, warehouses, book.reserved, random, now))
  await refreshSupplyPaths(tx, company.id)
  await insertGoodsIssues(tx, company, now)
  await insertExternalApprovals(tx, company, now)
  if (company.trade === 'pharma') await insertHealthNotifications(tx, company, now)
  await insertDeputies(tx, company, people.managers[0], people.operators[0], now)
  const manager = people.managers[0]
  if (company.trade === 'fuel' && manager) await insertPreOrders(tx, company, manager.name, now)
  await insertEdiMessages(tx, company, store, new Random(company.id + 19_000), now)
  await insertDocuments(tx, company, store, new Random(company.id + 18_000), now)
  await tx.insertInto('counter').values({ company_id: company.id, name: 'order', value: book.last }).execute()
  await writeAudit(tx, company, book.changes.slice(-auditedChanges))
  await insertOrderTemplates(tx, company, now)
  await insertContacts(tx, company, new Random(company.id + 9_000), now)
  await insertCompanyData(tx, company, products, new Random(company.id + 11_000), now)
  await insertTransfers(tx, company, timeZone, new Random(company.id + 14_000), now)
  const [maker, checker] = [people.operators[0], people.managers[0]]
  if (maker) await insertEntities(tx, company, { locations, products }, maker, store, now)
  if (maker) await insertUIFilters(tx, company, locations, now)
  await insertDeliveredRows(tx, company, now)
  if (maker && checker)
    await insertWaitingChanges(tx, company, maker, checker, new Random(company.id + 15_000), now)
}

async function writeBatch(tx: Tx, { orders, lines, events }: Batch): Promise<void> {
  await Promise.all([
    insertMany(tx, 'sales_order', orders),
    insertMany(tx, 'order_line', lines),
    insertMany(tx, 'record_event', events),
  ])
}

async function insertCompany(tx: Tx, company: DemoCompany, now: Date, since: Date): Promise<void> {
  await tx
    .insertInto('company')
    .values({
      id: company.id,
      code: company.code,
      name: company.name,
      domain: company.domain,
      domain_folded: fold(company.domain),
      relation_type: company.relationType,
      time_zone: timeZone,
      currency: 'TRY',
      order_prefix: company.orderPrefix,
      rounding_strategy: company.rounding,
      price_management_type: company.priceManagement,
      backorders_allowed: company.backordersAllowed,
      quota_active: true,
      logo: Buffer.from(company.logo),
      logo_type: 'image/svg+xml',
      last_data_at: new Date(now.getTime() - dayLong / 24),
      created_at: since,
    })
    .execute()
  await tx
    .insertInto('order_policy')
    .values({ company_id: company.id, price_visibility: company.priceVisibility })
    .execute()
  await tx
    .insertInto('company_policy')
    .values({
      company_id: company.id,
      registration: company.relationType === 'Manufacturer' ? 'Manager' : 'Closed',
    })
    .execute()
}

/** What the first ten customers pay for goods they buy often. */
function agreedPrices(
  partners: readonly DemoPartner[],
  variants: readonly DemoVariant[],
  random: Random,
): Map<string, Map<string, string>> {
  return new Map(
    partners
      .slice(0, 10)
      .map(({ row }) => [
        row.id,
        new Map(
          random
            .sample(variants, 80)
            .map(({ row: variant, price }) => [variant.id, (price * random.between(0.86, 0.97)).toFixed(2)]),
        ),
      ]),
  )
}

/** Goods that some locations cannot take: no cold store, no permit, no room for a tank vehicle. */
function blocksOf(
  products: readonly ProductRow[],
  partners: readonly DemoPartner[],
  random: Random,
): [ProductRow, LocationRow][] {
  const locations = partners.flatMap((partner) => partner.locations)
  const special = products.filter((product) =>
    ['ColdChain', 'Controlled', 'Cylinder', 'Bulk', 'PreSeason'].includes(product.flow_type),
  )
  return random
    .sample(special, 40)
    .flatMap((product) =>
      random
        .sample(locations, random.int(1, 4))
        .map((location): [ProductRow, LocationRow] => [product, location]),
    )
}

/** The last changes as the product itself would have written them down; entry by entry, since each hash needs the one before. */
async function writeAudit(tx: Tx, company: DemoCompany, changes: readonly Change[]): Promise<void> {
  for (const { at, by, operation, recordId, recordCode, before, after } of changes) {
    await audit(tx, company.id, by, new Date(at), [
      { operation, recordType: 'order', recordId, recordCode, before, after },
    ])
  }
}
