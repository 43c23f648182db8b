import type { ReactNode } from 'react'
import css from './lma.module.css'

/** A table that is wider than its place: scrolled by hand and by keys. `label` names it for who cannot see it. */
export function Scrolled({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className={css.scroll} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
