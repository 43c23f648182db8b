import { DocumentDescription } from '@kervan/contract/order/document-description'
import { documentStates } from '@kervan/contract/order/words'
import { z } from 'zod'
import { toast } from '../../kit/feedback/toasts.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { DocumentFields, orNothing } from './DocumentFields.tsx'

const Values = DocumentDescription.extend({
  // Only where it is asked for.
  processState: z.enum(documentStates).optional(),
  // What is left empty is nothing.
  referenceNo: z.string().max(60).nullable(),
  memo: z.string().max(500).nullable(),
})
export type DocumentValues = z.infer<typeof Values>
const fields = ['documentType', 'processState', 'referenceNo', 'documentDate', 'memo'] as const

/** The fields of the form, out of whatever says them. */
export const documentValuesOf = <V extends DocumentValues>(of: V): DocumentValues => ({
  documentType: of.documentType,
  ...(of.processState && { processState: of.processState }),
  referenceNo: of.referenceNo,
  documentDate: of.documentDate,
  memo: of.memo,
})

/**
 * What is said about a document (ORD-019): of an order, of a pre-approval order, of the cart. Where `start` says how far
 * it is processed, that is asked for too. `versioned`: others may say something of it meanwhile.
 */
export function DescribeDocument({
  name,
  start,
  versioned,
  save,
  onClose,
}: {
  name: string
  start: DocumentValues
  versioned?: {
    version: number
    latest: () => Promise<{ version: number; values: DocumentValues } | null>
  }
  /** Answers undefined where it was not saved. */
  save: (said: DocumentValues, version: number) => Promise<unknown>
  onClose: () => void
}) {
  const { t } = useWords()
  const hasState = start.processState !== undefined
  const shown = fields.filter((field) => hasState || field !== 'processState')
  return (
    <FormDialog<DocumentValues>
      title={t('order.document.editTitle', { name })}
      action={t('order.document.save')}
      schema={Values}
      start={start}
      {...(versioned && {
        versioned: {
          ...versioned,
          fields: shown.map((field) => ({ name: field, label: t(`column.${field}`) })),
        },
      })}
      onSubmit={async ({ referenceNo, memo, ...rest }, sent) => {
        const done = await save({ ...rest, referenceNo: orNothing(referenceNo), memo: orNothing(memo) }, sent)
        if (done !== undefined) toast('success', t('order.document.saved', { name }))
      }}
      onClose={onClose}
    >
      <DocumentFields state={hasState} />
    </FormDialog>
  )
}
