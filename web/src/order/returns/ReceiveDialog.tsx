import { getReturn, receiveReturn, type ReturnView } from '@kervan/contract/order/returns'
import { useMemo } from 'react'
import { z } from 'zod'
import { useRead } from '../../kit/call/query.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useFormats } from '../../kit/values/format.ts'
import { emptyLines, enteredLines, LineFields, lineShape } from './LineFields.tsx'
import { returnGroups, type ActedReturn } from './acted.ts'

const schema = z.object(lineShape)

/** What has come in of a return, counted or scanned (MED-001). */
export function ReceiveDialog({ record, onClose }: { record: ActedReturn; onClose: () => void }) {
  const { data } = useRead(getReturn, { returnId: record.id })
  return data ? <Receiving found={data} onClose={onClose} /> : null
}

function Receiving({ found, onClose }: { found: ReturnView; onClose: () => void }) {
  const { t } = useWords()
  const format = useFormats()
  const receive = useCall(receiveReturn, { refreshes: returnGroups })
  const byId = new Map(found.lines.map((line) => [line.id, line]))
  // Where packs were named, they are scanned; everything else is taken to have come as it was announced.
  const start = useMemo(
    () => ({
      ...emptyLines,
      quantities: Object.fromEntries(found.lines.map(({ id, quantity }) => [id, quantity])),
    }),
    [found],
  )
  return (
    <FormDialog
      title={t('returns.receive.title', { name: found.code })}
      text={t('returns.receive.text')}
      action={t('returns.receive.send')}
      size={720}
      schema={schema}
      start={start}
      onSubmit={async (values) => {
        await receive.attempt({
          returnId: found.id,
          version: found.version,
          lines: enteredLines(
            values,
            found.lines.map(({ id }) => id),
          ).map(({ id, ...entered }) => ({ returnLineId: id, ...entered })),
        })
        toast('success', t('returns.receive.done', { name: found.code }))
      }}
      onClose={onClose}
    >
      <LineFields
        lines={found.lines}
        most={(id) => byId.get(id)?.quantity ?? 0}
        hint={(id) => t('returns.receive.announced', { amount: format.number(byId.get(id)?.quantity ?? 0) })}
      />
    </FormDialog>
  )
}
