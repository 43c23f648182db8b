import { globSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { hashPassword } from '../access/access.api.ts'
import { insertIdentities, insertMembers } from '../administration/demo/members.ts'
import { insertGoods } from '../company/demo/goods.ts'
import { openDatabase, type Shared, type Tx } from '../kit/database/db.ts'
import { fold } from '../kit/lists/fold.ts'
import { demoPassword } from './accounts.ts'
import { fillBare } from './bare-tables.ts'
import { calendarOf, dayLong } from './calendar.ts'
import { companies } from './companies.ts'
import { type DemoCompany } from './people.ts'
import { Random } from './random.ts'
import type { Demo, DemoLater, DemoStart, DemoStep, Identities, StoreFile } from './world.ts'
// The import of master data asks what the areas bring to each other's kinds.
import '../handlers.ts'

export type DemoOptions = {
  now: Date
  /** Orders of the three companies together. */
  orders?: number
  /** Keeps the bytes of a file; without it the demo's files have none. */
  store?: StoreFile
  /** False leaves out what may come when the portal already answers; `loadDemoLater` brings it. */
  complete?: boolean
}

const timeZone = 'Europe/Istanbul'
const defaultOrders = 18_000
/** How long before the moment of the demo its last data came. */
const sinceLastData = dayLong / 24
const largeTables = ['stock', 'sales_order', 'order_line', 'record_event']

const source = join(import.meta.dirname, '..')

/** What each area gives a company, found by folder. */
const steps = inOrder(
  await Promise.all(
    globSync('*/demo/steps.ts', { cwd: source })
      .toSorted()
      .map(async (file): Promise<AreaSteps> => {
        const { steps, after = [] } = (await import(join(source, file))) as Omit<AreaSteps, 'area'>
        return { area: file.split(/[\\/]/)[0] ?? '', steps, after }
      }),
  ),
)

/** `after`: the areas whose steps of the same time come before. */
type AreaSteps = { area: string; steps: readonly DemoStep[]; after?: readonly string[] }

/** Of the areas that wait for none of the others the first comes next. Throws where areas wait for each other. */
function inOrder(areas: readonly AreaSteps[]): DemoStep[] {
  const next = areas.find(({ after = [] }) => !areas.some(({ area }) => after.includes(area)))
  if (next) return [...next.steps, ...inOrder(areas.filter((one) => one !== next))]
  if (areas.length > 0)
    throw new Error(`demo steps wait for each other: ${areas.map(({ area }) => area).join(', ')}`)
  return []
}

/**
 * Fills an empty database with the demo: three companies and a year of their work up to `now`. The same moment gives
 * the same data. A database that has a company already is left as it is; of two who come at once, one loads.
 */
export async function loadDemoData(
  ownerUrl: string,
  { now, orders = defaultOrders, store = async () => {}, complete = true }: DemoOptions,
): Promise<void> {
  const db = openDatabase(ownerUrl, { max: 1, onError: () => {} })
  const isLoaded = async (from: Shared) =>
    (await from.selectFrom('company').select('id').limit(1).executeTakeFirst()) !== undefined
  try {
    if (await isLoaded(db.shared)) return
    const passwordHash = await hashPassword(demoPassword)
    await db.withCompany(1, async (tx) => {
      await takeItsTime(tx)
      await sql`select pg_advisory_xact_lock(hashtext('kervan demo data'))`.execute(tx)
      if (await isLoaded(tx)) return
      const calendar = calendarOf(timeZone, now)
      const since = new Date(now.getTime() - 400 * dayLong)
      const identities = await insertIdentities(tx, new Random(1923), since, now, passwordHash)
      const loaded: Demo[] = []
      await fillBare(
        (statement) => statement.execute(tx).then(({ rows }) => rows),
        largeTables,
        async () => {
          for (const company of companies) {
            const [random, share] = [new Random(company.seed), Math.round(orders * company.share)]
            const start = { tx, company, calendar, timeZone, now, since, random, orders: share, store }
            loaded.push(await loadCompany(start, identities))
          }
        },
      )
      await sql.raw(`analyze product, product_variant, ${largeTables.join(', ')}`).execute(tx)
      for (const demo of loaded) {
        await bindTo(tx, demo.company)
        await take('atLast', demo)
        if (complete) await takeLater(demo)
      }
    })
  } finally {
    await db.close()
  }
}

/**
 * Brings the companies of the demo what they have not got yet: each in one transaction, so that a start that was stopped
 * is made up for by the next one. It is the same as if it had come with the rest.
 */
export async function loadDemoLater(
  ownerUrl: string,
  { store = async () => {} }: Pick<DemoOptions, 'store'> = {},
): Promise<void> {
  const db = openDatabase(ownerUrl, { max: 1, onError: () => {} })
  try {
    for (const company of companies)
      await db.withCompany(company.id, async (tx) => {
        await takeItsTime(tx)
        const { rows } = await sql<{ lastData: Date | null }>`
          select c.last_data_at as "lastData" from company c where c.id = ${company.id} and c.code = ${company.code} for no key update`.execute(
          tx,
        )
        const lastData = rows[0]?.lastData
        if (!lastData) return
        await takeLater({
          tx,
          company,
          timeZone,
          now: new Date(lastData.getTime() + sinceLastData),
          store,
        })
      })
  } finally {
    await db.close()
  }
}

/** Long transactions on a database that hardly anybody uses yet may take their time on a slow machine. */
async function takeItsTime(tx: Tx): Promise<void> {
  for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
    await sql.raw(`set local ${limit} = 0`).execute(tx)
}

/** An owner that is no superuser is bound by row-level security as everybody is. */
const bindTo = (tx: Tx, { id }: DemoCompany) => sql.raw(`set local app.company_id = '${id}'`).execute(tx)

async function loadCompany(start: DemoStart, identities: Identities): Promise<Demo> {
  const { tx, company, random, now, since } = start
  await bindTo(tx, company)
  await insertCompany(tx, company, now, since)
  const goods = await insertGoods(start)
  const people = await insertMembers(tx, company, identities, goods.partners, random, since, now)
  const demo: Demo = { ...start, ...goods, people, book: { last: 0, reserved: new Map(), changes: [] } }
  for (const time of ['beforeOrders', 'orders', 'afterOrders'] as const) await take(time, demo)
  return demo
}

async function take(time: Exclude<DemoStep['time'], 'later'>, demo: Demo): Promise<void> {
  for (const step of steps) if (step.time === time) await step.load(demo).catch(named(step, demo))
}

async function takeLater(demo: DemoLater): Promise<void> {
  for (const step of steps) if (step.time === 'later') await step.load(demo).catch(named(step, demo))
}

/** The error stays the same one: by its code it is told whether the whole is tried again. */
const named =
  ({ name }: DemoStep, { company }: DemoLater) =>
  (error: Error): never => {
    error.message = `demo data, ${name} of ${company.name}: ${error.message}`
    throw error
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
      last_data_at: new Date(now.getTime() - sinceLastData),
      created_at: since,
    })
    .execute()
  await tx.insertInto('order_policy').values({ company_id: company.id }).execute()
  await tx
    .insertInto('company_policy')
    .values({
      company_id: company.id,
      price_visibility: company.priceVisibility,
      registration: company.relationType === 'Manufacturer' ? 'Manager' : 'Closed',
    })
    .execute()
}
