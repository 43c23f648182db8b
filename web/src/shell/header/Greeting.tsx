import type { Session } from '@kervan/contract/access/authentication'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './header.module.css'

/** By the hour of the user's own clock. */
export function greetingKey(hour: number) {
  if (hour >= 5 && hour < 12) return 'shell.greeting.morning' as const
  if (hour >= 12 && hour < 18) return 'shell.greeting.day' as const
  return hour >= 18 && hour < 23 ? ('shell.greeting.evening' as const) : ('shell.greeting.night' as const)
}

export function Greeting({ session }: { session: Session }) {
  const { t } = useTranslation()
  const [hour] = useState(() => new Date().getHours())
  // The name stands out, wherever a language puts it.
  const [before, after] = t(greetingKey(hour), { name: '\n' }).split('\n')
  return (
    <span className={css.greeting}>
      <span className={css.hello}>
        {before}
        <b>
          {session.FirstName} {session.LastName}
        </b>
        {after}
      </span>
      <span className={css.company} title={session.CompanyName}>
        {session.CompanyName}
      </span>
    </span>
  )
}
