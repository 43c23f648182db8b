import { Button } from '@mantine/core'
import { IconClipboard, IconCopy } from '@tabler/icons-react'
import { Fragment, useRef, useState, type KeyboardEvent } from 'react'
import { toast, toastWithUndo } from '../../kit/feedback/toasts.tsx'
import { useArrival } from './arrival.ts'
import { useFormats } from '../../kit/values/format.ts'
import { useWords } from '../../kit/i18n/words.ts'
import {
  moveFrom,
  locationBlock,
  readBlock,
  rightOf,
  type Matrix,
  type Place,
  type Variant,
} from './matrix.ts'
import { stepOf } from '../../kit/form/cellKeys.ts'
import { MatrixCell } from './MatrixCell.tsx'
import { FactCells, FactHeads } from './MatrixFacts.tsx'
import { Availability, Legend } from './MatrixLegend.tsx'
import { cellName, hintsOf, useSheet, type SheetOf } from './quantitySheet.ts'
import { RowHints } from './RowHints.tsx'
import css from './quantities.module.css'

type Props = SheetOf & { blocked: boolean; loading: boolean }

/** Colour by size. What is typed is kept at once and sent by itself; what cannot be ordered stays and says why. */
export function QuantityMatrix(props: Props) {
  const { product, matrix, blocked, loading } = props
  const { t } = useWords()
  const format = useFormats()
  const sheet = useSheet(props)
  const [focus, setFocus] = useState<Place | null>(null)
  const [last, setLast] = useState<Place>({ row: 0, column: 0 })
  const table = useRef<HTMLTableElement>(null)
  const isSingle = matrix.rows.length === 1 && matrix.columns.length === 1
  const isList = matrix.columns.length === 1
  const withPrice = product.variants.some(({ unitPrice }) => unitPrice !== null)
  // Code and stock of a pack, and its price for who may see it.
  const facts = withPrice ? 3 : 2
  const focused = focus ? (matrix.cells[focus.row]?.[focus.column] ?? null) : null

  useArrival(table, product.id, 'input[data-place]:not([readonly])')
  const goTo = (place: Place) => {
    const input = table.current?.querySelector<HTMLInputElement>(
      `input[data-place="${place.row}-${place.column}"]`,
    )
    input?.focus()
    input?.select()
  }
  const paste = (from: Place, text: string) => {
    const { values, lost } = locationBlock(matrix, from, readBlock(text))
    if (values.size > 0) {
      const before = new Map(
        matrix.cells
          .flat()
          .flatMap((variant) =>
            variant && values.has(variant.variantId)
              ? [[variant.variantId, sheet.textOf(variant)] as const]
              : [],
          ),
      )
      sheet.type(values)
      toastWithUndo(t('order.pasted.cells', { count: values.size, amount: format.number(values.size) }), () =>
        sheet.type(before),
      )
    }
    if (lost > 0) toast('warning', t('order.new.pasteLost', { count: lost, amount: format.number(lost) }))
  }
  const pasteFromClipboard = async () => {
    const text = await navigator.clipboard.readText().catch(() => null)
    if (text === null) toast('info', t('order.new.pasteByKey'))
    else paste(last, text)
  }
  const repeatRow = () => {
    const next = { row: last.row + 1, column: last.column }
    const values = new Map(
      (matrix.cells[last.row] ?? []).flatMap((variant, column) => {
        const below = matrix.cells[next.row]?.[column]
        return variant && below ? [[below.variantId, sheet.textOf(variant)] as const] : []
      }),
    )
    if (values.size === 0) return
    sheet.type(values)
    goTo(
      matrix.cells[next.row]?.[next.column]
        ? next
        : moveFrom(matrix, { row: next.row, column: -1 }, { rows: 0, columns: 1 }),
    )
  }
  const onKeyDown = (place: Place, variant: Variant) => (event: KeyboardEvent<HTMLInputElement>) => {
    const step = stepOf(event)
    if (step) {
      event.preventDefault()
      goTo(moveFrom(matrix, place, step))
    } else if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'd') {
      event.preventDefault()
      sheet.type(
        new Map(
          [variant, ...rightOf(matrix, place)].map(({ variantId }) => [variantId, sheet.textOf(variant)]),
        ),
      )
    } else if (event.key === 'Escape' && sheet.isDraft(variant)) {
      event.preventDefault()
      event.stopPropagation()
      sheet.forget(variant)
    }
  }

  return (
    <div className={css.matrix}>
      <div className={css.matrixHead}>
        <h3 className={css.matrixTitle}>{t(`order.new.table.${titleOf(matrix)}`)}</h3>
        {!isSingle && (
          <div className={css.tools}>
            {/* Exists on https and localhost only; Ctrl V works everywhere. */}
            {'clipboard' in navigator && (
              <Button
                variant="subtle"
                color="gray"
                size="xs"
                leftSection={<IconClipboard size={16} aria-hidden />}
                disabled={blocked}
                onClick={() => void pasteFromClipboard()}
              >
                {t('order.new.paste')}
              </Button>
            )}
            {matrix.rows.length > 1 && (
              <Button
                variant="subtle"
                color="gray"
                size="xs"
                leftSection={<IconCopy size={16} aria-hidden />}
                disabled={blocked || last.row >= matrix.rows.length - 1}
                onClick={repeatRow}
              >
                {t('order.new.repeatRow')}
              </Button>
            )}
          </div>
        )}
      </div>
      <section
        className={css.scroller}
        aria-label={t(`order.new.table.${titleOf(matrix)}`)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wide tables are scrolled by keyboard too
        tabIndex={matrix.columns.length > 6 ? 0 : undefined}
      >
        <table
          ref={table}
          className={css.table}
          data-narrow={matrix.columns.length === 1 || undefined}
          aria-busy={loading}
        >
          <thead>
            <tr>
              <th scope="col" className={css.corner}>
                {t(`order.new.dimension.${matrix.rowsAre}`)}
              </th>
              {isList && <FactHeads withPrice={withPrice} />}
              {matrix.columns.map((column) => (
                <th key={column.key} scope="col" className={css.size}>
                  {column.label ?? t('order.new.quantity')}
                </th>
              ))}
              {matrix.columns.length > 1 && (
                <th scope="col" className={css.sum}>
                  {t('order.new.total')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {matrix.rows.map((line, row) => {
              const cells = matrix.cells[row] ?? []
              const label = line.label ?? product.productName
              return (
                <Fragment key={line.key}>
                  <tr>
                    <th scope="row" className={css.color}>
                      <span className={css.colorLine}>
                        {line.hex && (
                          <i className={css.swatch} style={{ background: line.hex }} aria-hidden />
                        )}
                        <span className={css.colorName}>{label}</span>
                      </span>
                    </th>
                    {isList && (
                      <FactCells
                        variant={cells[0] ?? null}
                        withPrice={withPrice}
                        currency={product.currency}
                      />
                    )}
                    {cells.map((variant, column) => {
                      const place = { row, column }
                      const key = matrix.columns[column]?.key ?? column
                      if (!variant) {
                        return (
                          <td key={key} className={css.cell}>
                            <span className={css.notMade}>
                              — <span className="k-hidden">{t('order.new.notMade')}</span>
                            </span>
                          </td>
                        )
                      }
                      return (
                        <MatrixCell
                          key={key}
                          variant={variant}
                          place={place}
                          name={cellName(
                            line.label,
                            matrix.columns[column]?.label ?? null,
                            product.productName,
                          )}
                          sheet={sheet}
                          withStock={!isList}
                          loading={loading}
                          blocked={blocked}
                          onFocus={() => {
                            setFocus(place)
                            setLast(place)
                          }}
                          onBlur={() => setFocus(null)}
                          onKeyDown={onKeyDown(place, variant)}
                          onPaste={(text) => paste(place, text)}
                        />
                      )
                    })}
                    {matrix.columns.length > 1 && (
                      <td className={css.sum} data-zero={sheet.sumOf(cells) === 0 || undefined}>
                        {format.number(sheet.sumOf(cells))}
                      </td>
                    )}
                  </tr>
                  <RowHints
                    id={`hint-${row}`}
                    span={isList ? facts + 2 : matrix.columns.length + 2}
                    hints={hintsOf(cells, row, matrix, product, sheet)}
                  />
                </Fragment>
              )
            })}
          </tbody>
          {!isSingle && (
            <tfoot>
              <tr>
                <th scope="row" className={css.corner}>
                  {t('order.new.total')}
                </th>
                {isList && <td colSpan={facts} aria-hidden />}
                {matrix.columns.map((column, index) => {
                  const sum = sheet.sumOf(matrix.cells.map((cells) => cells[index] ?? null))
                  return (
                    <td key={column.key} className={css.columnSum} data-zero={sum === 0 || undefined}>
                      {format.number(sum)}
                    </td>
                  )
                })}
                {matrix.columns.length > 1 && (
                  <td className={css.sum}>{format.number(sheet.sumOf(matrix.cells.flat()))}</td>
                )}
              </tr>
            </tfoot>
          )}
        </table>
      </section>
      <p id="in-stock" className={css.legend} data-short={(focused && sheet.isShort(focused)) || undefined}>
        {focused && focus ? (
          <Availability
            product={product}
            variant={focused}
            name={cellName(
              matrix.rows[focus.row]?.label ?? null,
              matrix.columns[focus.column]?.label ?? null,
              product.productName,
            )}
            short={sheet.isShort(focused)}
          />
        ) : null}
        <Legend
          isSingle={isSingle}
          isList={isList}
          hasGaps={matrix.cells.flat().includes(null)}
          hasStock={!isList && !isSingle}
        />
      </p>
    </div>
  )
}

function titleOf({ rows, columns, rowsAre }: Matrix) {
  if (columns.length > 1) return rows.length > 1 || rowsAre === 'color' ? 'colorBySize' : 'size'
  return rows.length > 1 ? rowsAre : 'one'
}
