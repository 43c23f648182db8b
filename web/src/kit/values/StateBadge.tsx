import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useWords } from '../i18n/words.ts'
import type { Tone } from './looks.ts'
import { stateLooks } from './states.ts'
import css from './badge.module.css'

/** A state in its colour, with icon and word; `about` says of what, where the word alone does not tell. */
export function StateBadge({ group, value, about }: { group: string; value: string; about?: string }) {
  const { state } = useWords()
  const look = stateLooks[group]?.[value]
  return (
    <Badge tone={look?.tone ?? 'grey'} {...(look ? { icon: look.icon } : {})}>
      {about ? `${state(group, value)}: ${about}` : state(group, value)}
    </Badge>
  )
}

export function Badge({
  tone = 'grey',
  icon: Icon,
  children,
}: {
  tone?: Tone
  icon?: TablerIcon
  children: ReactNode
}) {
  return (
    <span className={css.badge} data-tone={tone}>
      {Icon && tone !== 'plain' && <Icon size={13} stroke={2} aria-hidden />}
      {children}
    </span>
  )
}
