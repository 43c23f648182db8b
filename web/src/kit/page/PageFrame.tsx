import { Link } from '@tanstack/react-router'
import { createContext, useContext, useEffect, type ReactNode } from 'react'
import { useCurrentInView } from './currentInView.ts'
import css from './page.module.css'

export type PageTab = {
  key: string
  label: string
  /** Work due to the user, not the total. */
  count?: string | number | null
  search?: Record<string, unknown>
  /** A tab that is a screen of its own. */
  to?: string
  /** Why it cannot be opened yet; the tab is then shown without a link. */
  blocked?: string | null
}

type Props = {
  title: string
  /** Beside the title: steps, a date. */
  beside?: ReactNode
  actions?: ReactNode
  tabs?: readonly PageTab[]
  tab?: string
  tabsLabel?: string
  /** `form` keeps lines readable: 720 px. `scroll` lets the content scroll; otherwise the content does it itself. */
  layout?: 'fill' | 'scroll' | 'form'
  foot?: ReactNode
  children: ReactNode
}

/** Whether the page is a part of one that has said its name already. */
export const InsideParts = createContext(false)

/** What a part of a screen adds to the page of its records. */
type Added = {
  /** Beside the title: a switch between views. */
  beside?: ReactNode
  /** Above the content. */
  above?: ReactNode
  /** Left of the content, or in its place where it is alone: a map, a tree. */
  picture?: ReactNode
  isAlone?: boolean
}
export const PageAdditions = createContext<Added>({})

/** Title and actions, tabs, content. The page never scrolls; its content does. */
export function PageFrame({
  title,
  beside,
  actions,
  tabs,
  tab,
  tabsLabel,
  layout = 'fill',
  foot,
  children,
}: Props) {
  useEffect(() => {
    document.title = `${title} · Kervan`
  }, [title])
  const tabsRow = useCurrentInView(tab)
  const added = useContext(PageAdditions)
  const Heading = useContext(InsideParts) ? 'h2' : 'h1'
  return (
    <div className={css.page}>
      <header className={css.head}>
        <Heading className={css.title}>{title}</Heading>
        {beside}
        {added.beside}
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      {tabs && tabs.length > 0 && (
        <nav className={css.tabs} aria-label={tabsLabel ?? title} ref={tabsRow}>
          {tabs.map(({ key, label, count, search = {}, to = '.', blocked }) =>
            blocked ? (
              <span key={key} className={css.tab} data-blocked title={blocked}>
                {label}
                <span className="k-hidden">{blocked}</span>
              </span>
            ) : (
              <Link
                key={key}
                to={to}
                search={search as never}
                className={css.tab}
                aria-current={key === tab ? 'page' : undefined}
                preload="intent"
              >
                {label}
                {count !== undefined && count !== null && <span className={css.count}>{count}</span>}
              </Link>
            ),
          )}
        </nav>
      )}
      {layout === 'form' ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a form that is read only has nothing else to scroll it by keyboard
        <section className={css.content} data-layout={layout} aria-label={title} tabIndex={0}>
          <div className={css.form}>{children}</div>
        </section>
      ) : (
        <div className={css.content} data-layout={layout}>
          {added.above}
          {added.picture ? (
            <div className={css.split} data-alone={added.isAlone || undefined}>
              <div className={css.picture}>{added.picture}</div>
              {!added.isAlone && <div className={css.records}>{children}</div>}
            </div>
          ) : (
            children
          )}
        </div>
      )}
      {foot && <div className={css.foot}>{foot}</div>}
    </div>
  )
}

/** A part of a page with its own heading. */
export function Section({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={css.section}>
      <div className={css.sectionHead}>
        <h2 className={css.sectionTitle}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  )
}
