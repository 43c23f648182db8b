import type { getEntityRows } from '@kervan/contract/company/mci-files'
import type { OutputOf } from '@kervan/contract/kit/call'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../kit/values/format.ts'

type Answer = OutputOf<typeof getEntityRows>
export type ShownField = Answer['fields'][number]
export type ShownValue = Answer['rows'][number]['values'][string]

export const isNumber = ({ type }: Pick<ShownField, 'type'>): boolean =>
  type === 'Integer' || type === 'Decimal'

/** How a value of a field is written for the reader. */
export function useShownValue(): (field: ShownField, value: ShownValue) => string {
  const { t } = useTranslation()
  const format = useFormats()
  return (field, value) => {
    if (value === null) return ''
    if (typeof value === 'boolean') return t(value ? 'kit.yes' : 'kit.no')
    if (field.type === 'Date') return format.date(String(value))
    return isNumber(field) ? format.number(String(value)) : String(value)
  }
}
