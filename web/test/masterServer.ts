import type { ChangeView } from '@kervan/contract/kit/master-change'
import type { MasterData } from '@kervan/contract/kit/master-data'
import { partsOf } from '@kervan/contract/kit/master-data'
import type { Fields } from '@kervan/contract/kit/master-fields'
import { baseColumn, isTranslated } from '@kervan/contract/kit/master-names'
import type { MemoryServer } from './MemoryServer.ts'
import { serveList } from './memoryParts.ts'

// A kind of master data over records in memory: list, record, history and one change, as the server answers them.

type Values = Record<string, unknown>
export type MemoryRecord = {
  id: string
  version: number
  values: Values
  waiting?: string | null
  edit?: string | null
}

export const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Every permission that the calls of a kind ask for. */
export const rightsOf = <F extends Fields>(kind: MasterData<F>): string[] => {
  const { calls, lists } = partsOf(kind)
  const all = [...calls, ...lists.flatMap(({ page, excel }) => [page, excel])]
  return [...new Set(all.flatMap(({ permission }) => permission ?? []))]
}

export const aChange = (patch: Partial<ChangeView> = {}): ChangeView => ({
  id: uuid(900),
  kind: 'locationType',
  source: 'File',
  mode: 'Merge',
  state: 'Succeeded',
  fileName: 'types.xlsx',
  record: null,
  jobId: null,
  approval: 'None',
  counts: { added: 1, changed: 1, removed: 0, unchanged: 4, faulty: 0 },
  made: { by: 'Elif Karaca', at: '2026-11-20T07:00:00.000Z' },
  checked: null,
  approved: null,
  rejected: null,
  comment: null,
  activatedAt: null,
  revertsId: null,
  revertedById: null,
  message: null,
  columns: 'Template',
  faults: [],
  consequences: [],
  actions: { activate: null, cancel: null },
  ...patch,
})

/** What a record says of its actions: `edit` is why it cannot be edited, nor have anything else done to it. */
const offered = ({ actions }: MasterData, edit: string | null) => ({
  edit,
  delete: edit,
  ...Object.fromEntries(actions.map((action) => [action, edit])),
})

/** Serves list and records; what is saved is for the test to say. */
export function serveKind<F extends Fields>(
  server: MemoryServer,
  declared: MasterData<F>,
  records: readonly MemoryRecord[],
): void {
  const kind = declared as unknown as MasterData
  const rowOf = ({ id, version, values, waiting = null, edit = null }: MemoryRecord) => ({
    id,
    version,
    waiting,
    actions: offered(kind, edit),
    ...Object.fromEntries(Object.keys(kind.list.columns).map((name) => [name, values[name] ?? null])),
    ...Object.fromEntries(
      Object.keys(kind.fields)
        .filter((name) => isTranslated(kind.fields, name))
        .map((name) => [baseColumn(name), values[name]]),
    ),
  })
  serveList(server, kind.list as never, records.map(rowOf))
  if (kind.properties) server.answer(kind.properties, () => ({ properties: [] }))
  server.answer(kind.get, ({ id }) => {
    const record = records.find((one) => one.id === id)
    if (!record) return server.refuse(kind.get, 'NotFound')
    const { version, values, waiting = null, edit = null } = record
    return {
      id,
      version,
      title: `${String(values.name)} (${String(values.code)})`,
      values,
      names: {},
      waiting,
      made: { by: 'Elif Karaca', at: '2026-11-20T07:00:00.000Z' },
      checked: null,
      approved: null,
      actions: offered(kind, edit),
    }
  })
}
