import type { AreaWork } from '../kit/area-work.ts'

export const diagnosisWork = {
  schedules: { systemDiagnosis: '01936f00-0000-7000-8000-000000000050' },
  // What the diagnosis says of a check that could not be made.
  checks: {
    checkFailed: {
      level: 'Warning',
      place: '/account/account-settings?part=system',
      tries: 2,
      words: 'state.diagnosisCheck',
    },
  },
} as const satisfies AreaWork
