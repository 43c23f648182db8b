import { countUIFilter } from '@kervan/contract/company/ui-filters'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { callServer } from '../../kit/call/client.ts'
import { toRefused } from '../../kit/call/refused.ts'
import { useFormats } from '../../kit/values/format.ts'
import { definitionOf, type FilterValues } from './definition.ts'
import css from './filters.module.css'
import { useFormValues } from '../../kit/form/useFormValues.ts'

const afterTypingMs = 400

/** How many records the definition keeps, counted while it is made; codes that name nothing are told. */
export function LiveCount() {
  const { t } = useTranslation()
  const format = useFormats()
  const values = useFormValues<FilterValues>()
  const asked = useMemo(() => ({ type: values.type, definition: definitionOf(values) }), [values])
  const [settled] = useDebouncedValue(JSON.stringify(asked), afterTypingMs)
  const { type, definition }: typeof asked = JSON.parse(settled)
  const count = useQuery({
    queryKey: [countUIFilter.group, countUIFilter.operation, settled],
    queryFn: ({ signal }) => callServer(countUIFilter, { type, definition: definition! }, { signal }),
    enabled: definition !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const counted = definition === null ? undefined : count.data
  const figures = counted && { records: format.number(counted.records), total: format.number(counted.total) }
  return (
    <div className={css.count} aria-live="polite" data-quiet={!counted || undefined}>
      {figures && !count.isError ? (
        <strong>
          {type === 'Location'
            ? t('company.uiFilter.countedLocation', figures)
            : t('company.uiFilter.countedProduct', figures)}
        </strong>
      ) : count.isError && definition !== null ? (
        toRefused(count.error).message
      ) : (
        t(definition === null ? 'company.uiFilter.notCounted' : 'company.uiFilter.counting')
      )}
      {counted && counted.unknownCount > 0 && (
        <p className={css.unknown}>
          <IconAlertTriangle size={16} aria-hidden />
          <span>
            {t('company.uiFilter.unknown', {
              count: counted.unknownCount,
              amount: format.number(counted.unknownCount),
              codes: counted.unknown.join(', ') + (counted.unknownCount > counted.unknown.length ? ' …' : ''),
            })}
          </span>
        </p>
      )}
    </div>
  )
}
