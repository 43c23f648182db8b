import type { Twin } from '@kervan/contract/kit/call'
import { type OrderFile, type PreApprovalOrderView } from '@kervan/contract/order/pre-approval'
import {
  updateMyPreApprovalDocument,
  updatePreApprovalDocument,
} from '@kervan/contract/order/pre-approval-documents'
import type { Side } from '@kervan/contract/order/states'
import { useQueryClient } from '@tanstack/react-query'
import { read } from '../../kit/call/query.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { DescribeDocument, documentValuesOf } from '../shared/DescribeDocument.tsx'
import { preOrderCalls } from './preOrderCalls.ts'

const calls: Record<Side, Twin<typeof updatePreApprovalDocument>> = {
  manager: updatePreApprovalDocument,
  owner: updateMyPreApprovalDocument,
}

/** What is said about a document of a pre-approval order, until it is decided on (ORD-019). */
export function DescribePreDocument({
  preOrderId,
  document,
  side,
  onClose,
}: {
  preOrderId: string
  document: OrderFile
  side: Side
  onClose: () => void
}) {
  const queries = useQueryClient()
  const { fileId, name, version } = document
  const shown = read(preOrderCalls[side], { preOrderId })
  const describe = useCall(calls[side], {
    onDone: (answer: PreApprovalOrderView) => queries.setQueryData(shown.queryKey, answer),
  })
  const latest = async () => {
    const found = (await queries.fetchQuery({ ...shown, staleTime: 0 })).documents.find(
      (one) => one.fileId === fileId,
    )
    return found ? { version: found.version, values: documentValuesOf(found) } : null
  }
  return (
    <DescribeDocument
      name={name}
      start={documentValuesOf(document)}
      versioned={{ version, latest }}
      save={({ processState: _processState, ...said }, sent) =>
        describe.attempt({ preOrderId, fileId, version: sent, ...said })
      }
      onClose={onClose}
    />
  )
}
