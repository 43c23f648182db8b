import type { AreaWork } from '../kit/area-work.ts'

export const systemWork = {
  jobs: ['masterData.import', 'masterData.fileSet'],
  schedules: {
    retention: '01936f00-0000-7000-8000-000000000001',
    auditHead: '01936f00-0000-7000-8000-000000000002',
    fileDrop: '01936f00-0000-7000-8000-000000000003',
    deliveries: '01936f00-0000-7000-8000-000000000007',
  },
  checks: {
    scheduleFailed: {
      level: 'Error',
      place: '/account/account-settings?part=system',
      words: 'state.schedule',
    },
    jobFailed: { level: 'Warning', place: '/account/account-settings?part=system', words: 'notice.job' },
    jobStuck: { level: 'Error', place: '/account/account-settings?part=system', words: 'notice.job' },
    deliveryFailed: {
      level: 'Error',
      place: '/account/account-settings?part=deliveries',
      words: 'state.deliveryKind',
    },
    deliveryWaiting: {
      level: 'Warning',
      place: '/account/account-settings?part=deliveries',
      words: 'state.deliveryKind',
    },
    mailFailed: { level: 'Error', place: '/account/account-settings?part=system', tries: 2 },
    outsideDown: { level: 'WarningCritical', place: '/account/account-settings?part=system', tries: 2 },
    diskNearlyFull: { level: 'ErrorCritical', place: '/account/account-settings?part=system' },
    certificateEnds: { level: 'Warning', place: '/account/account-settings?part=system', tries: 2 },
    backupOld: { level: 'Error', place: '/account/account-settings?part=system' },
    auditChainBroken: { level: 'ErrorCritical', place: '/account/account-settings?part=activity' },
    clockOff: { level: 'ErrorCritical', place: '/account/account-settings?part=system' },
  },
} as const satisfies AreaWork
