import { accessCallGroups } from '../access/call-groups.ts'
import { administrationCallGroups } from '../administration/call-groups.ts'
import { companyCallGroups } from '../company/call-groups.ts'
import { dataCallGroups } from '../data/call-groups.ts'
import { diagnosisCallGroups } from '../diagnosis/call-groups.ts'
import { homeCallGroups } from '../home/call-groups.ts'
import { knowledgeCallGroups } from '../knowledge/call-groups.ts'
import { lmaCallGroups } from '../lma/call-groups.ts'
import { orderCallGroups } from '../order/call-groups.ts'
import { portaCallGroups } from '../porta/call-groups.ts'
import { registrationCallGroups } from '../registration/call-groups.ts'
import { servicesCallGroups } from '../services/call-groups.ts'
import { reportCallGroups } from '../report/call-groups.ts'
import { systemCallGroups } from '../system/call-groups.ts'
import { traceCallGroups } from '../trace/call-groups.ts'

// Where the role editor shows permissions. Each area says in its `call-groups.ts` where the groups of its calls belong.

export const permissionAreas = [
  'general',
  'orders',
  'company',
  'services',
  'porta',
  'trace',
  'reports',
  'fuel',
  'account',
  'other',
] as const
export type PermissionArea = (typeof permissionAreas)[number]

/** Groups of calls (`OrderManagement/…`) and the area that their permissions stand in. */
export type CallGroups = Readonly<Record<string, PermissionArea>>

const groups: CallGroups = {
  ...accessCallGroups,
  ...administrationCallGroups,
  ...companyCallGroups,
  ...dataCallGroups,
  ...diagnosisCallGroups,
  ...homeCallGroups,
  ...knowledgeCallGroups,
  ...lmaCallGroups,
  ...orderCallGroups,
  ...portaCallGroups,
  ...registrationCallGroups,
  ...servicesCallGroups,
  ...reportCallGroups,
  ...systemCallGroups,
  ...traceCallGroups,
}

/** `other` for a group that no area names. */
export const areaOfGroup = (group: string): PermissionArea => groups[group] ?? 'other'
