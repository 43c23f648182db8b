import { copyRequest, type ApplicationSetup } from '@kervan/contract/porta/applications'
import { getMyDiscountRequest, type DiscountRequestView } from '@kervan/contract/porta/discount-requests'
import type { RequestState } from '@kervan/contract/porta/words'
import { z } from 'zod'
import { useRead } from '../../kit/call/query.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { TextAreaField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { codePaths, CodeField } from './CodeField.tsx'
import { discountWays } from './ways.ts'
import { OriginFields, originPaths, originShape } from './OriginFields.tsx'

const schema = z.object({
  dataMatrix: z.string().trim().min(1, 'porta.new.codeNeeded').max(1_000),
  ...originShape,
  description: z.string().max(500),
})

type Props = {
  setup: ApplicationSetup
  requestId: string
  onMade: (state: RequestState) => void
  onClose: () => void
}

/** A request from another one: places and day are filled in, and the pack where it may be applied for again (DSC-004). */
export function FromRequestDialog({ requestId, ...props }: Props) {
  const { data: from } = useRead(getMyDiscountRequest, { requestId })
  return from ? <Dialog from={from} {...props} /> : null
}

/** Whose pack may be applied for again. */
const over: readonly RequestState[] = ['Rejected', 'Cancelled']

function Dialog({ from, setup, onMade, onClose }: Omit<Props, 'requestId'> & { from: DiscountRequestView }) {
  const { t, column, state } = useWords()
  const copy = useCall(copyRequest, { refreshes: ['MyPromotionRequests', 'PromotionManagement', 'Home'] })
  const place = setup.pointsOfSale.find(({ code }) => code === from.pointOfSaleCode)
  const payer = place?.paymentLocations.find(({ code }) => code === from.paymentLocationCode)
  const isOver = from.archived || over.includes(from.requestState)
  return (
    <FormDialog
      title={t('porta.again.title', { request: from.requestCode })}
      text={
        from.rejectReason === null
          ? t(isOver ? 'porta.again.text' : 'porta.again.otherPack')
          : t('porta.again.refused', {
              reason: [state('discountRejectReason', from.rejectReason), from.decisionMemo]
                .filter(Boolean)
                .join(': '),
            })
      }
      action={t('porta.new.send')}
      size={620}
      keepOpen
      schema={schema}
      start={{
        dataMatrix: isOver ? from.originalDataMatrix : '',
        pointOfSaleId: place?.id ?? '',
        paymentLocationId: payer?.id ?? '',
        declaredSaleDate: from.declaredSaleDate,
        description: from.description ?? '',
      }}
      paths={{ ...originPaths, ...codePaths }}
      onSubmit={async (values) => {
        const answer = await copy.attempt({ ...values, requestId: from.id })
        if (!answer) return false
        toast('success', t('porta.again.done', { request: answer.requestCode }))
        onMade(answer.requestState)
        return true
      }}
      onClose={onClose}
    >
      <CodeField check={discountWays.check} withCamera={false} />
      <OriginFields setup={setup} />
      <TextAreaField name="description" label={column('description')} rows={2} maxLength={500} optional />
    </FormDialog>
  )
}
