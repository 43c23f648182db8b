import '@mantine/spotlight/styles.layer.css'
import { NativeSelect } from '@mantine/core'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch, type TablerIcon } from '@tabler/icons-react'
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react'
import { matches } from './fold.ts'
import { Kbd } from './Kbd.tsx'
import css from './palette.module.css'

export type PaletteEntry = {
  id: string
  group: string
  /** Written before the label in the letters of codes. */
  code?: string | null
  label: string
  description: string
  /** What it is found by beside its words. */
  keywords?: string
  icon: TablerIcon
  keys: string | null
  mark?: ReactNode
  /** Where it leads, for those who open it in a new tab. */
  href?: string
  /** Found by the server, which folds more than the page does. */
  isFound?: boolean
  /** Offered whatever is typed: where nothing else is left, nothing was found. */
  isOffer?: boolean
  run: () => void
}
type Props = {
  opened: boolean
  onClose: () => void
  query: string
  onQuery: (query: string) => void
  entries: readonly PaletteEntry[]
  busy: boolean
  words: {
    title: string
    everything: string
    scope: string
    nothing: string
    move: string
    open: string
    newTab: string
  }
}

const [store, spotlight] = createSpotlight()
const listId = 'palette-list'

/** What one types is sought in names and hints, with Turkish and German letters taken as their plain ones. */
export default function Palette({ opened, onClose, query, onQuery, entries, busy, words }: Props) {
  const [scope, setScope] = useState('')
  // Its own store says whether it is open: Escape and the scrim close that, and the page hears of it.
  useEffect(() => (opened ? spotlight.open() : spotlight.close()), [opened])
  const groups = [...new Set(entries.map(({ group }) => group))]
  const found = entries
    .filter((entry) => scope === '' || entry.group === scope || !groups.includes(scope))
    .filter(
      (entry) =>
        entry.isFound ||
        matches(query, `${entry.code ?? ''} ${entry.label} ${entry.description} ${entry.keywords ?? ''}`),
    )
  const choose = (entry: PaletteEntry) => {
    onClose()
    entry.run()
  }
  const openTab = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    const chosen = document.querySelector<HTMLElement>(`#${listId} [data-selected]`)?.dataset.href
    if (chosen) window.open(chosen, '_blank', 'noopener')
  }
  return (
    <Spotlight.Root
      store={store}
      onSpotlightClose={onClose}
      query={query}
      onQueryChange={onQuery}
      title={words.title}
      shortcut={null}
      size={640}
      yOffset={120}
      radius="lg"
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      transitionProps={{ duration: 120 }}
      classNames={{
        header: css.header!,
        content: css.content!,
        action: css.action!,
        actionsGroup: css.group!,
        search: css.search!,
      }}
    >
      <div className={css.head}>
        <Spotlight.Search
          placeholder={words.title}
          aria-label={words.title}
          leftSection={<IconSearch size={18} />}
          onKeyDownCapture={openTab}
          className={css.field}
        />
        {groups.length > 1 && (
          <NativeSelect
            size="xs"
            className={css.scope}
            aria-label={words.scope}
            value={groups.includes(scope) ? scope : ''}
            data={[{ value: '', label: words.everything }, ...groups]}
            onChange={(event) => setScope(event.currentTarget.value)}
          />
        )}
      </div>
      <Spotlight.ActionsList id={listId} className={css.list} aria-busy={busy}>
        <ChooseFirst of={`${query} ${found[0]?.id ?? ''}`} />
        {found.every(({ isOffer }) => isOffer) && !busy && <Spotlight.Empty>{words.nothing}</Spotlight.Empty>}
        {[...new Set(found.map(({ group }) => group))].map((group) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {found
              .filter((entry) => entry.group === group)
              .map((entry) => (
                <Entry key={entry.id} entry={entry} onChoose={() => choose(entry)} />
              ))}
          </Spotlight.ActionsGroup>
        ))}
      </Spotlight.ActionsList>
      <Spotlight.Footer className={css.footer}>
        <span>
          <Kbd keys="↑ ↓" /> {words.move}
        </span>
        <span>
          <Kbd keys="Enter" /> {words.open}
        </span>
        <span className={css.newTab}>
          <Kbd keys="Ctrl Enter" /> {words.newTab}
        </span>
      </Spotlight.Footer>
    </Spotlight.Root>
  )
}

/** The first of what is found is chosen, also when the server's part comes later; who has moved on stays where they are. */
function ChooseFirst({ of }: { of: string }) {
  useEffect(() => {
    if (store.getState().selected > 0) return
    const actions = document.querySelectorAll(`#${listId} [data-action]`)
    for (const action of actions) action.removeAttribute('data-selected')
    actions[0]?.setAttribute('data-selected', 'true')
    store.updateState((state) => ({ ...state, selected: 0 }))
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what is drawn has changed with it
  }, [of])
  return null
}

function Entry({ entry, onChoose }: { entry: PaletteEntry; onChoose: () => void }) {
  const Icon = entry.icon
  return (
    <Spotlight.Action onClick={onChoose} data-href={entry.href}>
      <Icon size={18} aria-hidden className={css.icon} />
      {entry.code && <span className={`k-mono ${css.code}`}>{entry.code}</span>}
      <span className={css.label}>{entry.label}</span>
      <span className={css.description}>{entry.description}</span>
      {entry.mark}
      {entry.keys && <Kbd keys={entry.keys} />}
    </Spotlight.Action>
  )
}
