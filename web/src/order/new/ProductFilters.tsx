import { seasons } from '@kervan/contract/order/seasons'
import { ActionIcon, CloseButton, Popover, Select, TextInput, Tooltip } from '@mantine/core'
import { IconFilter, IconSearch } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import { askedBy, useSearchText } from '../../kit/grid/useSearchText.ts'
import { useHotkey } from '../../kit/hotkeys.ts'
import { useWords } from '../../kit/i18n/words.ts'
import { Kbd } from '../../kit/Kbd.tsx'
import type { OrderOptions } from './delivery.ts'
import type { GoKey } from './useGo.ts'
import css from './products.module.css'

export type Requested = {
  search: string
  /** By its code, which is the same in every language. */
  category: string | null
  brand: string | null
  season: string | null
  inStock: boolean
}

export function SearchField({
  value,
  onChange,
  onGo,
}: {
  value: string
  onChange: (search: string) => void
  /** Arrow down or Enter: on to the list of what was asked, which may still be on its way. */
  onGo: (key: GoKey, asked: string) => void
}) {
  const { t } = useWords()
  const [typed, setTyped] = useSearchText(value, onChange)
  const input = useRef<HTMLInputElement>(null)
  useHotkey('/', t('order.new.searchProducts'), () => input.current?.focus())
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={t('order.new.searchProducts')}
      placeholder={t('order.new.searchProducts')}
      maxLength={100}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed === '' ? (
          <Kbd keys="/" />
        ) : (
          <CloseButton size={24} aria-label={t('kit.filter.clearSearch')} onClick={() => setTyped('')} />
        )
      }
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' || event.key === 'Enter') {
          event.preventDefault()
          onGo(event.key, askedBy(typed))
        }
        if (event.key === 'Escape' && typed !== '') {
          event.stopPropagation()
          setTyped('')
        }
      }}
    />
  )
}

export function FilterChips({
  dialog,
  options,
  onChange,
  children,
}: {
  dialog: Requested
  options: OrderOptions
  onChange: (dialog: Requested) => void
  /** After the filters. */
  children?: ReactNode
}) {
  const { t, state, column } = useWords()
  const [opened, setOpened] = useState(false)
  const choices = [
    {
      key: 'category',
      label: column('category'),
      data: options.categories.map(({ code, name }) => ({ value: code, label: name })),
    },
    { key: 'brand', label: column('brand'), data: options.brands.map((value) => ({ value, label: value })) },
    {
      key: 'season',
      label: column('season'),
      data: seasons.map((value: string) => ({ value, label: state('season', value) })),
    },
  ] as const
  return (
    <div className={css.chips}>
      {choices.map(({ key, data }) => {
        const value = dialog[key]
        if (value === null) return null
        return (
          <button
            key={key}
            type="button"
            className={css.chip}
            data-on
            onClick={() => onChange({ ...dialog, [key]: null })}
            aria-label={t('kit.filter.remove', {
              column: data.find((one) => one.value === value)?.label ?? value,
            })}
          >
            <span className="k-cut">{data.find((one) => one.value === value)?.label ?? value}</span>{' '}
            <span aria-hidden>×</span>
          </button>
        )
      })}
      <button
        type="button"
        className={css.chip}
        aria-pressed={dialog.inStock}
        onClick={() => onChange({ ...dialog, inStock: !dialog.inStock })}
      >
        {t('order.new.inStock')}
      </button>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        trapFocus
        returnFocus
        width={280}
        withinPortal
      >
        <Popover.Target>
          <Tooltip label={t('kit.filter.title')}>
            <ActionIcon
              variant="default"
              size="xs"
              aria-label={t('kit.filter.title')}
              aria-expanded={opened}
              onClick={() => setOpened(!opened)}
            >
              <IconFilter size={16} />
            </ActionIcon>
          </Tooltip>
        </Popover.Target>
        <Popover.Dropdown className={css.filters}>
          {choices.map(({ key, label, data }) => (
            <Select
              key={key}
              label={label}
              placeholder={t('kit.filter.any')}
              data={data}
              searchable={data.length > 8}
              limit={200}
              clearable
              nothingFoundMessage={t('kit.form.nothingFound')}
              comboboxProps={{ withinPortal: false }}
              value={dialog[key]}
              onChange={(value) => onChange({ ...dialog, [key]: value })}
            />
          ))}
        </Popover.Dropdown>
      </Popover>
      {children}
    </div>
  )
}

/** The next page when the end of the list comes into sight, and by a button for those who walk with keys. */
