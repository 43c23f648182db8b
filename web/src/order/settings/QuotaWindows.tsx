import { quotaWindows } from '@kervan/contract/order/quota-rules'
import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../kit/call/query.ts'
import { toRefused } from '../../kit/call/refused.ts'
import { Chart } from '../../kit/chart/Chart.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { windowStart } from '../shared/quotaWindow.ts'
import css from './settings.module.css'

/** How much of a rule was used in each of its periods, of one node or of all of them (QTA-003). */
export function QuotaWindows({ ruleCode, usageId }: { ruleCode: string; usageId: string | null }) {
  const { t } = useTranslation()
  const format = useFormats()
  const asked = useRead(quotaWindows, { ruleCode, usageId })
  if (asked.isError) return <p className={css.refused}>{toRefused(asked.error).message}</p>
  if (!asked.data) return <Skeleton height={280} radius={4} />
  const { windows } = asked.data
  if (windows.length === 0) return <p className="k-quiet">{t('quota.windows.none')}</p>
  const values = (key: 'within' | 'over' | 'left') => windows.map((one) => Number(one[key]))
  return (
    <Chart
      name="quotaWindows"
      label={t('quota.windows.title')}
      category={t('quota.windows.period')}
      categories={windows.map((window) => windowStart(format, window))}
      series={[
        { name: t('quota.windows.within'), color: '--k-meter-now', values: values('within') },
        { name: t('quota.windows.over'), color: '--k-meter-over', values: values('over') },
        { name: t('quota.windows.left'), color: '--k-line-strong', values: values('left') },
      ]}
    />
  )
}
