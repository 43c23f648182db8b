import type { Column } from '@kervan/contract/kit/page'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../format.ts'
import { said } from '../i18n/words.ts'
import { StateBadge } from '../StateBadge.tsx'
import { stateLooks, wordGroups } from '../states.ts'
import type { ColumnView } from './gridState.ts'
import type { GridRowData } from './useGridRows.ts'

const numeric: readonly Column['type'][] = ['integer', 'decimal']

export function alignmentOf(column: Column, view: ColumnView | undefined): 'start' | 'end' {
  return view?.align ?? (numeric.includes(column.type) ? 'end' : 'start')
}

export function wordGroupOf(key: string, view: ColumnView | undefined): string {
  return view?.words ?? wordGroups[key] ?? key
}

/** A cell as its column's type has it: codes in mono, numbers exact and in the reader's digits, states as badges. */
export function DefaultCell({ row, name, column, view }: { row: GridRowData; name: string; column: Column; view: ColumnView | undefined }): ReactNode {
  const format = useFormats()
  const { t } = useTranslation()
  const value = row[name]
  if (value === null || value === undefined || value === '') return null
  switch (column.type) {
    case 'code':
      return <span className="k-mono">{String(value)}</span>
    case 'integer':
      return format.number(value as number)
    case 'decimal':
      return typeof row.currency === 'string' ? format.money(String(value), row.currency) : format.number(String(value))
    case 'date':
      return format.date(String(value))
    case 'instant':
      return <time dateTime={String(value)} title={format.dateTimeSeconds(String(value))}>{format.dateTime(String(value))}</time>
    case 'flag':
      return value === true ? <IconCheck size={16} role="img" aria-label={t('kit.filter.yes')} /> : <span className="k-hidden">{t('kit.filter.no')}</span>
    case 'choice': {
      const group = wordGroupOf(name, view)
      return view?.badge ?? stateLooks[group]?.[String(value)] ? <StateBadge group={group} value={String(value)} /> : said(`state.${group}.${String(value)}`, String(value))
    }
    case 'text':
      return String(value)
  }
}
