import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './emptyState.module.css'

export type EmptyStateProps = {
  icon: TablerIcon
  tone?: 'blue' | 'grey' | 'red'
  title: string
  text?: ReactNode
  /** It stands there because a right is missing. */
  isRefused?: boolean
  children?: ReactNode
}

/** What stands where nothing is: why, and at most two ways on. */
export function EmptyState({ icon: Icon, tone = 'grey', title, text, isRefused, children }: EmptyStateProps) {
  return (
    <div className={css.empty} data-refused={isRefused || undefined}>
      <span className={css.icon} data-tone={tone}>
        <Icon size={20} aria-hidden />
      </span>
      <h2 className={css.title}>{title}</h2>
      {text !== undefined && <p className={css.text}>{text}</p>}
      {children !== undefined && <div className={css.actions}>{children}</div>}
    </div>
  )
}
