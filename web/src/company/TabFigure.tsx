import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormats } from '../kit/values/format.ts'

/** A figure of an overview: it leads to the tab of the record that shows what it counts. Nothing leads nowhere. */
export function TabFigure({ tab, count, children }: { tab: string; count: number; children?: ReactNode }) {
  const format = useFormats()
  const shown = children ?? format.number(count)
  if (count === 0) return shown
  return (
    <Link to="." search={(before: object) => ({ ...before, tab })}>
      {shown}
    </Link>
  )
}
