import {
  explainLookups,
  getExplainTargets,
  type ExplainLookup,
  type ExplainTarget,
  type OwnExplainTarget,
} from '@kervan/contract/administration/explain'
import { getPermissions } from '@kervan/contract/administration/roles'
import { thirdPartyUsers } from '@kervan/contract/administration/third-party-users'
import { getUser, getUserOptions, users } from '@kervan/contract/administration/users'
import { permissionOf, type Call } from '@kervan/contract/kit/call'
import { getManagedOrder } from '@kervan/contract/order/order-management'
import { getMyOrder } from '@kervan/contract/order/order-my'
import { getOrderOptions } from '@kervan/contract/order/order-new'
import { registrations } from '@kervan/contract/registration/registration'
import { screens } from '@kervan/contract/shell/screens'
import { keysOf } from '@kervan/contract/kit/typed'
import { callServer } from '../../kit/call/client.ts'
import { tDynamic, type Translate } from '../../kit/i18n/words.ts'
import { permissionName } from '../../kit/values/permissionName.ts'
import type { Rights } from '../../kit/call/rights.ts'

// What can be asked about, kind by kind: how it is named to the server, and who has any use for asking.

export type TargetKind = ExplainTarget['kind']
type Kind = {
  of: (value: string) => ExplainTarget
  /** Calls that show such things; who may make none of them would only be told that nothing was found. */ shownBy: readonly Call[]
}

export const targetKinds: Record<TargetKind, Kind> = {
  screen: { of: (path) => ({ kind: 'screen', path }), shownBy: [] },
  call: { of: (name) => ({ kind: 'call', name }), shownBy: [getPermissions] },
  order: {
    of: (orderCode) => ({ kind: 'order', orderCode: orderCode.trim() }),
    shownBy: [getManagedOrder, getMyOrder],
  },
  user: {
    of: (membershipId) => ({ kind: 'user', membershipId }),
    shownBy: [getUser, users.page, thirdPartyUsers.page],
  },
  location: {
    of: (locationId) => ({ kind: 'location', locationId }),
    shownBy: [getOrderOptions, getUserOptions],
  },
  registration: {
    of: (registrationId) => ({ kind: 'registration', registrationId }),
    shownBy: [registrations.page],
  },
}

export const isLookup = (kind: TargetKind): kind is ExplainLookup =>
  explainLookups.some((one) => one === kind)

export function kindsFor(rights: Rights): TargetKind[] {
  const may = (call: Call) => call.permission === null || rights.has(call.permission)
  return keysOf(targetKinds).filter((kind) => {
    const { shownBy } = targetKinds[kind]
    return (shownBy.length === 0 || shownBy.some(may)) && (!isLookup(kind) || may(getExplainTargets))
  })
}

/** For the fields that look a record up on the server. */
export function lookupOf(kind: ExplainLookup) {
  return {
    lookupKey: ['UserManagement', 'explain', kind],
    load: async (search: string, signal: AbortSignal) => {
      const { targets, hasMore } = await callServer(getExplainTargets, { kind, search }, { signal })
      return { options: targets.map(({ id, name, code }) => ({ value: id, label: name, code })), hasMore }
    },
  }
}

/** What a screen or an action is called. */
export function targetName(t: Translate, target: OwnExplainTarget): string {
  if (target.kind === 'screen')
    return tDynamic(t, `screen.${screens.find(({ path }) => path === target.path)?.key}.title`, target.path)
  if (target.kind === 'part') return permissionName(t, target.permission)
  const [group = '', operation = ''] = target.name.split('/')
  return permissionName(t, permissionOf(group, operation))
}
