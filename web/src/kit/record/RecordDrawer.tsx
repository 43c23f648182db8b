import { ActionIcon, Drawer } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconLink, IconX } from '@tabler/icons-react'
import { Fragment, useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../copyText.ts'
import { toast } from '../feedback/toasts.tsx'
import { useCurrentInView } from '../page/currentInView.ts'
import { rememberRecent } from '../storage/recent.ts'
import css from './recordDrawer.module.css'

export type DrawerTab<K extends string = string> = { key: K; label: string; count?: string | number | null }
type Props<K extends string> = {
  opened: boolean
  /** How wide it is; 800 unless told. */
  size?: number | string
  onClose: () => void
  /** The record's code or name; it names the drawer. */
  title: string
  /** False while the record is still asked for: nothing is remembered of it yet. */
  isThere?: boolean
  /** A code is written in the letters of codes, a name like any other. */
  named?: 'code' | 'name'
  badges?: ReactNode
  /** Its position in the list beside it. */
  position?: { words: string; previous: (() => void) | null; next: (() => void) | null } | null
  facts?: ReactNode
  /** Something that must be seen before anything else is done. */
  banner?: ReactNode
  tabs: readonly DrawerTab<K>[]
  tab: K
  onTab: (key: K) => void
  foot?: ReactNode
  /** A new record: the hand begins in its first field, not at the title. */
  beginsInField?: boolean
  /** One key for one action, by what the key is; nothing fires while somebody types. */
  keys?: Record<string, (() => void) | undefined>
  /** Answers true when Escape had something nearer to close. */
  onEscape?: () => boolean
  children: ReactNode
}

/**
 * A record beside its list: 800 wide, the whole page on a telephone. Its address is the record's. Its buttons are
 * explained by their titles: a Tooltip that is open keeps Escape for itself, and the drawer would stay.
 */
export function RecordDrawer<K extends string>({
  opened,
  size = 800,
  onClose,
  title,
  isThere = true,
  named = 'name',
  badges,
  position,
  facts,
  banner,
  tabs,
  tab,
  onTab,
  foot,
  beginsInField = false,
  keys,
  onEscape,
  children,
}: Props<K>) {
  const { t } = useTranslation()
  const content = useRef<HTMLDivElement>(null)
  const tabsRow = useCurrentInView(tab)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    // Menus and lists of choices live elsewhere on the page, though their keys pass through here.
    const { target } = event
    if (!(target instanceof Element) || (!content.current?.contains(target) && target !== document.body))
      return
    if (event.key === 'Escape') {
      // An open list of choices closes first.
      if (target.hasAttribute('aria-haspopup') && target.getAttribute('aria-expanded') === 'true') return
      event.preventDefault()
      event.stopPropagation()
      if (onEscape?.() !== true) onClose()
      return
    }
    if (target.closest('input:not([type="checkbox"]), textarea, select, [role="combobox"]')) return
    const run = { j: position?.next ?? undefined, k: position?.previous ?? undefined, ...keys }[
      event.key.toLowerCase()
    ]
    if (!run) return
    event.preventDefault()
    run()
  }
  useEffect(() => {
    if (!opened || !isThere || title === '') return
    const href = window.location.pathname + window.location.search
    rememberRecent({
      id: `record ${title}`,
      kind: 'record',
      code: named === 'code' ? title : null,
      label: named === 'code' ? '' : title,
      description: '',
      href,
    })
  }, [opened, isThere, title, named])
  const latest = useRef(onKeyDown)
  useEffect(() => {
    latest.current = onKeyDown
  })
  // A button that goes away with its action leaves the focus to the page; the keys keep their meaning.
  useEffect(() => {
    if (!opened) return undefined
    const onBody = (event: KeyboardEvent) => {
      if (event.target === document.body) latest.current(event)
    }
    window.addEventListener('keydown', onBody)
    return () => window.removeEventListener('keydown', onBody)
  }, [opened])
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="right"
      size={size}
      closeOnEscape={false}
      // The list takes the focus back to the row last shown; without one it goes where it came from.
      returnFocus={!position}
      transitionProps={{ duration: 180 }}
    >
      <Drawer.Overlay />
      <Drawer.Content classNames={{ content: css.content ?? '' }}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- holds the keys of everything inside */}
        <div
          className={css.frame}
          data-record
          ref={content}
          tabIndex={-1}
          onKeyDown={({ nativeEvent }) => onKeyDown(nativeEvent)}
        >
          <div className={css.head}>
            <div className={css.titleLine}>
              <Drawer.Title
                className={css.title ?? ''}
                data-named={named}
                tabIndex={-1}
                data-autofocus={!beginsInField || undefined}
              >
                {title}
              </Drawer.Title>
              <span className={css.badges}>{badges}</span>
              {position && (
                <>
                  <span className={`${css.position} k-number`}>{position.words}</span>
                  <Step
                    label={t('kit.record.previous')}
                    keyName="K"
                    run={position.previous}
                    icon={<IconChevronUp size={16} />}
                  />
                  <Step
                    label={t('kit.record.next')}
                    keyName="J"
                    run={position.next}
                    icon={<IconChevronDown size={16} />}
                  />
                </>
              )}
              <ActionIcon
                size="xs"
                aria-label={t('kit.record.copyLink')}
                title={t('kit.record.copyLink')}
                className={css.copy ?? ''}
                onClick={() =>
                  void copyText(window.location.href).then(() => toast('info', t('kit.record.linkCopied')))
                }
              >
                <IconLink size={18} />
              </ActionIcon>
              <ActionIcon
                size="xs"
                aria-label={t('kit.action.close')}
                title={`${t('kit.action.close')} · Esc`}
                className={css.close ?? ''}
                onClick={onClose}
              >
                <IconX size={18} />
              </ActionIcon>
            </div>
            {facts}
          </div>
          {banner}
          <nav className={css.tabs} aria-label={title} ref={tabsRow}>
            {tabs.map(({ key, label, count }) => (
              <button
                key={key}
                type="button"
                className={css.tab}
                aria-current={key === tab ? 'true' : undefined}
                onClick={() => onTab(key)}
              >
                {label}
                {count !== undefined && count !== null && <span className={css.count}>{count}</span>}
              </button>
            ))}
          </nav>
          <Fragment>{children}</Fragment>
          <Fragment>{foot}</Fragment>
        </div>
      </Drawer.Content>
    </Drawer.Root>
  )
}

function Step({
  label,
  keyName,
  run,
  icon,
}: {
  label: string
  keyName: string
  run: (() => void) | null
  icon: ReactNode
}) {
  return (
    <ActionIcon
      size="xs"
      variant="default"
      className={css.step ?? ''}
      aria-label={label}
      title={`${label} · ${keyName}`}
      aria-keyshortcuts={keyName}
      data-disabled={run === null}
      aria-disabled={run === null}
      onClick={() => run?.()}
    >
      {icon}
    </ActionIcon>
  )
}
