import { getOrderTemplate, saveOrderTemplate } from '@kervan/contract/order/order-templates'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useRead } from '../../kit/call/query.ts'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { productName } from '../shared/productName.ts'
import { LinesField } from './LinesField.tsx'
import type { ActedTemplate } from './templateActions.tsx'
import { FormLine, TemplateName, useLocationChoices } from '../shared/templateForm.ts'
import { HeadFields } from './HeadFields.tsx'

const Named = z.object({ templateName: TemplateName })
const Whole = z.object({
  ...Named.shape,
  locationId: z.string().nullable(),
  lines: z.array(FormLine).min(1, 'order.template.linesMissing').max(1_000),
})
type Start = { templateName: string; locationId: string | null; lines: FormLine[] }
type Known = { id: string; name: string } | null

const refusedAt = {
  TemplateNameTaken: 'templateName',
} as const
const linesRefusedAt = {
  ...refusedAt,
  LocationNotAllowed: 'locationId',
  TemplateEmpty: 'lines',
  TemplateProductTwice: 'lines',
  TemplateProductUnclear: 'lines',
  TemplateProductUnknown: 'lines',
} as const

/** A template that is changed: its lines by who may look into it, else its name and location. */
export function EditTemplate({ record, onClose }: { record: ActedTemplate; onClose: () => void }) {
  const { t } = useTranslation()
  const mayLook = useRights().has(getOrderTemplate.permission ?? '')
  const title = t('order.template.editTitle', { name: record.templateName })
  const asked = useRead(getOrderTemplate, { orderTemplateId: record.id }, { enabled: mayLook })
  const found = asked.data
  if (!mayLook) return <RenameTemplate record={record} title={title} onClose={onClose} />
  if (!found)
    return (
      <PlainDialog title={title} onClose={onClose}>
        <ReadState asked={asked} name={record.templateName} />
      </PlainDialog>
    )
  return (
    <TemplateDialog
      title={title}
      action={t('order.template.save')}
      template={{ id: found.id, version: found.version }}
      known={found.plannedDeliveryLocation}
      start={{
        templateName: found.templateName,
        locationId: found.plannedDeliveryLocation?.id ?? null,
        lines: found.lines.map((line) => ({
          productCode: line.productUniqueCode,
          productName: productName(line),
          quantity: line.quantity,
        })),
      }}
      onClose={onClose}
    />
  )
}

function RenameTemplate({
  record: { id, version, templateName },
  title,
  onClose,
}: {
  record: ActedTemplate
  title: string
  onClose: () => void
}) {
  const { t } = useTranslation()
  const save = useCall(saveOrderTemplate, { refreshes: ['OrderTemplate'] })
  return (
    <FormDialog<Pick<Start, 'templateName'>>
      title={title}
      action={t('order.template.save')}
      schema={Named}
      start={{ templateName }}
      paths={refusedAt}
      onSubmit={async ({ templateName: name }) => {
        const made = await save.attempt({ orderTemplateId: id, version, templateName: name })
        if (made) toast('success', t('order.template.saved', { name: made.templateName }))
      }}
      onClose={onClose}
    >
      <TextField name="templateName" label={t('order.template.name')} maxLength={120} focusFirst />
    </FormDialog>
  )
}

/** A new template, product by product. */
export function NewTemplateDialog({
  onMade,
  onClose,
}: {
  onMade: (id: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <TemplateDialog
      title={t('order.template.new')}
      action={t('order.template.create')}
      template={{ id: null, version: null }}
      known={null}
      start={{ templateName: '', locationId: null, lines: [] }}
      onMade={onMade}
      onClose={onClose}
    />
  )
}

function TemplateDialog({
  title,
  action,
  template: { id, version },
  known,
  start,
  onMade,
  onClose,
}: {
  title: string
  action: string
  template: { id: string | null; version: number | null }
  known: Known
  start: Start
  onMade?: (id: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const save = useCall(saveOrderTemplate, { refreshes: ['OrderTemplate'] })
  const { choices } = useLocationChoices(known)
  return (
    <FormDialog<Start>
      title={title}
      action={action}
      size={640}
      schema={Whole}
      start={start}
      paths={linesRefusedAt}
      onSubmit={async ({ templateName, locationId, lines }) => {
        const made = await save.attempt({
          orderTemplateId: id,
          version,
          templateName,
          locationId,
          lines: lines.map(({ productCode, quantity }) => ({ productCode, quantity })),
        })
        if (!made) return
        toast('success', t('order.template.saved', { name: made.templateName }))
        onMade?.(made.id)
      }}
      onClose={onClose}
    >
      <HeadFields locations={choices} />
      <LinesField name="lines" />
    </FormDialog>
  )
}
