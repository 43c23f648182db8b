import { notifyHealthInsurance } from '@kervan/contract/order/health-insurance'
import { MedulaTransactionNo } from '@kervan/contract/order/medula-number'
import type { OrderView } from '@kervan/contract/order/order-view'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { adoptOrder } from './side.ts'

const Wish = z.object({ medulaTransactionNo: MedulaTransactionNo })

/** Sends again what failed, with another transaction number where that was the fault (ORD-015). */
export function NotifyAgain({ order, onClose }: { order: OrderView; onClose: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const notify = useCall(notifyHealthInsurance, {
    onDone: (answer) => adoptOrder(queries, 'manager', answer),
  })
  const { orderCode, medulaTransactionNo: before } = order
  return (
    <FormDialog<z.infer<typeof Wish>>
      title={t('order.medula.again')}
      text={t('order.medula.againText', { code: orderCode })}
      action={t('order.medula.again')}
      schema={Wish}
      start={{ medulaTransactionNo: before ?? '' }}
      paths={{ MedulaNumberUsed: 'medulaTransactionNo' }}
      onSubmit={async ({ medulaTransactionNo }) => {
        const changed = medulaTransactionNo === before ? {} : { medulaTransactionNo }
        if (await notify.attempt({ orderCode, ...changed })) toast('success', t('order.medula.asked'))
      }}
      onClose={onClose}
    >
      <TextField
        name="medulaTransactionNo"
        label={t('order.medula.number')}
        hint={t('order.medula.numberHint')}
        maxLength={30}
        focusFirst
      />
    </FormDialog>
  )
}
