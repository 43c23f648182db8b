import { Checkbox } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode, RefObject } from 'react'
import { useWords } from '../i18n/words.ts'
import { stateLooks } from '../values/states.ts'
import { CellContent } from './cells.tsx'
import css from './cards.module.css'
import { RowCard } from './RowCard.tsx'
import { UnderCard } from './UnderRow.tsx'
import type { GridModel } from './useGridModel.ts'
import { useWanted } from './useWanted.ts'
import type { GridRowData } from './useGridRows.ts'
import type { GridColumn } from './useGridTable.ts'

/** Rows as cards: on a telephone, or when the user chose so. `detail` shows every visible column. */
// oxlint-disable react/incompatible-library -- the compiler leaves components with a virtualizer alone
export function GridCards({
  grid,
  scroller,
  card,
  detail,
  lanes,
  label,
}: {
  grid: GridModel
  scroller: RefObject<HTMLDivElement | null>
  card: ((row: GridRowData) => ReactNode) | undefined
  detail: boolean
  /** How many cards stand beside each other. */
  lanes: number
  label: string
}) {
  const virtual = useVirtualizer({
    count: grid.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (detail ? 200 : 98),
    getItemKey: (index) => grid.rows[index]?.id ?? index,
    overscan: 6,
    lanes,
  })
  useWanted(grid, virtual, scroller)
  return (
    <ul className={css.cards} aria-label={label} style={{ height: virtual.getTotalSize() }}>
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
              <UnderCard grid={grid} row={row} />
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
            disabled={!grid.chosen.mayChoose(row)}
            onChange={() => grid.chosen.toggle(row)}
            aria-label={t('kit.grid.selectRow', { name })}
          />
        </div>
      )}
      <div className={css.content}>
        {detail ? (
          <Facts grid={grid} row={row} columns={grid.columns} />
        ) : card ? (
          card(row)
        ) : (
          <PlainCard grid={grid} row={row} />
        )}
        {grid.onOpen && (
          <button
            type="button"
            className={css.cover}
            aria-label={t('kit.grid.openRow', { name })}
            aria-expanded={grid.unfolds ? grid.isUnfolded(row) : undefined}
            onClick={() => grid.onOpen?.(row)}
          />
        )}
      </div>
    </>
  )
}

/** How many facts a card has below its name. */
const plainFacts = 4

/** Without a card of its own a list shows what a row is called, its state beside it, and the next of its columns. */
function PlainCard({ grid, row }: { grid: GridModel; row: GridRowData }) {
  const { columns } = grid
  const name = columns.find(({ column }) => column.type === 'text') ?? columns[0]
  const state = columns.find(({ column }) => column.type === 'choice' && stateLooks[column.words ?? ''])
  const facts = columns.filter(
    (one) => one !== name && one !== state && row[one.key] !== null && row[one.key] !== '',
  )
  return (
    <RowCard
      name={name && <Value grid={grid} row={row} of={name} />}
      mark={state && <Value grid={grid} row={row} of={state} />}
    >
      <Facts grid={grid} row={row} columns={facts.slice(0, plainFacts)} />
    </RowCard>
  )
}

function Facts({ grid, row, columns }: { grid: GridModel; row: GridRowData; columns: GridColumn[] }) {
  const words = useWords()
  return (
    <dl className={css.facts}>
      {columns.map((one) => (
        <div key={one.key}>
          <dt>{words.column(one.key)}</dt>
          <dd>
            <Value grid={grid} row={row} of={one} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ grid, row, of: { key, column } }: { grid: GridModel; row: GridRowData; of: GridColumn }) {
  return (
    <CellContent
      row={row}
      name={key}
      column={column}
      view={grid.views[key]}
      render={grid.renderers[key]}
      say={grid.say}
    />
  )
}
