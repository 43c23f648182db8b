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

export type RecordTab<R, K extends string = string> = {
  key: K
  label: string
  count?: string | number | null
  /** What is shown fills the drawer and scrolls by itself: a list. */
  fill?: boolean
  show: (found: R) => ReactNode
}

/**
 * Where the record comes from: the question for it, of `useRead` or `usePolled`, or the row of the list, which says all of
 * it. The drawer opens with a row as soon as the list has it.
 */
type Source<R> =
  | { asked: ComponentProps<typeof ReadState>['asked'] & { data?: R | null | undefined }; row?: never }
  | { asked?: never; row: R | null | undefined }

type Drawer = ComponentProps<typeof RecordDrawer>
type Props<R, Row, K extends string> = RecordPlace<Row> &
  Source<R> &
  Pick<Drawer, 'named' | 'size' | 'onEscape'> & {
    /** What the record is called; until it is there, `untitled`. */
    title: (found: R) => string
    untitled?: string
    badges?: (found: R) => ReactNode
    facts?: (found: R) => ReactNode
    /** What must be seen before anything else is done. */
    banner?: (found: R) => ReactNode
    tabs: readonly RecordTab<R, K>[]
    /** Where the address keeps the tab. */
    tab?: K
    onTab?: (key: K) => void
    actions?: readonly GridAction[]
    /** How many of the actions are buttons; the others are in a menu. */
    buttons?: number
    /** What else stands beside the buttons of the foot. */
    left?: ReactNode
    /** What an action asks. */
    dialog?: ReactNode
  }

const noActions: readonly GridAction[] = []

/** A record beside its list: its head, its tabs, what can be done with it, and why it is not there. */
export function RecordScreen<R, Row extends { id: string }, K extends string = string>({
  id,
  page,
  onOpen,
  asked,
  row,
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
  left,
  dialog,
  ...drawer
}: Props<R, Row, K>) {
  const shown = useLast(id)
  const lastRow = useLast(row ?? null)
  const [chosen, setChosen] = useState<K | null>(null)
  const wanted = told ?? chosen
  const tab = tabs.find(({ key }) => key === wanted) ?? tabs[0]
  const found = (asked ? asked.data : lastRow) ?? null
  return (
    <RecordDrawer<K | ''>
      {...drawer}
      opened={id !== null && (asked !== undefined || found !== null)}
      onClose={() => onOpen(null)}
      title={found === null ? untitled : title(found)}
      isThere={found !== null}
      position={usePosition(page, id, onOpen)}
      badges={found !== null && badges?.(found)}
      facts={found !== null && facts?.(found)}
      banner={found !== null && banner?.(found)}
      tabs={tabs.map(({ key, label, count = null }) => ({ key, label, count }))}
      tab={tab?.key ?? ''}
      onTab={(key) => {
        if (key !== '') (onTab ?? setChosen)(key)
      }}
      keys={keysOf(actions)}
      foot={<RecordFoot actions={actions} buttons={buttons} left={left} />}
    >
      {found === null ? (
        <RecordBody key={shown}>
          {asked && <ReadState asked={asked} {...(untitled && { name: untitled })} />}
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
