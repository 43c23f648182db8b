import { describeCartFile, type CartSummary } from '@kervan/contract/order/cart'
import { useQueryClient } from '@tanstack/react-query'
import { useCall } from '../../kit/call/useCall.ts'
import { DescribeDocument, documentValuesOf } from '../shared/DescribeDocument.tsx'
import { adoptCart } from './cart.ts'

/** What is said about a file of the cart; the orders that come of it say the same (ORD-019). */
export function DescribeFile({ file, onClose }: { file: CartSummary['files'][number]; onClose: () => void }) {
  const queries = useQueryClient()
  const describe = useCall(describeCartFile, { onDone: (cart) => adoptCart(queries, cart) })
  return (
    <DescribeDocument
      name={file.name}
      start={documentValuesOf(file)}
      save={({ processState: _processState, ...said }) => describe.attempt({ ...said, fileId: file.fileId })}
      onClose={onClose}
    />
  )
}
