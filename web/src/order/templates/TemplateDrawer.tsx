import { getOrderTemplate, type OrderTemplateView } from '@kervan/contract/order/order-templates'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../kit/call/query.ts'
import { useRights } from '../../kit/call/rights.ts'
import type { GridAction, GridPageInfo } from '../../kit/grid/types.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { RecordDrawer } from '../../kit/record/RecordDrawer.tsx'
import {
  FactList,
  keysOf,
  RecordBody,
  RecordFoot,
  useLast,
  usePosition,
} from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import type { ActedTemplate } from './templateActions.tsx'
import type { TemplateRow } from './templateGrid.tsx'
import { TemplateLines } from './TemplateLines.tsx'
import css from './templates.module.css'

type Props = {
  id: string | null
  page: GridPageInfo<TemplateRow> | null
  actionsOf: (template: ActedTemplate) => GridAction[]
  onOpen: (id: string | null, options?: { replace?: boolean }) => void
}

/** One template beside the list: its products as they would be ordered today. */
export function TemplateDrawer({ id, page, actionsOf, onOpen }: Props) {
  const { t } = useTranslation()
  const mayLook = useRights().has(getOrderTemplate.permission ?? '')
  const shown = useLast(id)
  const asked = useRead(
    getOrderTemplate,
    { orderTemplateId: shown ?? '' },
    { enabled: shown !== null && mayLook },
  )
  const template = asked.data
  const position = usePosition(page, id, onOpen)
  const actions = template ? actionsOf(template) : []
  return (
    <RecordDrawer
      opened={id !== null && mayLook}
      onClose={() => onOpen(null)}
      title={template?.templateName ?? ''}
      position={position}
      facts={template && <Facts template={template} />}
      tabs={[{ key: 'lines', label: t('order.template.lines') }]}
      tab="lines"
      onTab={() => {}}
      keys={keysOf(actions)}
      foot={<RecordFoot actions={actions} buttons={2} />}
    >
      {template ? (
        <RecordBody key={shown} fill>
          <TemplateLines template={template} />
        </RecordBody>
      ) : (
        <RecordBody>
          <ReadState asked={asked} />
        </RecordBody>
      )}
    </RecordDrawer>
  )
}

function Facts({ template }: { template: OrderTemplateView }) {
  const { t } = useTranslation()
  const format = useFormats()
  return (
    <FactList
      className={css.facts}
      facts={[
        [
          t('order.template.location'),
          template.plannedDeliveryLocation?.name ?? t('order.template.noLocation'),
        ],
        [t('order.template.quantity'), format.number(template.quantity)],
        [t('column.pendingQuantity'), format.number(template.pendingQuantity)],
        [t('column.total'), template.total === null ? null : format.money(template.total, template.currency)],
      ]}
    />
  )
}
