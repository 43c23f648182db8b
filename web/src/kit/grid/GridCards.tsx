import { Checkbox } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode, RefObject } from 'react'
import { useWords } from '../i18n/words.ts'
import { CellContent } from './cells.tsx'
import css from './cards.module.css'
import type { GridModel } from './useGridModel.ts'
import type { GridRowData } from './useGridRows.ts'

/** Rows as cards: on a telephone, or when the user chose so. `detail` shows every visible column. */
// oxlint-disable react/incompatible-library -- the compiler leaves components with a virtualizer alone
export function GridCards({
  grid,
  scroller,
  card,
  detail,
  lanes,
}: {
  grid: GridModel
  scroller: RefObject<HTMLDivElement | null>
  card: ((row: GridRowData) => ReactNode) | undefined
  detail: boolean
  /** How many cards stand beside each other. */
  lanes: number
}) {
  const virtual = useVirtualizer({
    count: grid.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (detail ? 200 : 98),
    getItemKey: (index) => grid.rows[index]?.id ?? index,
    overscan: 6,
    lanes,
  })
  return (
    <ul className={css.cards} aria-label={grid.list.key} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map((item) => {
        const row = grid.rows[item.index]
        return (
          row && (
            <li
              key={row.id}
              ref={virtual.measureElement}
              data-index={item.index}
              className={css.card}
              data-chosen={grid.isChosen(row.id) || undefined}
              style={{
                transform: `translateY(${item.start}px)`,
                width: `${100 / lanes}%`,
                left: `${(100 / lanes) * item.lane}%`,
              }}
              data-beside={lanes > 1 || undefined}
            >
              <Card grid={grid} row={row} card={card} detail={detail} />
            </li>
          )
        )
      })}
    </ul>
  )
}

function Card({
  grid,
  row,
  card,
  detail,
}: {
  grid: GridModel
  row: GridRowData
  card: ((row: GridRowData) => ReactNode) | undefined
  detail: boolean
}) {
  const { t } = useWords()
  const name = grid.nameOf(row)
  return (
    <>
      {grid.selectable && (
        <div className={css.box}>
          <Checkbox
            checked={grid.isChosen(row.id)}
            onChange={() => grid.choose(row.id)}
            aria-label={t('kit.grid.selectRow', { name })}
          />
        </div>
      )}
      <div className={css.content}>
        {card && !detail ? card(row) : <Facts grid={grid} row={row} short={!detail} />}
        {grid.onOpen && (
          <button
            type="button"
            className={css.cover}
            aria-label={t('kit.grid.openRow', { name })}
            onClick={() => grid.onOpen?.(row)}
          />
        )}
      </div>
    </>
  )
}

/** Without a card of its own a list shows its first columns, or in the detail view all of them. */
function Facts({ grid, row, short }: { grid: GridModel; row: GridRowData; short: boolean }) {
  const words = useWords()
  const columns = short ? grid.columns.slice(0, 6) : grid.columns
  return (
    <dl className={css.facts}>
      {columns.map(({ key, column }) => (
        <div key={key}>
          <dt>{words.column(key)}</dt>
          <dd>
            <CellContent
              row={row}
              name={key}
              column={column}
              view={grid.views[key]}
              render={grid.renderers[key]}
              say={grid.say}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}
