import { useState, type ComponentProps, type ReactNode } from 'react'
import type { GridAction, GridPageInfo } from '../grid/types.ts'
import { ReadState } from './ReadState.tsx'
import { RecordDrawer } from './RecordDrawer.tsx'
import { keysOf, RecordBody, RecordFoot, useLast, usePosition } from './RecordParts.tsx'

/** Where a record stands: the one that is open, the page of its list, and the way to another one. */
export type RecordPlace<Row> = {
  id: string | null
  page: GridPageInfo<Row> | null
  onOpen: (id: string | null, options?: { replace?: boolean }) => void
}

export type RecordTab<R> = {
  key: string
  label: string
  count?: string | number | null
  /** What is shown fills the drawer and scrolls by itself: a list. */
  fill?: boolean
  show: (found: R) => ReactNode
}

type Drawer = ComponentProps<typeof RecordDrawer>
type Props<R, Row> = RecordPlace<Row> &
  Pick<Drawer, 'named' | 'size' | 'onEscape'> & {
    /** The question for the record, of `useRead` or `usePolled`. */
    asked: ComponentProps<typeof ReadState>['asked'] & { data?: R | null | undefined }
    /** What the record is called; until it is there, `untitled`. */
    title: (found: R) => string
    untitled?: string
    badges?: (found: R) => ReactNode
    facts?: (found: R) => ReactNode
    /** What must be seen before anything else is done. */
    banner?: (found: R) => ReactNode
    tabs: readonly RecordTab<R>[]
    /** Where the address keeps the tab. */
    tab?: string
    onTab?: (key: string) => void
    actions?: readonly GridAction[]
    /** How many of the actions are buttons; the others are in a menu. */
    buttons?: number
    /** What an action asks. */
    dialog?: ReactNode
  }

const noActions: readonly GridAction[] = []

/** A record beside its list, read by a call: its head, its tabs, what can be done with it, and why it is not there. */
export function RecordScreen<R, Row extends { id: string }>({
  id,
  page,
  onOpen,
  asked,
  title,
  untitled = '',
  badges,
  facts,
  banner,
  tabs,
  tab: told,
  onTab,
  actions = noActions,
  buttons = 2,
  dialog,
  ...drawer
}: Props<R, Row>) {
  const shown = useLast(id)
  const [chosen, setChosen] = useState<string | null>(null)
  const wanted = told ?? chosen
  const tab = tabs.find(({ key }) => key === wanted) ?? tabs[0]
  const found = asked.data ?? null
  return (
    <RecordDrawer
      {...drawer}
      opened={id !== null}
      onClose={() => onOpen(null)}
      title={found === null ? untitled : title(found)}
      isThere={found !== null}
      position={usePosition(page, id, onOpen)}
      badges={found !== null && badges?.(found)}
      facts={found !== null && facts?.(found)}
      banner={found !== null && banner?.(found)}
      tabs={tabs.map(({ key, label, count = null }) => ({ key, label, count }))}
      tab={tab?.key ?? ''}
      onTab={onTab ?? setChosen}
      keys={keysOf(actions)}
      foot={<RecordFoot actions={actions} buttons={buttons} />}
    >
      {found === null ? (
        <RecordBody key={shown}>
          <ReadState asked={asked} {...(untitled && { name: untitled })} />
        </RecordBody>
      ) : (
        <RecordBody key={`${shown} ${tab?.key}`} fill={tab?.fill ?? false}>
          {tab?.show(found)}
        </RecordBody>
      )}
      {dialog}
    </RecordDrawer>
  )
}
