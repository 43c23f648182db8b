import { correctEdiLine, type EdiMessageView } from '@kervan/contract/order/edi'
import { keywordMinimum } from '@kervan/contract/kit/page-limits'
import { findRecords } from '@kervan/contract/shell/find-records'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { callServer } from '../../kit/call/client.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { DateField } from '../../kit/form/DateField.tsx'
import { NumberField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { LookupField } from '../../kit/form/LookupField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { today } from '../../kit/values/companyDay.ts'
import { refreshes } from './ediActions.tsx'

export type EdiLine = EdiMessageView['lines'][number]

const Correction = z.object({
  productCode: z.string().trim().max(64),
  quantity: z.int().min(1).max(999_999_999).optional(),
  deliveryDate: z.string().nullable(),
  locationId: z.string().nullable(),
})

const locations = {
  lookupKey: ['Search', 'location'],
  load: async (text: string, signal: AbortSignal) => {
    if (text.length < keywordMinimum) return { options: [], hasMore: true }
    const { records } = await callServer(findRecords, { text, kind: 'location' }, { signal })
    return {
      options: records.map(({ id, name, code }) => ({ value: id, label: name, ...(code && { code }) })),
      hasMore: true,
    }
  },
}

/** Says what a refused line means, or where all refused lines go (`line` null). */
export function CorrectLine({
  message,
  line,
  onClose,
}: {
  message: EdiMessageView
  line: EdiLine | null
  onClose: () => void
}) {
  const { t } = useTranslation()
  const correct = useCall(correctEdiLine, { refreshes })
  return (
    <FormDialog<z.infer<typeof Correction>>
      title={line ? t('edi.inbox.correctTitle', { line: line.lineNumber }) : t('edi.inbox.correctAllTitle')}
      text={line?.message ?? t('edi.inbox.correctText')}
      action={t('edi.inbox.save')}
      schema={Correction}
      start={{ productCode: '', quantity: undefined, deliveryDate: null, locationId: null }}
      paths={{ VariantNotFound: 'productCode', LocationNotAllowed: 'locationId' }}
      onSubmit={async ({ productCode, quantity, deliveryDate, locationId }) => {
        await correct.attempt({
          messageId: message.id,
          version: message.version,
          lineId: line?.id ?? null,
          ...(productCode && { productCode }),
          ...(quantity !== undefined && { quantity }),
          ...(deliveryDate && { deliveryDate }),
          ...(locationId && { locationId }),
        })
      }}
      onClose={onClose}
    >
      {line && (
        <>
          <TextField
            name="productCode"
            label={t('edi.inbox.productCode')}
            placeholder={line.productUniqueCode ?? ''}
            maxLength={64}
            autoComplete="off"
            optional
            focusFirst
          />
          <NumberField name="quantity" label={t('edi.inbox.quantity')} min={1} optional />
        </>
      )}
      <LookupField name="locationId" label={t('edi.inbox.deliveryLocation')} {...locations} optional />
      <DateField name="deliveryDate" label={t('edi.inbox.deliveryDate')} minDate={today()} optional />
    </FormDialog>
  )
}
