import { z } from 'zod'
import { call, Uuid } from '../kit/call.ts'
import { masterData } from '../kit/master-data.ts'
import { field } from '../kit/master-fields.ts'
import { column, pageList } from '../kit/page.ts'
import { stateTable } from '../kit/state-table.ts'
import { Instant } from '../kit/values.ts'

// Data transfer calendar (DAT-001, DAT-002): which deliveries a company expects, and what became of each due date.

/** What may be expected: the kinds that arrive by file or API, and files of MCI entities. */
export const transferKinds = [
  'location',
  'product',
  'productVariant',
  'productGroup',
  'stockLevel',
  'dailySale',
  'foreignProposal',
  'supplyRelation',
  'businessRelation',
  'priceChange',
  'regionCode',
  'mciFile',
] as const
export type TransferKind = (typeof transferKinds)[number]
export const transferSources = ['Any', 'File', 'Api', 'FileDrop'] as const

export const transferStates = ['Due', 'Received', 'Late', 'Faulty'] as const
export type TransferState = (typeof transferStates)[number]

/** A due date: only the portal moves it, by what came in and by the clock. */
export const transferTable = stateTable({
  name: 'due date of a data transfer',
  states: transferStates,
  initial: 'Due',
  final: ['Received'],
  moves: {
    receive: { from: ['Due', 'Late', 'Faulty'], to: 'Received', who: ['portal'] },
    miss: { from: ['Due'], to: 'Late', who: ['portal'] },
    fail: { from: ['Due', 'Late'], to: 'Faulty', who: ['portal'] },
  },
})

/** An expected delivery with its rhythm, by the clock of the company. */
export const dataTransferKind = masterData('dataTransfer', {
  group: 'DataManagement',
  one: 'DataTransfer',
  many: 'DataTransfers',
  name: 'name',
  fields: {
    code: field.code({ key: true, max: 40 }),
    name: field.text({ max: 120, searched: true }),
    dataKind: field.choice(transferKinds, { words: 'recordType' }),
    entity: field.reference('mciEntity', { optional: true }),
    source: field.choice(transferSources, { words: 'transferSource', start: 'Any' }),
    sender: field.text({ max: 120, optional: true, searched: true }),
    /** Five fields of cron. */
    expression: field.text({ max: 60 }),
    /** A delivery this long before the due time is the one that is expected. */
    earlyHours: field.integer({ max: 744, start: 12, list: 'hidden' }),
    /** Past the due time by more than this, it is late. */
    toleranceMinutes: field.integer({ max: 10_080, start: 60 }),
    active: field.flag({ start: true }),
  },
})

/** A month of the company's calendar: `2026-11`. */
export const Month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/)

/** The due dates of a month with what came in. */
export const dataTransferCalendar = pageList('DataManagement/GetDataTransferCalendar', {
  columns: {
    dueAt: column.instant(),
    transferName: column.text(),
    dataKind: column.choice(transferKinds, { words: 'recordType' }),
    transferState: column.choice(transferStates, { words: 'transferState' }),
    receivedAt: column.instant({ nullable: true }),
    fileName: column.text({ nullable: true }),
    sender: column.text({ nullable: true }),
    source: column.choice(transferSources, { words: 'transferSource' }),
    transferCode: column.code(),
  },
  extra: {
    id: z.uuid(),
    /** Its entry in the data log, or in the IO log of MCI. */
    changeId: Uuid.nullable(),
    mciFileId: Uuid.nullable(),
  },
  scope: { month: Month },
  defaultSort: [{ column: 'dueAt', direction: 'asc' }],
  search: true,
})

/** The same due dates all at once, for the calendar of the month. */
export const getDataTransferMonth = call('DataManagement/GetDataTransferMonth', {
  sharesPermission: 'GetDataTransferCalendar',
  reads: true,
  input: z.strictObject({ month: Month }),
  output: z.strictObject({
    entries: z.array(
      z.strictObject({
        id: Uuid,
        dueAt: Instant,
        transferName: z.string(),
        dataKind: z.enum(transferKinds),
        transferState: z.enum(transferStates),
        receivedAt: Instant.nullable(),
        changeId: Uuid.nullable(),
        mciFileId: Uuid.nullable(),
      }),
    ),
    /** Due dates are planned up to this day. */
    plannedUntil: Instant,
  }),
  refusals: [],
})

/** When an expression is next due, to see beforehand what it means. */
export const getDueTimes = call('DataManagement/GetDueTimes', {
  sharesPermission: 'GetDataTransfers',
  reads: true,
  input: z.strictObject({ expression: z.string().max(60) }),
  output: z.strictObject({
    /** Empty where the expression says nothing. */
    times: z.array(Instant),
  }),
  refusals: [],
})
