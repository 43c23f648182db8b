import type { UiPermission } from '@kervan/contract/access/words'
import type { FoundRecord, RecordKind } from '@kervan/contract/kit/found-record'
import type { TablerIcon } from '@tabler/icons-react'
import type { Translate } from '../i18n/words.ts'

type Address = { to: string; search: Record<string, unknown> }
type May = (permission: UiPermission) => boolean

/** How the palette shows records of a kind, where they open, and what else can be done with them. */
export type FoundKind = {
  icon: TablerIcon
  group: (t: Translate) => string
  opens: (record: FoundRecord, may: May) => Address
  also?: (
    record: FoundRecord,
    may: May,
  ) => { icon: TablerIcon; label: (t: Translate) => string; address: Address } | null
}
/** The kinds of an area that the palette finds: the `found.ts` of its folder. */
export type FoundKinds = Partial<Record<RecordKind, FoundKind>>
