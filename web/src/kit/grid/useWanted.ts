import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type RefObject } from 'react'
import type { GridModel } from './useGridModel.ts'

/** Brings the row whose field wants the focus into view and gives it to the field, which bears the column as `data-field`. */
export function useWanted(
  { wanted, rows }: Pick<GridModel, 'wanted' | 'rows'>,
  virtual: Virtualizer<HTMLDivElement, Element>,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const met = useRef<typeof wanted>(null)
  useEffect(() => {
    const index = wanted ? rows.findIndex(({ id }) => id === wanted.id) : -1
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' })
  }, [wanted, rows, virtual])
  useEffect(() => {
    if (!wanted || met.current === wanted) return
    const index = rows.findIndex(({ id }) => id === wanted.id)
    const field = scroller.current?.querySelector<HTMLInputElement>(
      `[data-index="${index}"] [data-field="${wanted.column}"]`,
    )
    if (!field) return
    met.current = wanted
    field.focus({ preventScroll: true })
    field.select()
  })
}
