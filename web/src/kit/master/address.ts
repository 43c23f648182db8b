import { useSearch } from '@tanstack/react-router'
import { z } from 'zod'
import { gridSearchShape } from '../grid/gridSearch.ts'
import { useGo } from '../page/go.ts'

const day = z.iso.date().optional().catch(undefined)

/** What the screen of a kind keeps in the address. */
export const masterSearch = z.object({
  ...gridSearchShape,
  /** Beside the records themselves. */
  view: z.enum(['changes', 'compare']).optional().catch(undefined),
  record: z
    .union([z.uuid(), z.literal('new')])
    .optional()
    .catch(undefined),
  tab: z.string().max(40).optional().catch(undefined),
  change: z.uuid().optional().catch(undefined),
  /** The records as they were at the end of this day. */
  day,
  /** The two days that are compared. */
  from: day,
  to: day,
})
export type MasterSearch = z.infer<typeof masterSearch>
type Patch = { [K in keyof MasterSearch]?: MasterSearch[K] | undefined }

const elsewhere = Object.fromEntries(
  Object.keys(masterSearch.shape).map((name) => [name, undefined]),
) as Patch

/** The address of the screen: `change` alters a part of it, `go` leads to another view, which begins with a list of its own. */
export function useMasterAddress() {
  const given = useSearch({ strict: false })
  const goTo = useGo()
  const change = (patch: Patch, options: { replace?: boolean } = {}) =>
    goTo({
      search: (before: object) => ({ ...before, ...patch }),
      replace: options.replace ?? false,
      resetScroll: false,
    })
  return {
    search: masterSearch.parse(given),
    change,
    go: (patch: Patch) => change({ ...elsewhere, ...patch }),
  }
}
export type MasterAddress = ReturnType<typeof useMasterAddress>
