import type { Column } from '@kervan/contract/kit/page'
import { IconCheck } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { asText } from '../values/asText.ts'
import type { Formats } from '../values/format.ts'
import { tDynamic, type Translate } from '../i18n/words.ts'
import { Badge } from '../values/StateBadge.tsx'
import { stateLooks } from '../values/states.ts'
import type { ColumnView } from './gridState.ts'
import type { GridRowData } from './useGridRows.ts'

const numeric: readonly Column['type'][] = ['integer', 'decimal']

export function alignmentOf(column: Column, view: ColumnView | undefined): 'start' | 'end' {
  return view?.align ?? (numeric.includes(column.type) ? 'end' : 'start')
}

/** Words and figures for a whole grid: asked for once, since every cell needs them. */
export type Say = { t: Translate; format: Formats }

type Cell = { row: GridRowData; name: string; column: Column; view: ColumnView | undefined; say: Say }

/**
 * What stands in a cell, drawn anew only when its row or the way it is shown has changed: of fifty rows most stay as they
 * are when one is chosen, opened or walked over.
 */
export const CellContent = memo(function CellContent({
  render,
  ...cell
}: Cell & { render: ((row: GridRowData) => ReactNode) | undefined }): ReactNode {
  return render ? render(cell.row) : defaultCell(cell)
})

/** What a row is called by the value of one of its columns, where it is read aloud or copied: days as people write them. */
export function nameText(value: unknown, column: Column | undefined, format: Formats): string {
  const text = asText(value)
  if (text === '') return ''
  if (column?.type === 'instant') return format.dateTime(text)
  return column?.type === 'date' ? format.date(text) : text
}

/** A cell as its column's type has it: codes in mono, numbers exact and in the reader's digits, states as badges. */
export function defaultCell({ row, name, column, view, say: { t, format } }: Cell): ReactNode {
  const value = row[name]
  if (value === null || value === undefined || value === '') return null
  const text = asText(value)
  switch (column.type) {
    case 'code':
      return <span className="k-mono">{text}</span>
    case 'integer':
      return format.number(text)
    case 'decimal':
      if (typeof row.currency === 'string') return format.money(text, row.currency)
      return format.number(text, column.places)
    case 'date':
      return format.date(text)
    case 'instant':
      return (
        <time dateTime={text} title={format.dateTimeSeconds(text)}>
          {format.dateTime(text)}
        </time>
      )
    case 'flag':
      return value === true ? (
        <>
          <IconCheck size={16} aria-hidden />
          <span className="k-hidden">{t('kit.yes')}</span>
        </>
      ) : (
        <span className="k-hidden">{t('kit.no')}</span>
      )
    case 'choice': {
      const group = column.words ?? ''
      const look = stateLooks[group]?.[text]
      const word = tDynamic(t, `state.${group}.${text}`, text)
      return (view?.badge ?? look) ? <Badge {...(look ?? { tone: 'grey' })}>{word}</Badge> : word
    }
    case 'choices':
      return (value as string[]).map((one) => tDynamic(t, `state.${column.words}.${one}`, one)).join(', ')
    case 'text':
      return text
  }
}
