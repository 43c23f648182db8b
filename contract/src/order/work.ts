import type { AreaWork } from '../kit/area-work.ts'

export const orderWork = {
  // The last is what bulk actions were called before they were one mechanism.
  jobs: ['order.import', 'order.edi', 'order.bulk'],
  deliveries: ['healthInsurance', 'ediAnswers', 'creditNotes'],
  schedules: {
    pendingOrders: '01936f00-0000-7000-8000-000000000005',
    ediExchange: '01936f00-0000-7000-8000-000000000008',
    externalApprovals: '01936f00-0000-7000-8000-000000000009',
  },
  checks: {
    orderSumWrong: { level: 'ErrorCritical', place: '/order/order-management?order={subject}' },
    stockReservedWrong: { level: 'ErrorCritical', place: '/order/order-management' },
    orderForgotten: { level: 'Warning', place: '/order/order-management?order={subject}' },
  },
} as const satisfies AreaWork
