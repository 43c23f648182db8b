import type { ReactNode } from 'react'
import { useFormats } from '../kit/values/format.ts'

/** A price with at least two places, so that a column of them lines up. */
function Amount({ value }: { value: string | null }) {
  const format = useFormats()
  return value === null ? null : <>{format.amount(value)}</>
}

/** Renderers of columns that hold prices. */
export const amounts = <K extends string>(...columns: readonly K[]) =>
  Object.fromEntries(
    columns.map((name) => [name, (row: Record<K, string | null>) => <Amount value={row[name]} />]),
  ) as Record<K, (row: Record<K, string | null>) => ReactNode>
