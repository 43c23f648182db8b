import type { ReactNode } from 'react'
import css from './rowCard.module.css'

/** A row on a telephone and in the card view: what it is called, with its state beside it, and below it lines of facts. */
export function RowCard({
  name,
  mark,
  children,
}: {
  name: ReactNode
  mark?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className={css.card}>
      <div className={css.line}>
        <span className={css.name}>{name}</span>
        {mark}
      </div>
      {children}
    </div>
  )
}

/** One fact, or two at either end; where they do not fit, the first is cut. */
export function CardLine({ quiet = false, children }: { quiet?: boolean; children: ReactNode }) {
  return <div className={quiet ? `${css.line} k-quiet` : css.line}>{children}</div>
}

/** A fact with what it is called. */
export function CardFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span>
      <span className="k-quiet">{label}</span> {children}
    </span>
  )
}
