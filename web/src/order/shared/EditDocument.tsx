import { updateDocument, updateManagedDocument } from '@kervan/contract/order/order-documents'
import { DocumentDescription } from '@kervan/contract/order/document-description'
import type { OrderDocument, OrderView } from '@kervan/contract/order/order-view'
import type { Side } from '@kervan/contract/order/states'
import { documentStates } from '@kervan/contract/order/words'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { DocumentFields, orNothing } from './DocumentFields.tsx'
import { adoptOrder, orderOptions } from './side.ts'

const Values = DocumentDescription.extend({
  processState: z.enum(documentStates),
  // What is left empty is nothing.
  referenceNo: z.string().max(60).nullable(),
  memo: z.string().max(500).nullable(),
})
type Values = z.infer<typeof Values>
type Described = Pick<OrderDocument, 'fileId' | 'name' | 'version' | keyof Values>

const valuesOf = ({ documentType, processState, referenceNo, documentDate, memo }: Values): Values => ({
  documentType,
  processState,
  referenceNo,
  documentDate,
  memo,
})
const fields = ['documentType', 'processState', 'referenceNo', 'documentDate', 'memo'] as const

/** What is said about a document (ORD-019). How far it is processed is said by those who manage orders. */
export function EditDocument({
  document,
  orderCode,
  side,
  onClose,
}: {
  document: Described
  orderCode: string
  side: Side
  onClose: () => void
}) {
  const { t } = useWords()
  const queries = useQueryClient()
  const { name, fileId, version } = document
  const adopt = { onDone: (answer: OrderView) => adoptOrder(queries, side, answer) }
  const managed = useCall(updateManagedDocument, adopt)
  const own = useCall(updateDocument, adopt)
  const shown = fields.filter((field) => side === 'manager' || field !== 'processState')
  const latest = async () => {
    const order = await queries.fetchQuery({ ...orderOptions(side, orderCode), staleTime: 0 })
    const found = order.documents.find((one) => one.fileId === fileId)
    return found ? { version: found.version, values: valuesOf(found) } : null
  }
  return (
    <FormDialog<Values>
      title={t('order.document.editTitle', { name })}
      action={t('order.document.save')}
      schema={Values}
      start={valuesOf(document)}
      versioned={{
        version,
        latest,
        fields: shown.map((field) => ({ name: field, label: t(`column.${field}`) })),
      }}
      onSubmit={async ({ processState, referenceNo, memo, ...rest }, sent) => {
        const said = { ...rest, referenceNo: orNothing(referenceNo), memo: orNothing(memo) }
        const input = { orderCode, fileId, version: sent, ...said }
        // Who ordered has no field for the process state, and the call takes none.
        const done = await (side === 'manager'
          ? managed.attempt({ ...input, processState })
          : own.attempt(input))
        if (done) toast('success', t('order.document.saved', { name }))
      }}
      onClose={onClose}
    >
      <DocumentFields state={side === 'manager'} />
    </FormDialog>
  )
}
