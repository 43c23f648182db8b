import '@mantine/spotlight/styles.layer.css'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch, type TablerIcon } from '@tabler/icons-react'
import { useState } from 'react'
import { Kbd } from './Kbd.tsx'
import css from './palette.module.css'

export type PaletteEntry = {
  id: string
  group: string
  label: string
  description: string
  icon: TablerIcon
  keys: string | null
  run: () => void
}
type Props = {
  opened: boolean
  onClose: () => void
  entries: readonly PaletteEntry[]
  placeholder: string
  nothing: string
  hints: { move: string; open: string }
}

const [store] = createSpotlight()

/** What one types is sought in names and hints, with Turkish and German letters taken as their plain ones. */
export default function Palette({ opened, onClose, entries, placeholder, nothing, hints }: Props) {
  const [query, setQuery] = useState('')
  const words = fold(query).split(' ').filter(Boolean)
  const found = entries.filter((entry) =>
    words.every((word) => fold(`${entry.label} ${entry.description}`).includes(word)),
  )
  const groups = [...new Set(found.map(({ group }) => group))]
  return (
    <Spotlight.Root
      store={store}
      forceOpened={opened}
      onSpotlightClose={onClose}
      query={query}
      onQueryChange={setQuery}
      title={placeholder}
      shortcut={null}
      size={640}
      yOffset={120}
      radius="lg"
      classNames={{
        header: css.header!,
        content: css.content!,
        action: css.action!,
        actionsGroup: css.group!,
        search: css.search!,
      }}
    >
      <Spotlight.Search
        placeholder={placeholder}
        aria-label={placeholder}
        leftSection={<IconSearch size={18} />}
      />
      <Spotlight.ActionsList className={css.list}>
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {found
              .filter((entry) => entry.group === group)
              .map(({ id, label, description, icon: Icon, keys, run }) => (
                <Spotlight.Action
                  key={id}
                  onClick={() => {
                    onClose()
                    setQuery('')
                    run()
                  }}
                >
                  <Icon size={18} aria-hidden className={css.icon} />
                  <span className={css.label}>{label}</span>
                  <span className={css.description}>{description}</span>
                  {keys && <Kbd keys={keys} />}
                </Spotlight.Action>
              ))}
          </Spotlight.ActionsGroup>
        ))}
        {found.length === 0 && <Spotlight.Empty>{nothing}</Spotlight.Empty>}
      </Spotlight.ActionsList>
      <Spotlight.Footer className={css.footer}>
        <Kbd keys="↑ ↓" /> {hints.move} <Kbd keys="Enter" /> {hints.open}
      </Spotlight.Footer>
    </Spotlight.Root>
  )
}

export function fold(text: string): string {
  return text
    .toLocaleLowerCase('tr')
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
}
