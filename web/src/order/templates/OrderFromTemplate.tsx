import type { OutputOf } from '@kervan/contract/kit/call'
import { orderFromTemplate } from '@kervan/contract/order/order-templates'
import { shipmentMethods } from '@kervan/contract/order/words'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useRead } from '../../kit/call/query.ts'
import { getOrderTemplate } from '@kervan/contract/order/order-templates'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import { DateField } from '../../kit/form/DateField.tsx'
import { SelectField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { ReorderDialog } from '../shared/ReorderDialog.tsx'
import type { ActedTemplate } from './templateActions.tsx'
import { useLocationChoices } from '../shared/templateForm.ts'

const Wish = z.object({
  locationId: z.string('order.template.locationMissing').min(1, 'order.template.locationMissing'),
  deliveryDate: z.iso.date(),
  shipmentMethod: z.enum(shipmentMethods),
})

/** Where and when, then what has come into the cart and what could not (ORD-016). */
export function OrderFromTemplate({ record, onClose }: { record: ActedTemplate; onClose: () => void }) {
  const { t } = useTranslation()
  const { state } = useWords()
  const [answer, setAnswer] = useState<OutputOf<typeof orderFromTemplate> | null>(null)
  const order = useCall(orderFromTemplate, { refreshes: ['OrderNew'] })
  const mayLook = useRights().has(getOrderTemplate.permission ?? '')
  const asked = useRead(getOrderTemplate, { orderTemplateId: record.id }, { enabled: mayLook })
  const { options, choices } = useLocationChoices()
  const name = record.templateName
  const title = t('order.template.orderTitle', { name })
  if (answer)
    return (
      <ReorderDialog
        title={t(answer.added > 0 ? 'order.template.ordered' : 'order.template.nothingOrdered', { name })}
        answer={answer}
        onClose={onClose}
      />
    )
  if (!options || (mayLook && asked.isPending))
    return (
      <PlainDialog title={title} onClose={onClose}>
        <ReadState asked={asked} name={name} />
      </PlainDialog>
    )
  const planned = asked.data?.plannedDeliveryLocation?.id
  const start = {
    locationId: planned ?? (choices.length === 1 ? (choices[0]?.value ?? '') : ''),
    deliveryDate: options.proposedDeliveryDate,
    shipmentMethod: options.shipmentMethods[0] ?? ('Road' as const),
  }
  return (
    <FormDialog<z.infer<typeof Wish>>
      title={title}
      text={t('order.template.orderText')}
      action={t('order.template.orderAction')}
      schema={Wish}
      start={start}
      paths={{
        LocationNotAllowed: 'locationId',
        TemplateLocationMissing: 'locationId',
        DeliveryDateInPast: 'deliveryDate',
      }}
      keepOpen
      onSubmit={async (wish) => {
        const done = await order.attempt({ orderTemplateId: record.id, ...wish })
        if (done) setAnswer(done)
      }}
      onClose={onClose}
    >
      <SelectField name="locationId" label={t('order.template.orderLocation')} data={choices} />
      <DateField
        name="deliveryDate"
        label={t('order.template.orderDate')}
        minDate={options.earliestDeliveryDate}
      />
      <SelectField
        name="shipmentMethod"
        label={t('order.template.orderShipment')}
        data={options.shipmentMethods.map((value) => ({ value, label: state('shipment', value) }))}
      />
    </FormDialog>
  )
}
