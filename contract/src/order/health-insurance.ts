import { z } from 'zod'
import { BulkAnswer } from '../kit/bulk-answer.ts'
import { call, Nothing, Uuid, Version } from '../kit/call.ts'
import { text } from '../kit/values.ts'
import { MedulaTransactionNo } from './medula-number.ts'
import { pendingOrders } from './order-management.ts'
import { OrderView } from './order-view.ts'

// The national health-insurance service is told of approved lines (ORD-015); where each stands is with the line.

/**
 * Tells the service again of lines of one order whose notification failed, and of approved ones it was never told of;
 * without `lineIds` of all such. `medulaTransactionNo` puts another number in the place of the order's own, which is
 * possible while none of its lines is notified.
 */
export const notifyHealthInsurance = call('OrderManagement/NotifyHealthInsurance', {
  input: z.strictObject({
    orderCode: z.string().min(1).max(40),
    lineIds: z.array(Uuid).min(1).max(5_000).optional(),
    medulaTransactionNo: MedulaTransactionNo.optional(),
  }),
  output: OrderView,
  refusals: [
    'OrderNotFound',
    'LineNotFound',
    'MedulaNotActive',
    'MedulaNumberMissing',
    'MedulaNumberUsed',
    'MedulaNothingToNotify',
  ],
})

/** The same of many orders; each stands for itself. */
export const notifyHealthInsuranceOrders = call('OrderManagement/NotifyHealthInsuranceOrders', {
  input: z.strictObject({
    selection: pendingOrders.selection,
    dryRun: z.boolean(),
    /** The list that a selection of all that match was made in. */
    tab: z.enum(['pending', 'closed']).optional(),
  }),
  output: BulkAnswer,
  refusals: ['WindowTooWide', 'SelectionTooLarge'],
})

export const HealthInsuranceSettings = z.object({
  medulaActive: z.boolean(),
  medulaUser: text(60, 0),
  /** Left out, it stays as it is. It is never told. */
  medulaPassword: text(100).optional(),
})

const view = z.strictObject({
  version: z.int(),
  medulaActive: z.boolean(),
  medulaUser: z.string(),
  hasPassword: z.boolean(),
  /** The operator has said where the service is. */
  isConnected: z.boolean(),
  /** Lines by where their notification stands. */
  lines: z.strictObject({ Waiting: z.int(), Notified: z.int(), Failed: z.int() }),
})
export type HealthInsuranceSettingsView = z.infer<typeof view>

export const getHealthInsuranceSettings = call('ProjectSetting/GetHealthInsuranceSettings', {
  reads: true,
  input: Nothing,
  output: view,
  refusals: [],
})

export const updateHealthInsuranceSettings = call('ProjectSetting/UpdateHealthInsuranceSettings', {
  input: z.strictObject({ ...HealthInsuranceSettings.shape, version: Version }),
  output: view,
  refusals: ['ChangedMeanwhile', 'WholeCompanyNeeded', 'MedulaAccessMissing'],
})
