import { Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../values/format.ts'
import type { GridAction, GridPageInfo } from '../grid/types.ts'
import { Kbd } from '../Kbd.tsx'
import css from './recordParts.module.css'

// What the drawers of records are made of: facts, a banner, the scrolling part, and the foot with what can be done.

export type Fact = readonly [label: string, value: ReactNode]

/** Label and value, one below the other or as `className` lays them out. What a record does not say (null, empty) is left out. */
export function FactList({
  facts,
  className = css.facts,
}: {
  facts: readonly Fact[]
  className?: string | undefined
}) {
  return (
    <dl className={className}>
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd title={typeof value === 'string' ? value : undefined}>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** Something to be known before anything else is done. With an `action` it is also said aloud. */
export function RecordBanner({ action, children }: { action?: ReactNode; children: ReactNode }) {
  const Place = action ? 'div' : 'output'
  return (
    <Place className={css.banner} {...(action ? { role: 'alert' } : {})}>
      <IconAlertTriangle size={16} aria-hidden />
      <span className={css.bannerWords}>{children}</span>
      {action}
    </Place>
  )
}

/** The part under the tabs, scrolled by keys too. `fill` for what scrolls itself, such as a grid. */
export function RecordBody({ fill = false, children }: { fill?: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  if (fill) return <div className={css.fill}>{children}</div>
  return (
    <section
      className={css.body}
      aria-label={t('kit.record.content')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      {children}
    </section>
  )
}

/**
 * The first actions as buttons, on a telephone the first alone, the others in a menu; what cannot be done stands there
 * with its reason.
 */
export function RecordFoot({
  actions,
  buttons = 1,
  left,
  main,
}: {
  actions: readonly GridAction[]
  buttons?: number
  left?: ReactNode
  /** The buttons of a form: the actions stand beside them, none as the main one. */
  main?: ReactNode
}) {
  const { t } = useTranslation()
  const narrow =
    useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false }) ?? false
  const shown = actions.slice(0, narrow && main === undefined ? 1 : narrow ? 0 : buttons)
  const others = actions.slice(shown.length)
  const [first] = actions
  if (!first && main === undefined) return null
  return (
    <div className={css.foot}>
      <span className={css.left} aria-live="polite">
        {left ?? first?.blocked}
      </span>
      {others.length > 0 && (
        <Menu position="top-end" withinPortal width={320}>
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
              {t('kit.action.more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map(({ key, label, icon: Icon, tone, blocked, run }) => (
              <Menu.Item
                key={key}
                disabled={Boolean(blocked)}
                data-danger={tone === 'danger' || undefined}
                leftSection={Icon && <Icon size={16} aria-hidden />}
                onClick={run}
              >
                {label}
                {blocked && <span className={css.reason}>{blocked}</span>}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {shown.toReversed().map((action) => (
        <FootButton key={action.key} action={action} isMain={action === first && main === undefined} />
      ))}
      {main}
    </div>
  )
}

function FootButton({
  action: { label, icon: Icon, tone, hotkey, blocked, run },
  isMain,
}: {
  action: GridAction
  isMain: boolean
}) {
  const keys = hotkey && {
    rightSection: <Kbd keys={hotkey} />,
    'aria-keyshortcuts': hotkey.toUpperCase(),
  }
  return (
    <span title={blocked ?? undefined}>
      <Button
        variant={isMain && tone !== 'danger' ? 'filled' : 'default'}
        data-danger={tone === 'danger' || undefined}
        className={css.button ?? ''}
        disabled={Boolean(blocked)}
        leftSection={Icon && <Icon size={16} aria-hidden />}
        {...keys}
        onClick={run}
      >
        {label}
      </Button>
    </span>
  )
}

/** One key for one action, as `keys` of the drawer. */
export function keysOf(actions: readonly GridAction[]): Record<string, () => void> {
  return Object.fromEntries(
    actions.flatMap(({ hotkey, blocked, run }) => (hotkey && !blocked ? [[hotkey, run]] : [])),
  )
}

/** Up and down through the page of the list that is on screen, as `position` of the drawer. */
export function usePosition<Row extends { id: string }>(
  page: GridPageInfo<Row> | null,
  id: string | null,
  onOpen: (id: string, options: { replace: boolean }) => void,
) {
  const { t } = useTranslation()
  const format = useFormats()
  const index = page?.rows.findIndex((row) => row.id === id) ?? -1
  if (!page || index < 0) return null
  const to = (row: Row | undefined) => (row ? () => onOpen(row.id, { replace: true }) : null)
  const total = page.totalIsExact
    ? format.number(page.total)
    : t('kit.grid.moreThan', { amount: format.number(page.total) })
  return {
    words: t('kit.record.position', { index: format.number(page.before + index + 1), total }),
    previous: to(page.rows[index - 1]),
    next: to(page.rows[index + 1]),
  }
}

/** While a drawer slides away it still shows what it showed. */
export function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
