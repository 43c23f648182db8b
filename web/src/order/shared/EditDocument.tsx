import { updateDocument, updateManagedDocument } from '@kervan/contract/order/order-documents'
import type { OrderDocument, OrderView } from '@kervan/contract/order/order-view'
import type { Side } from '@kervan/contract/order/states'
import { useQueryClient } from '@tanstack/react-query'
import { useCall } from '../../kit/call/useCall.ts'
import { DescribeDocument, documentValuesOf } from './DescribeDocument.tsx'
import { adoptOrder, orderOptions } from './side.ts'

type Described = Pick<
  OrderDocument,
  'fileId' | 'name' | 'version' | 'documentType' | 'processState' | 'referenceNo' | 'documentDate' | 'memo'
>

/** What is said about a document of an order (ORD-019). How far it is processed is said by those who manage orders. */
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
  const queries = useQueryClient()
  const { name, fileId, version } = document
  const adopt = { onDone: (answer: OrderView) => adoptOrder(queries, side, answer) }
  const managed = useCall(updateManagedDocument, adopt)
  const own = useCall(updateDocument, adopt)
  // Who ordered has no field for the process state, and the call takes none.
  const valuesOf = ({ processState, ...rest }: Described) =>
    documentValuesOf(side === 'manager' ? { ...rest, processState } : rest)
  const latest = async () => {
    const order = await queries.fetchQuery({ ...orderOptions(side, orderCode), staleTime: 0 })
    const found = order.documents.find((one) => one.fileId === fileId)
    return found ? { version: found.version, values: valuesOf(found) } : null
  }
  return (
    <DescribeDocument
      name={name}
      start={valuesOf(document)}
      versioned={{ version, latest }}
      save={({ processState, ...said }, sent) => {
        const input = { orderCode, fileId, version: sent, ...said }
        return processState ? managed.attempt({ ...input, processState }) : own.attempt(input)
      }}
      onClose={onClose}
    />
  )
}
