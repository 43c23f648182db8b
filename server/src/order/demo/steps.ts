import { setImmediate } from 'node:timers/promises'
import { Random } from '../../demo/random.ts'
import type { Demo, DemoStep } from '../../demo/world.ts'
import type { Tx } from '../../kit/database/db.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { audit } from '../../kit/records/audit.ts'
import { refreshSupplyPaths } from '../../company/company.api.ts'
import { insertDocuments } from './documents.ts'
import { insertEdiMessages } from './edi-messages.ts'
import { insertDeputies, insertExternalApprovals, insertGoodsIssues, insertPreOrders } from './fulfilment.ts'
import { insertHealthNotifications } from './medula.ts'
import type { Batch } from './order-rows.ts'
import { insertOrderTemplates } from './order-templates.ts'
import { makeOrders } from './orders.ts'
import { insertReturns } from './returns.ts'
import { insertQuotas } from './quotas.ts'

const auditedChanges = 150

/** A year of orders and what comes with them. */
export const after: readonly string[] = ['company']

export const steps: readonly DemoStep[] = [
  { name: 'orders', time: 'orders', load: insertOrders },
  {
    name: 'supply paths',
    time: 'afterOrders',
    load: ({ tx, company }) => refreshSupplyPaths(tx, company.id),
  },
  {
    name: 'goods issues',
    time: 'afterOrders',
    load: ({ tx, company, now }) => insertGoodsIssues(tx, company, now),
  },
  {
    name: 'external approvals',
    time: 'afterOrders',
    load: ({ tx, company, now }) => insertExternalApprovals(tx, company, now),
  },
  {
    name: 'health insurance',
    time: 'afterOrders',
    load: async ({ tx, company, now }) => {
      if (company.trade === 'pharma') await insertHealthNotifications(tx, company, now)
    },
  },
  {
    name: 'returns',
    time: 'afterOrders',
    load: async ({ tx, company, now }) => {
      if (company.trade === 'pharma') await insertReturns(tx, company, now)
    },
  },
  {
    name: 'deputies',
    time: 'afterOrders',
    load: ({ tx, company, people, now }) =>
      insertDeputies(tx, company, people.managers[0], people.operators[0], now),
  },
  {
    name: 'pre-approval orders',
    time: 'afterOrders',
    load: async ({ tx, company, people: { managers }, now }) => {
      if (company.trade === 'fuel' && managers[0]) await insertPreOrders(tx, company, managers[0].name, now)
    },
  },
  {
    name: 'EDI messages',
    time: 'afterOrders',
    load: ({ tx, company, store, now }) =>
      insertEdiMessages(tx, company, store, new Random(company.id + 19_000), now),
  },
  {
    name: 'documents',
    time: 'afterOrders',
    load: ({ tx, company, store, now }) =>
      insertDocuments(tx, company, store, new Random(company.id + 18_000), now),
  },
  { name: 'audit log', time: 'afterOrders', load: writeAudit },
  {
    name: 'order templates',
    time: 'afterOrders',
    load: ({ tx, company, now }) => insertOrderTemplates(tx, company, now),
  },
  {
    // Quotas count what was ordered, which takes a minute without keys and statistics.
    name: 'quotas',
    time: 'atLast',
    load: ({ tx, company, timeZone, now }) =>
      insertQuotas(tx, company, timeZone, new Random(company.id + 12_000), now),
  },
]

async function insertOrders(demo: Demo): Promise<void> {
  const { tx, company, book } = demo
  let writing = Promise.resolve()
  for (const batch of makeOrders(demo)) {
    await writing
    writing = writeBatch(tx, batch)
    // Lets the statements leave before the next orders are made.
    await setImmediate()
  }
  await writing
  await tx.insertInto('counter').values({ company_id: company.id, name: 'order', value: book.last }).execute()
}

async function writeBatch(tx: Tx, { orders, lines, events }: Batch): Promise<void> {
  await Promise.all([
    insertMany(tx, 'sales_order', orders),
    insertMany(tx, 'order_line', lines),
    insertMany(tx, 'record_event', events),
  ])
}

/** The last changes as the product itself would have written them down; entry by entry, since each hash needs the one before. */
async function writeAudit({ tx, company, book }: Demo): Promise<void> {
  for (const { at, by, operation, recordId, recordCode, before, after } of book.changes.slice(
    -auditedChanges,
  ))
    await audit(tx, company.id, by, new Date(at), [
      { operation, recordType: 'order', recordId, recordCode, before, after },
    ])
}
