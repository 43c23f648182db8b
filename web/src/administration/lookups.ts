import { getUserOptions, type UserOptionKind } from '@kervan/contract/administration/users'
import { callServer } from '../kit/call/client.ts'

/** What a user can be given, for the fields that look it up on the server. */
export function lookupOf(kind: UserOptionKind, partnerId: string | null = null) {
  return {
    lookupKey: ['UserManagement', kind, partnerId],
    load: async (search: string, signal: AbortSignal) => {
      const { options, hasMore } = await callServer(getUserOptions, { kind, search, partnerId }, { signal })
      return {
        options: options.map(({ id, name, code, blocked }) => ({
          value: id,
          label: name,
          ...(kind === 'role' ? {} : { code }),
          blocked,
        })),
        hasMore,
      }
    },
  }
}

/** A record that is chosen already, as the field shows it. */
export function knownOf(...records: ({ id: string; name: string; code?: string } | null)[]) {
  return records.flatMap((record) =>
    record ? [{ value: record.id, label: record.name, ...(record.code ? { code: record.code } : {}) }] : [],
  )
}
