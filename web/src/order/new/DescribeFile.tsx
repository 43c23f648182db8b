import { describeCartFile, type CartSummary } from '@kervan/contract/order/cart'
import { DocumentDescription } from '@kervan/contract/order/document-description'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { useCall } from '../../kit/call/useCall.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { DocumentFields, orNothing } from '../shared/DocumentFields.tsx'
import { adoptCart } from './cart.ts'

const Values = DocumentDescription.extend({
  // What is left empty is nothing.
  referenceNo: z.string().max(60).nullable(),
  memo: z.string().max(500).nullable(),
})

/** What is said about a file of the cart; the orders that come of it say the same (ORD-019). */
export function DescribeFile({ file, onClose }: { file: CartSummary['files'][number]; onClose: () => void }) {
  const { t } = useWords()
  const queries = useQueryClient()
  const save = useCall(describeCartFile, { onDone: (cart) => adoptCart(queries, cart) })
  const { fileId, name, documentType, referenceNo, documentDate, memo } = file
  return (
    <FormDialog<z.infer<typeof Values>>
      title={t('order.document.editTitle', { name })}
      action={t('order.document.save')}
      schema={Values}
      start={{ documentType, referenceNo, documentDate, memo }}
      onSubmit={async (values) => {
        await save.attempt({
          ...values,
          fileId,
          referenceNo: orNothing(values.referenceNo),
          memo: orNothing(values.memo),
        })
      }}
      onClose={onClose}
    >
      <DocumentFields state={false} />
    </FormDialog>
  )
}
