import type { Column } from '@kervan/contract/kit/page'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { asText } from '../values/asText.ts'
import { useFormats } from '../values/format.ts'
import { tDynamic } from '../i18n/words.ts'
import { StateBadge } from '../values/StateBadge.tsx'
import { stateLooks } from '../values/states.ts'
import type { ColumnView } from './gridState.ts'
import type { GridRowData } from './useGridRows.ts'

const numeric: readonly Column['type'][] = ['integer', 'decimal']

export function alignmentOf(column: Column, view: ColumnView | undefined): 'start' | 'end' {
  return view?.align ?? (numeric.includes(column.type) ? 'end' : 'start')
}

/** A cell as its column's type has it: codes in mono, numbers exact and in the reader's digits, states as badges. */
export function DefaultCell({
  row,
  name,
  column,
  view,
}: {
  row: GridRowData
  name: string
  column: Column
  view: ColumnView | undefined
}): ReactNode {
  const format = useFormats()
  const { t } = useTranslation()
  const value = row[name]
  if (value === null || value === undefined || value === '') return null
  const text = asText(value)
  switch (column.type) {
    case 'code':
      return <span className="k-mono">{text}</span>
    case 'integer':
      return format.number(text)
    case 'decimal':
      return typeof row.currency === 'string' ? format.money(text, row.currency) : format.number(text)
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
      return (view?.badge ?? stateLooks[group]?.[text]) ? (
        <StateBadge group={group} value={text} />
      ) : (
        tDynamic(t, `state.${group}.${text}`, text)
      )
    }
    case 'text':
      return text
  }
}
