import { Link } from '@tanstack/react-router'
import type { ChartLink } from '../../kit/chart/Chart.tsx'
import css from '../home.module.css'

/** A figure that opens what it counts; `of` is what it is a part of. Nothing is shown while it is not there. */
export function KeyFigure({
  value,
  of,
  name,
  link,
  small = false,
}: {
  value: string | null
  of?: string
  name: string
  link: ChartLink
  small?: boolean
}) {
  if (value === null) return null
  return (
    <p className={css.keyFigure} data-small={small || undefined}>
      {small && <span>{name}</span>}
      <Link to={link.to} search={link.search} aria-label={`${name}: ${value}`}>
        {value}
      </Link>
      {of !== undefined && <span className={css.quiet}>/ {of}</span>}
    </p>
  )
}
