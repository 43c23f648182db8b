import type { orderTemplates } from '@kervan/contract/order/order-templates'
import type { RowOf } from '@kervan/contract/kit/page'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'

export type TemplateRow = RowOf<typeof orderTemplates>

export const templateViews = {
  templateName: { pinned: true, width: 260 },
  templateId: { width: 120 },
  plannedDeliveryLocation: { width: 240 },
  productCount: { width: 104 },
  quantity: { width: 104 },
  changedAt: { width: 160, short: true },
} as const

export const templateCard = (row: TemplateRow) => <TemplateCard row={row} />

function TemplateCard({ row }: { row: TemplateRow }) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <RowCard name={row.templateName}>
      <CardLine quiet>
        <span>{row.plannedDeliveryLocation ?? t('order.template.noLocation')}</span>
        <span>
          {t('column.templateId')}: {format.number(row.templateId)}
        </span>
      </CardLine>
      <CardLine>
        <span>
          {t('column.productCount')}: {format.number(row.productCount)}
        </span>
        <span>
          {t('column.quantity')}: {format.number(row.quantity)}
        </span>
      </CardLine>
    </RowCard>
  )
}
