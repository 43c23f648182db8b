import type { ReactNode } from 'react'
import { ReadState } from '../kit/record/ReadState.tsx'
import css from './home.module.css'

type Asked<T> = { data: T | undefined; error: unknown; isError: boolean; refetch: () => Promise<unknown> }

/** One box of the home page: it waits, fails and is empty by itself, and leaves the others alone. */
export function Box({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className={css.box} aria-label={title}>
      <header className={css.boxHead}>
        <h2>{title}</h2>
        {action}
      </header>
      <div className={css.boxBody}>{children}</div>
    </section>
  )
}

/** What was asked for once it is there, otherwise why it is not. */
export function Answered<T>({
  asked,
  name,
  children,
}: {
  asked: Asked<T>
  name: string
  children: (answer: T) => ReactNode
}) {
  return asked.data === undefined ? <ReadState asked={asked} name={name} /> : children(asked.data)
}

export function Nothing({ title, text }: { title: string; text?: string }) {
  return (
    <div className={css.nothing}>
      <p>{title}</p>
      {text && <p className={css.quiet}>{text}</p>}
    </div>
  )
}
