import { countOrders, pendingOrders } from '@kervan/contract/order/order-management'
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usePolled } from '../../kit/call/usePolled.ts'
import { tPlural } from '../../kit/i18n/words.ts'
import type { DayWindow } from '../../kit/values/dateWindow.ts'
import { useFormats } from '../../kit/values/format.ts'
import css from '../shared/order.module.css'

const everyMs = 30_000

/** Says that orders have come since the list was read, and reads it again where it stands: filters, place and selection stay. */
export function NewOrders({ window, since }: { window: DayWindow; since: string }) {
  const { t } = useTranslation()
  const format = useFormats()
  const queries = useQueryClient()
  const { data } = usePolled(countOrders, { ...window, since }, { everyMs, enabled: true, later: true })
  const arrived = data?.arrived ?? 0
  const { group, operation } = pendingOrders.page
  return (
    <output className={css.arrived} hidden={arrived === 0}>
      {arrived > 0 && (
        <>
          <span>{tPlural(t, 'order.management.arrived', arrived, format.number(arrived))}</span>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={14} aria-hidden />}
            onClick={() =>
              void Promise.all([
                queries.invalidateQueries({ queryKey: [group, operation] }),
                queries.invalidateQueries({
                  queryKey: [group, countOrders.operation, window],
                  exact: true,
                }),
              ])
            }
          >
            {t('order.management.showArrived')}
          </Button>
        </>
      )}
    </output>
  )
}
