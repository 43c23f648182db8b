import { Select } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { InsideParts } from './PageFrame.tsx'
import css from './partsFrame.module.css'
import { useGo } from './go.ts'

export type PartLink = {
  key: string
  label: string
  /** Another screen; this one where nothing is said. */
  to?: string
  search: Record<string, unknown>
  /** Fetches its code before it is pressed. */ preload?: () => void
}
export type PartGroup = { key: string; label: string; parts: readonly PartLink[] }
type Props = { title: string; groups: readonly PartGroup[]; part: string; children: ReactNode }

/** A screen of many parts: the way through them on the left, on a telephone as one field above. Each part is a `PageFrame`. */
export function PartsFrame({ title, groups, part, children }: Props) {
  const go = useGo()
  const open = (key: string | null) => {
    const link = groups.flatMap(({ parts }) => parts).find((one) => one.key === key)
    if (link) go({ ...(link.to && { to: link.to }), search: link.search })
  }
  return (
    <div className={css.frame}>
      <nav className={css.side} aria-label={title}>
        <h1 className={css.title}>{title}</h1>
        {groups.map((group) => (
          <Fragment key={group.key}>
            <h2 className={css.group}>{group.label}</h2>
            {group.parts.map(({ key, label, to, search, preload }) => (
              <Link
                key={key}
                to={(to ?? '.') as never}
                search={search as never}
                className={css.link}
                aria-current={key === part ? 'page' : undefined}
                onMouseEnter={preload}
                onFocus={preload}
              >
                {label}
              </Link>
            ))}
          </Fragment>
        ))}
      </nav>
      <div className={css.choice}>
        {/* The way through the parts, with its heading, is not drawn on a telephone. */}
        <h1 className="k-hidden">{title}</h1>
        <Select
          aria-label={title}
          value={part}
          allowDeselect={false}
          data={groups.map(({ label, parts }) => ({
            group: label,
            items: parts.map(({ key, label }) => ({ value: key, label })),
          }))}
          onChange={open}
        />
      </div>
      <div className={css.part}>
        <InsideParts value>{children}</InsideParts>
      </div>
    </div>
  )
}
