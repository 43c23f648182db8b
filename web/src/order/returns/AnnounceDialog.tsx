import { announceReturn, getReturnableLines } from '@kervan/contract/order/returns'
import type { OutputOf } from '@kervan/contract/kit/call'
import { returnReasons } from '@kervan/contract/order/return-words'
import { useState } from 'react'
import { z } from 'zod'
import { useRead } from '../../kit/call/query.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { PlainDialog } from '../../kit/feedback/PlainDialog.tsx'
import { toast } from '../../kit/feedback/toasts.tsx'
import { SelectField, TextAreaField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { emptyLines, enteredLines, LineFields, lineShape } from './LineFields.tsx'
import { returnGroups } from './acted.ts'

type Props = {
  /** Empty where it is still to be named. */
  orderCode: string
  onMade: (id: string) => void
  onClose: () => void
}

/** Goods of one order that are to go back (MED-001): first the order, then what of it. */
export function AnnounceDialog({ orderCode: named, onMade, onClose }: Props) {
  const { t } = useWords()
  const [orderCode, setOrder] = useState(named)
  const asked = useRead(getReturnableLines, { orderCode }, { enabled: orderCode !== '' })
  if (asked.data) return <Announcing found={asked.data} onMade={onMade} onClose={onClose} />
  if (orderCode !== '')
    return (
      <PlainDialog title={t('returns.announce')} onClose={onClose}>
        <ReadState asked={asked} />
      </PlainDialog>
    )
  return <FindOrder onOrder={setOrder} onClose={onClose} />
}

const orderSchema = z.object({ orderCode: z.string().trim().min(1, 'returns.orderNeeded').max(40) })

function FindOrder({ onOrder, onClose }: { onOrder: (code: string) => void } & Pick<Props, 'onClose'>) {
  const { t, column } = useWords()
  return (
    <FormDialog
      title={t('returns.announce')}
      action={t('returns.find')}
      keepOpen
      schema={orderSchema}
      start={{ orderCode: '' }}
      onSubmit={async ({ orderCode }) => onOrder(orderCode)}
      onClose={onClose}
    >
      <TextField name="orderCode" label={column('orderCode')} hint={t('returns.orderHint')} focusFirst />
    </FormDialog>
  )
}

const schema = z
  .object({
    reason: z.enum(returnReasons, 'kit.decide.chooseReason'),
    memo: z.string().max(500),
    ...lineShape,
  })
  .superRefine(({ reason, memo, ...entered }, context) => {
    const ids = [...Object.keys(entered.quantities), ...Object.keys(entered.codes)]
    if (!enteredLines(entered, ids).some(({ quantity, codes }) => codes !== null || (quantity ?? 0) > 0))
      context.addIssue({ code: 'custom', path: ['reason'], message: 'returns.chooseLine' })
    if (reason === 'Other' && memo.trim() === '')
      context.addIssue({ code: 'custom', path: ['memo'], message: 'kit.decide.memoNeeded' })
  })

function Announcing({
  found,
  onMade,
  onClose,
}: { found: OutputOf<typeof getReturnableLines> } & Pick<Props, 'onMade' | 'onClose'>) {
  const { t, column, state } = useWords()
  const format = useFormats()
  const announce = useCall(announceReturn, { refreshes: returnGroups })
  const open = found.lines.filter(({ left }) => left > 0)
  const byId = new Map(open.map((line) => [line.lineId, line]))
  if (open.length === 0)
    return (
      <PlainDialog title={t('returns.announce')} onClose={onClose}>
        <p>{t('returns.nothingLeft')}</p>
      </PlainDialog>
    )
  return (
    <FormDialog
      title={t('returns.announce')}
      text={`${found.orderCode} · ${found.customerName} · ${format.date(found.orderDate)}`}
      action={t('returns.send')}
      size={720}
      schema={schema}
      start={{ ...emptyLines, memo: '' }}
      paths={{ ReasonMemoRequired: 'memo' }}
      onSubmit={async ({ reason, memo, ...entered }) => {
        const lines = enteredLines(
          entered,
          open.map(({ lineId }) => lineId),
        ).filter(({ quantity, codes }) => codes !== null || (quantity ?? 0) > 0)
        const answer = await announce.attempt({
          orderCode: found.orderCode,
          reason,
          ...(memo.trim() !== '' && { memo: memo.trim() }),
          lines: lines.map(({ id, ...line }) => ({ lineId: id, ...line })),
        })
        if (!answer) return
        toast('success', t('returns.done', { return: answer.returnCode }))
        onMade(answer.returnId)
      }}
      onClose={onClose}
    >
      <SelectField
        name="reason"
        label={column('returnReason')}
        data={returnReasons.map((value) => ({ value, label: state('returnReason', value) }))}
      />
      <TextAreaField name="memo" label={t('kit.decide.memo')} rows={2} maxLength={500} optional />
      <LineFields
        lines={open.map(({ lineId, ...line }) => ({ ...line, id: lineId }))}
        most={(id) => byId.get(id)?.left ?? 0}
        hint={(id) => {
          const { left = 0, delivered = 0 } = byId.get(id) ?? {}
          return t('returns.left', { left: format.number(left), delivered: format.number(delivered) })
        }}
      />
    </FormDialog>
  )
}
