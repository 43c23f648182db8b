import {
  createTemplateFromCart,
  createTemplateFromOrder,
  getCartLocations,
} from '@kervan/contract/order/order-templates'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useRead } from '../../kit/call/query.ts'
import { useSend } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { SelectField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { TemplateName } from './templateForm.ts'

const Wish = z.object({ templateName: TemplateName, locationId: z.string().nullable() })
type Props = {
  /** The order it is made from; without one it is made from the cart. */
  orderCode?: string
  onMade?: (id: string) => void
  onClose: () => void
}

/** A template of what an order asked for or of what is in the cart (ORD-016). */
export function SaveAsTemplate({ orderCode, onMade, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormats()
  const make = useSend<typeof createTemplateFromCart | typeof createTemplateFromOrder>({
    refreshes: ['OrderTemplate'],
  })
  return (
    <FormDialog<z.infer<typeof Wish>>
      title={t('order.template.saveAsTitle')}
      text={
        orderCode === undefined
          ? t('order.template.fromCartText')
          : t('order.template.fromOrderText', { code: orderCode })
      }
      action={t('order.template.create')}
      schema={Wish}
      start={{ templateName: '', locationId: null }}
      paths={{ TemplateNameTaken: 'templateName' }}
      onSubmit={async ({ templateName, locationId }) => {
        const made = await (orderCode === undefined
          ? make.attempt(createTemplateFromCart, { templateName, locationId })
          : make.attempt(createTemplateFromOrder, { templateName, orderCode }))
        if (!made) return
        const { productCount: count } = made
        toast(
          'success',
          t('order.template.made', { count, amount: format.number(count), name: made.templateName }),
        )
        onMade?.(made.id)
      }}
      onClose={onClose}
    >
      <TextField name="templateName" label={t('order.template.name')} maxLength={120} focusFirst />
      {orderCode === undefined && <CartLocation />}
    </FormDialog>
  )
}

/** Of a cart for several locations one may be chosen; the server names those of the whole cart. */
function CartLocation() {
  const { t } = useTranslation()
  const places = useRead(getCartLocations, {}).data?.locations ?? []
  if (places.length < 2) return null
  return (
    <SelectField
      name="locationId"
      label={t('order.template.cartLocation')}
      hint={t('order.template.cartLocationHint')}
      data={places.map(({ id, name }) => ({ value: id, label: name }))}
      optional
    />
  )
}
