import { copyOrderTemplate } from '@kervan/contract/order/order-templates'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { TemplateName } from '../shared/templateForm.ts'
import type { ActedTemplate } from './templateActions.tsx'

const Copy = z.object({ templateName: TemplateName })

export function CopyTemplate({ record, onClose }: { record: ActedTemplate; onClose: () => void }) {
  const { t } = useTranslation()
  const copy = useCall(copyOrderTemplate, { refreshes: ['OrderTemplate'] })
  return (
    <FormDialog
      title={t('order.template.copyTitle', { name: record.templateName })}
      action={t('order.template.copyAction')}
      schema={Copy}
      start={{ templateName: t('order.template.copyName', { name: record.templateName }) }}
      paths={{ TemplateNameTaken: 'templateName' }}
      onSubmit={async ({ templateName }) => {
        const made = await copy.attempt({ orderTemplateId: record.id, templateName })
        if (made) toast('success', t('order.template.saved', { name: made.templateName }))
      }}
      onClose={onClose}
    >
      <TextField name="templateName" label={t('order.template.name')} maxLength={120} focusFirst />
    </FormDialog>
  )
}
