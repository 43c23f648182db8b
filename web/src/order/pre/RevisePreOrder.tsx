import {
  getPreApprovalOrder,
  revisePreApprovalOrder,
  type PreApprovalOrderView,
} from '@kervan/contract/order/pre-approval'
import { packsAround } from '@kervan/contract/order/packs'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useRead } from '../../kit/call/query.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import { toast } from '../../kit/feedback/toasts.tsx'
import { NumberField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { productName } from '../shared/productName.ts'
import { Memo } from '../../kit/bulk/reasonForms.tsx'
import type { ActedPreOrder } from './preActions.tsx'

type Props = { record: ActedPreOrder; onClose: () => void }
type Values = { lines: { lineId: string; quantity: number }[]; memo: string }

/** Quantities of a pre-approval order, lowered before it is approved (ORD-012). */
export function RevisePreOrder({ record, onClose }: Props) {
  const { t } = useTranslation()
  const asked = useRead(getPreApprovalOrder, { preOrderId: record.id })
  if (asked.data) return <Quantities found={asked.data} onClose={onClose} />
  return (
    <PlainDialog title={t('order.pre.revise.title', { name: record.preOrderCode })} onClose={onClose}>
      <ReadState asked={asked} name={record.preOrderCode} />
    </PlainDialog>
  )
}

function Quantities({ found, onClose }: { found: PreApprovalOrderView; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormats()
  const { id, version, preOrderCode: name, lines } = found
  const save = useCall(revisePreApprovalOrder, {
    refreshes: ['PreApprovalOrderManagement', 'OrderMy'],
    failed: t('order.pre.revise.title', { name }),
  })
  const schema = z.object({
    lines: z
      .array(z.object({ lineId: z.string(), quantity: z.int().min(0) }))
      .superRefine((typed, context) => {
        for (const [at, { quantity }] of typed.entries()) {
          const line = lines[at]
          const message = line && faultOf(t, line, quantity)
          if (message) context.addIssue({ code: 'custom', path: [at, 'quantity'], message })
        }
      }),
    memo: z.string().max(500),
  })
  return (
    <FormDialog<Values>
      title={t('order.pre.revise.title', { name })}
      text={t('order.pre.revise.text')}
      action={t('order.pre.revise.save')}
      size={560}
      schema={schema}
      start={{ lines: lines.map(({ id: lineId, quantity }) => ({ lineId, quantity })), memo: '' }}
      onSubmit={async ({ lines: typed, memo }) => {
        const changed = typed.filter(({ quantity }, at) => quantity !== lines[at]?.quantity)
        const done = await save.attempt({
          preOrderId: id,
          version,
          lines: changed.length > 0 ? changed : typed,
          ...(memo.trim() && { memo: memo.trim() }),
        })
        if (done) toast('success', t('order.pre.revise.saved', { name }))
      }}
      onClose={onClose}
    >
      {lines.map((line, at) => (
        <NumberField
          key={line.id}
          name={`lines.${at}.quantity`}
          label={productName(line)}
          hint={t('order.pre.packOf', {
            pack: format.number(line.packUnit),
            asked: format.number(line.askedQuantity),
          })}
          min={0}
          max={line.askedQuantity}
          step={line.packUnit}
        />
      ))}
      <Memo optional />
    </FormDialog>
  )
}

type Line = PreApprovalOrderView['lines'][number]
/** What the server would refuse is told while typing. */
function faultOf(
  t: TFunction,
  { quantity: now, askedQuantity: demand, packUnit }: Line,
  quantity: number,
): string | null {
  if (quantity === now || quantity === 0) return null
  if (quantity > demand) return t('order.detail.aboveDemand', { quantity, demand })
  if (quantity % packUnit === 0) return null
  return t('order.detail.noPack', { quantity, ...packsAround(quantity, packUnit) })
}
