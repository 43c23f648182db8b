import type { OrderLineView, OrderView } from '@kervan/contract/order/order-view'
import { useTranslation } from 'react-i18next'
import { useWords } from '../../kit/i18n/words.ts'
import { FactList } from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import css from './lines.module.css'
export function LineFacts({ order, line }: { order: OrderView; line: OrderLineView }) {
  const { t } = useTranslation()
  const { state } = useWords()
  const format = useFormats()
  const facts: [string, string | null][] = [
    [t('order.detail.lineCode'), line.lineCode],
    [t('order.detail.productCode'), line.productUniqueCode],
    [t('order.detail.manufacturerCode'), line.manufacturerProductCode],
    [t('order.detail.externalCode'), line.externalProductCode],
    [t('order.detail.pack'), format.number(line.packUnit)],
    [t('order.detail.shipment'), state('shipment', line.shipmentMethod)],
    [t('order.detail.type'), state('lineType', line.type)],
    [t('order.detail.suppliedFrom'), line.supplyLocationName],
    [t('column.unitPrice'), line.unitPrice === null ? null : format.money(line.unitPrice, order.currency)],
    [t('column.lineTotal'), line.lineTotal === null ? null : format.money(line.lineTotal, order.currency)],
    [t('order.detail.quota'), line.quotaState === 'None' ? null : state('quotaResult', line.quotaState)],
    [t('kit.decide.memo'), line.memo],
  ]
  return <FactList className={css.facts} facts={facts} />
}
